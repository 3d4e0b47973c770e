/** `if (c) break;` and `if (c) continue;`: exits of the loop or switch around, on what the program computes. */
import { drawCondition } from '../draw/lane.ts';
import type { ExpressionNode, Statement } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';

interface Leave extends Statement {
  readonly kind: 'leave';
  readonly how: 'continue' | 'break';
  condition: ExpressionNode;
}

/** Conditions are small: an exit that is hardly ever taken or not taken is worth as much as any. */
const DEPTH = 3;

export const leave: StatementRow<Leave> = {
  kind: 'leave',
  weight: 4,
  fits: ({ loops }) => loops.some(({ isLoop }) => isLoop),

  draw(drawing) {
    const how = drawing.draw.pick(['continue', 'break'] as const);
    return { kind: 'leave', how, condition: drawCondition(drawing, DEPTH) };
  },

  settle(statement, settling) {
    const value = settling.expression(statement.condition);
    return value !== undefined && value !== 0n ? statement.how : 'on';
  },

  interpret({ how, condition }, interpreter) {
    return interpreter.evaluate(condition) !== 0n ? how : 'on';
  },

  print({ how, condition }, printer) {
    const exit = how === 'break' ? 'break;' : printer.goOn;
    printer.line(`if (${printer.expression(condition)}) { ${exit} }`);
  },
};
