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
      const hidden = drawing.declare({ ...about, dataClass: 'hidden', dimensions: [] });
      handlers.push(hidden.variable);
      const body = drawBlock(drawing, depth + 1);
      handlers.pop();
      // From here on it can be read and written.
      drawing.show(hidden, 'local');
      return { kind: 'try', caught: hidden.variable, body, handler: drawBlock(drawing, depth + 1) };
    });
  },

  settle({ body, handler }, settling) {
    const flow = settling.block(body);
    const isCaught = settling.isExecuted && flow === 'throw';
    const after = settling.where(isCaught, () => settling.block(handler));
    return isCaught ? after : flow;
  },

  interpret({ body, handler }, interpreter) {
    const flow = interpreter.block(body);
    return flow === 'throw' ? interpreter.block(handler) : flow;
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
    return {
      kind: 'throw',
      caught,
      condition: drawExpression(drawing, DEPTH),
      value: drawExpression(drawing, DEPTH),
    };
  },

  settle({ caught, condition, value }, settling) {
    const isThrown = settling.expression(condition) !== 0n;
    settling.where(isThrown, () => settling.store(placeOf(caught), settling.expression(value)));
    return isThrown && settling.isExecuted ? 'throw' : 'on';
  },

  interpret({ caught, condition, value }, interpreter) {
    if (interpreter.evaluate(condition) === 0n) return 'on';
    interpreter.store(placeOf(caught), interpreter.evaluate(value));
    return 'throw';
  },

  print({ caught, condition, value }, printer) {
    const thrown = `(${printer.type(caught.type)})${printer.expression(value, 14)}`;
    printer.line(`if (${printer.expression(condition)}) throw ${thrown};`);
  },
};
