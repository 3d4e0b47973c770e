/** `try { ... } catch (int x) { ... }` and `if (c) throw e;`: exceptions, thrown and caught in one function. */
import { drawExpression } from '../draw/expression.ts';
import { placeOf } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

interface Try extends Statement {
  readonly kind: 'try';
  /** The variable that takes what is caught. */
  readonly caught: Variable;
  readonly body: Block;
  readonly handler: Block;
}

interface Throw extends Statement {
  readonly kind: 'throw';
  readonly caught: Variable;
  readonly condition: ExpressionNode;
  readonly value: ExpressionNode;
}

/** The thrown value and the condition are small expressions. */
const DEPTH = 3;

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
      // From here on it can be read and written.
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
    printer.line(`} catch (${printer.declared(caught)}) {`);
    printer.block(handler);
    printer.line('}');
  },
};

export const raise: StatementRow<Throw> = {
  kind: 'throw',
  weight: 12,
  needs: 'exceptions',
  fits: ({ handlers }) => handlers.length > 0,

  draw(drawing) {
    const caught = drawing.handlers.at(-1)!;
    const condition = drawExpression(drawing, DEPTH);
    return { kind: 'throw', caught, condition, value: drawExpression(drawing, DEPTH) };
  },

  execute({ caught, condition, value }, executor) {
    const isThrown = executor.value(condition) !== 0n;
    executor.where(isThrown, () => executor.store(placeOf(caught), executor.value(value)));
    return isThrown && executor.isExecuted ? 'throw' : 'on';
  },

  print({ caught, condition, value }, printer) {
    const thrown = `(${printer.type(caught.type)})${printer.expression(value, 14)}`;
    printer.line(`if (${printer.expression(condition)}) throw ${thrown};`);
  },
};
