/**
 * `if (c) break;` and `if (c) continue;`: exits of the enclosing loop or switch, on a condition over the
 * program's values.
 */
import { SMALL } from '../draw/expression.ts';
import { drawCondition } from '../draw/lane.ts';
import type { ExpressionNode, Statement } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';

export interface Leave extends Statement<'leave'> {
  readonly how: 'continue' | 'break';
  /** Undefined: always. */
  readonly condition: ExpressionNode | undefined;
}

export const leave: StatementRow<Leave> = {
  kind: 'leave',
  weight: 4,
  fits: ({ loops }) => loops.findLast(({ isLoop, isClosed }) => isLoop || isClosed)?.isLoop === true,

  draw(drawing) {
    const how = drawing.draw.pick(['continue', 'break'] as const);
    return { kind: 'leave', how, condition: drawCondition(drawing, SMALL) };
  },

  execute({ condition, how }, executor) {
    const isTaken = condition === undefined || executor.value(condition) !== 0n;
    return isTaken && executor.isExecuted ? how : 'on';
  },

  print({ how, condition }, printer) {
    const exit = how === 'break' ? 'break;' : printer.goOn;
    printer.line(condition === undefined ? exit : `if (${printer.condition(condition)}) { ${exit} }`);
  },
};
