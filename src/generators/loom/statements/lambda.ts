/** `auto f = [&](int x) -> int { return e; };` and some calls of it. */
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
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

interface Lambda extends Statement<'lambda'> {
  readonly name: string;
  readonly parameter: Variable;
  readonly result: IntegerType;
  readonly value: ExpressionNode;
  readonly calls: readonly LambdaCall[];
}

const MAX_CALLS = 3;

export const lambda: StatementRow<Lambda> = {
  kind: 'lambda',
  weight: 6,
  text: 150,
  needs: 'lambdas',

  draw(drawing) {
    const { draw, names } = drawing;
    const name = names.draw(draw, 'function');
    const { parameter, value } = drawing.inBlock(() => {
      const { variable } = drawing.integer('local');
      return { parameter: variable, value: drawExpression(drawing, 1) };
    });
    const result = draw.pick(drawing.types);
    const length = { chance: ANOTHER_CALL, least: 1, most: MAX_CALLS };
    const calls = drawList(draw, 'call', length, () => ({
      argument: drawExpression(drawing, SMALL),
      to: drawTargetPlace(drawing),
    }));
    return { kind: 'lambda', name, parameter, result, value, calls };
  },

  execute({ parameter, result, value, calls }, executor) {
    executor.repeatedly(() => {
      for (const { argument, to } of calls) {
        executor.store(placeOf(parameter), executor.value(argument));
        const returned = executor.value(value);
        executor.place(to);
        executor.store(to, returned === undefined ? undefined : convert(returned, result));
      }
    });
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
