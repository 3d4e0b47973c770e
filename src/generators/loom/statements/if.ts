/**
 * `if (c) { ... } else { ... }`: the branch that does not run keeps its operations as drawn, even undefined
 * ones.
 */
import { drawCondition } from '../draw/lane.ts';
import type { Block, ExpressionNode, Statement } from '../ir/nodes.ts';
import { ELSE } from '../policy/weights.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

interface If extends Statement<'if'> {
  readonly condition: ExpressionNode;
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

  execute({ condition, yes, no = [] }, executor) {
    const isYes = executor.value(condition) !== 0n;
    const after = [
      executor.where(isYes, () => executor.block(yes)),
      executor.where(!isYes, () => executor.block(no)),
    ];
    return executor.isExecuted ? after[isYes ? 0 : 1]! : 'on';
  },

  print({ condition, yes, no }, printer) {
    printer.line(`if (${printer.condition(condition)}) {`);
    printer.block(yes);
    if (no === undefined) printer.line('}');
    else printer.braced('} else', no);
  },
};

export function onlyIf(condition: ExpressionNode, ...yes: Statement[]): If {
  return { kind: 'if', condition, yes, no: undefined };
}
