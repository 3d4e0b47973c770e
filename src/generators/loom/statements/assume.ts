/**
 * `if (e < 3 || e > 9) __builtin_unreachable();`: an assumption for the compiler.
 *
 * Settling finds the limits: the least and the largest value of all executions. So the assumption always
 * holds.
 */
import { drawExpression, SMALL } from '../draw/expression.ts';
import { binary, constant } from '../ir/build.ts';
import type { ExpressionNode, Statement } from '../ir/nodes.ts';
import { promoted } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';

interface Assume extends Statement<'assume'> {
  readonly value: ExpressionNode;
  readonly how: 'unreachable' | 'assume';
  /** Undefined until the statement is executed. */
  seen: { least: bigint; most: bigint } | undefined;
}

export const assume: StatementRow<Assume> = {
  kind: 'assume',
  weight: 4,
  text: 60,
  needs: 'assume',

  draw(drawing) {
    const how = drawing.draw.pick(['unreachable', 'assume'] as const);
    return { kind: 'assume', value: drawExpression(drawing, SMALL), how, seen: undefined };
  },

  execute({ value, seen }, executor) {
    const found = convert(executor.value(value)!, promoted(value.type));
    if (seen === undefined || found < seen.least || found > seen.most)
      throw new Error('a settled program assumes what is false');
    return 'on';
  },

  settle(statement, settling) {
    const found = settling.value(statement.value);
    if (found === undefined) return 'on';
    const value = convert(found, promoted(statement.value.type));
    const { least, most } = statement.seen ?? { least: value, most: value };
    statement.seen = { least: value < least ? value : least, most: value > most ? value : most };
    return 'on';
  },

  print({ value, seen, how }, printer) {
    const type = promoted(value.type);
    const { least, most } = seen ?? { least: 0n, most: 0n };
    const below = binary('<', value, constant(least, type));
    const above = binary('>', value, constant(most, type));
    const isOne = least === most;
    const wrong = isOne ? binary('!=', value, constant(least, type)) : binary('||', below, above);
    const text = printer.expression(wrong);
    if (how === 'unreachable') printer.line(`if (${text}) __builtin_unreachable();`);
    else printer.line(`${printer.needed('ASSUME', assumeMacro)}(!(${text}));`);
  },
};

const assumeMacro = `#ifdef __clang__
#define ASSUME(c) __builtin_assume(c)
#else
#define ASSUME(c) do { if (!(c)) __builtin_unreachable(); } while (0)
#endif
`;
