/** `if (c) { ... } else { ... }`: what is not taken keeps its operations as drawn, undefined ones too. */
import { drawCondition } from '../draw/lane.ts';
import type { Block, ExpressionNode, Statement } from '../ir/nodes.ts';
import { ELSE } from '../policy/weights.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

interface If extends Statement {
  readonly kind: 'if';
  condition: ExpressionNode;
  readonly yes: Block;
  readonly no: Block | undefined;
}

export const branch: StatementRow<If> = {
  kind: 'if',
  weight: 10,
  text: 40,
  isNesting: true,

  draw(drawing, depth) {
    const condition = drawCondition(drawing, 0);
    const yes = drawBlock(drawing, depth + 1);
    const no = drawing.draw.boolean(ELSE) ? drawBlock(drawing, depth + 1) : undefined;
    return { kind: 'if', condition, yes, no };
  },

  settle(statement, settling) {
    const isYes = settling.expression(statement.condition) !== 0n;
    const yes = settling.where(isYes, () => settling.block(statement.yes));
    const no = settling.where(!isYes, () => settling.block(statement.no ?? []));
    if (!settling.isExecuted) return 'on';
    return isYes ? yes : no;
  },

  interpret({ condition, yes, no }, interpreter) {
    if (interpreter.evaluate(condition) !== 0n) return interpreter.block(yes);
    return no === undefined ? 'on' : interpreter.block(no);
  },

  print({ condition, yes, no }, printer) {
    printer.line(`if (${printer.expression(condition)}) {`);
    printer.block(yes);
    if (no !== undefined) {
      printer.line('} else {');
      printer.block(no);
    }
    printer.line('}');
  },
};
