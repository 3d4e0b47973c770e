/** `auto f = [&](int x) -> int { return e; };` and some calls of it. */
import { drawExpression } from '../draw/expression.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { placeOf } from '../ir/build.ts';
import type { ExpressionNode, Place, Statement, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import { ANOTHER_CALL } from '../policy/weights.ts';
import type { StatementRow } from './row.ts';

interface LambdaCall {
  readonly argument: ExpressionNode;
  readonly to: Place;
}

interface Lambda extends Statement {
  readonly kind: 'lambda';
  readonly name: string;
  readonly parameter: Variable;
  readonly result: IntegerType;
  readonly value: ExpressionNode;
  readonly calls: readonly LambdaCall[];
}

const MAX_CALLS = 3;
const ARGUMENT_DEPTH = 3;

export const lambda: StatementRow<Lambda> = {
  kind: 'lambda',
  weight: 6,
  text: 150,
  needs: 'lambdas',

  draw(drawing) {
    const { draw, names } = drawing;
    const name = names.draw(draw, 'function');
    const { parameter, value } = drawing.inBlock(() => {
      const about = { name: names.draw(draw, 'local'), type: draw.pick(drawing.types) };
      const visible = drawing.declare({ ...about, dataClass: 'local', dimensions: [] });
      return { parameter: visible.variable, value: drawExpression(drawing, 1) };
    });
    const result = draw.pick(drawing.types);
    const calls: LambdaCall[] = [];
    while (
      draw.scope('call', () => {
        const isThere = draw.boolean(calls.length < MAX_CALLS ? ANOTHER_CALL : 0);
        if (!isThere && calls.length > 0) return false;
        calls.push({ argument: drawExpression(drawing, ARGUMENT_DEPTH), to: drawTargetPlace(drawing) });
        return true;
      })
    );
    return { kind: 'lambda', name, parameter, result, value, calls };
  },

  settle({ parameter, result, value, calls }, settling) {
    settling.repeatedly(() => {
      for (const { argument, to } of calls) {
        settling.store(placeOf(parameter), settling.expression(argument));
        const returned = settling.expression(value);
        settling.place(to);
        settling.store(to, returned === undefined ? undefined : convert(returned, result));
      }
    });
    return 'on';
  },

  interpret({ parameter, result, value, calls }, interpreter) {
    for (const { argument, to } of calls) {
      interpreter.store(placeOf(parameter), interpreter.evaluate(argument));
      interpreter.store(to, convert(interpreter.evaluate(value), result));
    }
    return 'on';
  },

  print({ name, parameter, result, value, calls }, printer) {
    const head = `[&](${printer.declared(parameter)}) -> ${printer.type(result)}`;
    printer.line(`{ auto ${name} = ${head} { return ${printer.expression(value)}; };`);
    for (const { argument, to } of calls)
      printer.line(`  ${printer.name(to)} = ${name}(${printer.expression(argument)});`);
    printer.line('}');
  },
};
