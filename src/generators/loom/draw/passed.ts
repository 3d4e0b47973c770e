/**
 * Parameters of test functions: data that the body uses go in by value, where nothing writes them, or by address.
 *
 * A parameter has the name of what it stands for, and hides it. By `restrict` the function promises that it reaches the
 * object by the parameter alone: so it has no pointers then, and calls nothing that has effects.
 */
import type { Block, LoomProgram, Passed, StructObject, Variable } from '../ir/nodes.ts';
import { references } from '../ir/walk.ts';
import { hashOfText } from '../policy/profile.ts';
import { ANOTHER_PASSED, PASSED } from '../policy/weights.ts';
import type { Drawing } from './drawing.ts';
import { withBestHash } from './tickets.ts';

const MAX = 12;
const TICKETS = 1_024;

/** Data and features that a body uses. */
interface Uses {
  readonly names: Set<string>;
  /** Whether it follows pointers or calls functions that may. */
  hasPointers: boolean;
  /** A class within the function: it sees no parameter of the function. */
  hasClasses: boolean;
}

export function drawPassed({ draw, program }: Drawing, body: Block): readonly Passed[] {
  if (!draw.boolean(PASSED)) return [];
  const uses: Uses = { names: new Set(), hasPointers: false, hasClasses: false };
  visit(body, uses);
  const candidates = uses.hasClasses ? [] : candidatesAmong(program, uses);
  const passed: Passed[] = [];
  while (
    draw.scope('parameter', () => {
      if (!draw.boolean(passed.length < MAX ? ANOTHER_PASSED : 0)) return false;
      const ticket = draw.pick(TICKETS);
      const isRestrict = draw.boolean();
      const left = candidates.filter(({ of }) => !passed.some(({ of: { name } }) => name === of.name));
      const found = withBestHash(left, ticket);
      if (found !== undefined)
        passed.push({ of: found.of, byValue: found.byValue, isRestrict: isRestrict && !uses.hasPointers });
      return true;
    })
  );
  return passed;
}

function visit(node: unknown, uses: Uses): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) visit(each, uses);
    return;
  }
  const { kind } = node as { readonly kind?: string };
  if (kind === 'virtual') uses.hasClasses = true;
  if (kind === 'point' || kind === 'call' || kind === 'dereference') uses.hasPointers = true;
  // Nodes are plain objects, of which there are many: no list of their entries is made.
  for (const key in node) {
    const child: unknown = (node as Readonly<Record<string, unknown>>)[key];
    if (typeof child !== 'object' || child === null) continue;
    if ('dataClass' in child) uses.names.add((child as Variable | StructObject).name);
    else if (!references.has(key)) visit(child, uses);
  }
}

interface Candidate extends Pick<Passed, 'of' | 'byValue'> {
  readonly identity: number;
}

function candidatesAmong(
  { variables, objects }: Pick<LoomProgram, 'variables' | 'objects'>,
  { names }: Uses,
): Candidate[] {
  const single = variables.filter(
    ({ member, pointer, dataClass, storage }) =>
      member === undefined && pointer === undefined && storage !== 'const' && globals.has(dataClass),
  );
  return [...single, ...objects]
    .filter(({ name }) => names.has(name))
    .map((of) => ({
      of,
      byValue:
        of.dataClass === 'input' && of.dimensions.length === 0 && !('isVolatile' in of && of.isVolatile),
      identity: hashOfText(of.name),
    }));
}

const globals: ReadonlySet<string> = new Set(['input', 'mixed', 'output']);
