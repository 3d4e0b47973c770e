/** `for (int j = i + 1; j < i_n - 3; j += i_s + 2)`: loops whose start, end and step are expressions. */
import { drawLevel, drawRange } from '../draw/range.ts';
import { cast, placeOf } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { childrenOf } from '../ir/walk.ts';
import { type GangSpace, printForeach } from '../lower/foreach.ts';
import type { Printer } from '../lower/printer.ts';
import type { Executor, Flow } from '../truth/executor.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

export interface RangedLoop extends Statement<'ranged'> {
  readonly iterator: Variable;
  readonly start: ExpressionNode;
  readonly goesOn: ExpressionNode;
  /** At least one. */
  readonly step: ExpressionNode;
  readonly isDown: boolean;
  readonly pragma: string;
  readonly body: Block;
}

const sizes = [8, 16, 5, 32, 64, 100] as const;
const MAX_TRIPS = 256;
/** The precedence of a sum. */
const SUM = 11;

export const ranged: StatementRow<RangedLoop> = {
  kind: 'ranged',
  weight: 6,
  text: 100,
  needs: 'spaces',
  isNesting: true,

  draw(drawing, depth) {
    const { budget, trips: outer, loops } = drawing;
    const level = drawLevel(drawing, sizes, Math.min(MAX_TRIPS, budget.executions / 8) / outer);
    return drawing.inBlock(() => {
      const { loop, open } = drawRange(drawing, level, loops.at(-1));
      const body = drawing.inLoop(open, () => drawBlock(drawing, depth + 1));
      return { ...loop, body };
    });
  },

  execute(statement, executor) {
    executor.store(placeOf(statement.iterator), executor.value(statement.start));
    return executor.repeatedly(() => trips(statement, executor));
  },

  print(statement, printer) {
    const { iterator, start, goesOn, step, isDown, pragma, body } = statement;
    const space = spaceOf(statement, printer);
    if (space !== undefined && printForeach({ iterator, body, space }, printer)) return;
    const { name } = iterator;
    const isOne = step.kind === 'constant' && step.value === 1n;
    const sign = isDown ? '-' : '+';
    const move = isOne ? `${name}${sign}${sign}` : `${name} ${sign}= ${printer.expression(step)}`;
    if (pragma !== '') printer.line(`#pragma ${pragma}`);
    const from = `${printer.declared(iterator)} = ${printer.expression(start)}`;
    printer.line(`for (${from}; ${printer.condition(goesOn)}; ${move}) {`);
    printer.bodyOfLoop(body, '');
    printer.line('}');
  },
};

/** Undefined unless the iterator goes up by one to an end that does not change. */
function spaceOf(
  { iterator, start, goesOn, step, isDown }: RangedLoop,
  printer: Printer,
): GangSpace | undefined {
  if (isDown || step.kind !== 'constant' || step.value !== 1n || goesOn.kind !== 'binary') return undefined;
  const { left, sign, right } = goesOn;
  const isPlain = left.kind === 'read' && left.variable === iterator && iterator.type.isSigned;
  if (!isPlain || !['<', '<='].includes(sign) || hasRead(right, iterator)) return undefined;
  const number = (of: ExpressionNode): string => printer.expression(cast(INT, of), SUM);
  return { start: number(start), end: `${number(right)}${sign === '<=' ? ' + 1' : ''}` };
}

function hasRead(expression: ExpressionNode, variable: Variable): boolean {
  if (expression.kind === 'read' && expression.variable === variable) return true;
  return childrenOf(expression).some((child) => hasRead(child, variable));
}

function trips({ iterator, goesOn, step, isDown, body }: RangedLoop, executor: Executor): Flow {
  const place = placeOf(iterator);
  while (executor.value(goesOn) !== 0n) {
    const flow = executor.block(body);
    const by = executor.value(step);
    if (!executor.isExecuted || flow === 'break') return 'on';
    if (flow !== 'on' && flow !== 'continue') return flow;
    executor.store(place, executor.memory.load(iterator, 0) + (isDown ? -by! : by!));
  }
  return 'on';
}
