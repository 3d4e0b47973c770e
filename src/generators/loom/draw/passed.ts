/**
 * Parameters of test functions. Data that the body uses are passed by address, or by value if nothing writes
 * them.
 *
 * A parameter has the name of the data that it passes, and hides them. With `restrict` the function promises
 * that it reaches the object only by the parameter. So such a function has no pointers, and calls nothing
 * with effects.
 */
import type { Draw } from '../../../choice/index.ts';
import type { Block, LoomProgram, Passed } from '../ir/nodes.ts';
import { hasVolatile, isGlobal, type Uses, usesOf } from '../ir/walk.ts';
import { hashOfText } from '../policy/profile.ts';
import { ANOTHER_PASSED, IN_SPAN, PASSED } from '../policy/weights.ts';
import type { Drawing } from './drawing.ts';
import { drawList } from './list.ts';
import { bestOf } from './visibles.ts';

const MAX = 12;
const TICKETS = 1_024;

export function drawPassed(drawing: Drawing, body: Block): readonly Passed[] {
  const { draw, program, style } = drawing;
  if (!draw.boolean(PASSED)) return [];
  const uses = usesOf(body);
  const candidates = uses.hasClasses ? [] : candidatesAmong(program, uses);
  const passed: Passed[] = [];
  const most = Math.min(MAX, candidates.length);
  drawList(drawing, 'parameter', { chance: ANOTHER_PASSED, most }, () => {
    const ticket = draw.pick(TICKETS);
    const isRestrict = draw.boolean() && !uses.hasPointers;
    const left = candidates.filter(({ of }) => !passed.some(({ of: { name } }) => name === of.name));
    const { of, byValue } = bestOf(left, ticket)!;
    passed.push({ of, byValue, isRestrict, ...(style.hasSpans && isPlainArray(of) ? drawSpan(draw) : {}) });
  });
  return passed;
}

/** An array of one dimension that is in no container. */
function isPlainArray(of: Passed['of']): boolean {
  return of.dimensions.length === 1 && !('leaves' in of) && of.container === undefined;
}

function drawSpan(draw: Draw): Pick<Passed, 'span'> {
  return draw.scope('span', () => {
    if (!draw.boolean(IN_SPAN)) return {};
    return { span: draw.pick(['of any length', 'of this length'] as const) };
  });
}

interface Candidate extends Pick<Passed, 'of' | 'byValue'> {
  readonly identity: number;
}

function candidatesAmong(
  { variables, objects }: Pick<LoomProgram, 'variables' | 'objects'>,
  { names }: Pick<Uses, 'names'>,
): Candidate[] {
  const single = variables.filter(
    ({ member, owner, pointer, dataClass, storage }) =>
      member === undefined &&
      owner === undefined &&
      pointer === undefined &&
      storage !== 'const' &&
      isGlobal({ dataClass }),
  );
  return [...single, ...objects]
    .filter(({ name }) => names.has(name))
    .map((of) => ({
      of,
      byValue: of.dataClass === 'input' && of.dimensions.length === 0 && !hasVolatile(of),
      identity: hashOfText(of.name),
    }));
}
