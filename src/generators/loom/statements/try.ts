/** `try { ... } catch (int x) { ... }` and `if (c) throw e;`: exceptions, thrown and caught in one function. */
import { drawExpression, SMALL } from '../draw/expression.ts';
import { placeOf } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

interface Try extends Statement<'try'> {
  /** The variable that receives the caught value. */
  readonly caught: Variable;
  readonly body: Block;
  readonly handler: Block;
}

interface Throw extends Statement<'throw'> {
  readonly caught: Variable;
  readonly condition: ExpressionNode;
  readonly value: ExpressionNode;
}

export const attempt: StatementRow<Try> = {
  kind: 'try',
  weight: 6,
  needs: 'exceptions',
  isNesting: true,

  draw(drawing, depth) {
    const { draw, names, handlers } = drawing;
    return drawing.inBlock(() => {
      const about = { name: names.draw(draw, 'local'), type: draw.pick(drawing.types) };
      const hidden = drawing.declare({ ...about, dataClass: 'hidden' });
      handlers.push(hidden.variable);
      const body = drawBlock(drawing, depth + 1);
      handlers.pop();
      // From here on statements can read and write it.
      drawing.show(hidden, 'local');
      return { kind: 'try', caught: hidden.variable, body, handler: drawBlock(drawing, depth + 1) };
    });
  },

  execute({ body, handler }, executor) {
    const flow = executor.block(body);
    const isCaught = executor.isExecuted && flow === 'throw';
    const after = executor.where(isCaught, () => executor.block(handler));
    return isCaught ? after! : flow;
  },

  print({ caught, body, handler }, printer) {
    printer.line('try {');
    printer.block(body);
    printer.braced(`} catch (${printer.declared(caught)})`, handler);
  },
};

export const raise: StatementRow<Throw> = {
  kind: 'throw',
  weight: 12,
  needs: 'exceptions',
  fits: ({ handlers }) => handlers.length > 0,

  draw(drawing) {
    const caught = drawing.handlers.at(-1)!;
    const condition = drawExpression(drawing, SMALL);
    return { kind: 'throw', caught, condition, value: drawExpression(drawing, SMALL) };
  },

  execute({ caught, condition, value }, executor) {
    const isThrown = executor.value(condition) !== 0n;
    executor.where(isThrown, () => executor.store(placeOf(caught), executor.value(value)));
    return isThrown && executor.isExecuted ? 'throw' : 'on';
  },

  print({ caught, condition, value }, printer) {
    const thrown = `(${printer.type(caught.type)})${printer.operand(value)}`;
    printer.line(`if (${printer.expression(condition)}) throw ${thrown};`);
  },
};
