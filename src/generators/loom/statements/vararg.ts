/** `a = gather_il(2, x, y);`: functions with variable arguments, some of which do not fit into registers. */
import { drawExpression, TINY } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place } from '../ir/nodes.ts';
import { INT, type IntegerType, LLONG, UINT, ULLONG } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

/** The type of an argument, or a whole number in floating point. */
type Passed = IntegerType | 'double';

interface Vararg extends SimpleStatement<'vararg'> {
  readonly types: readonly Passed[];
  readonly operands: readonly ExpressionNode[];
  readonly to: Place;
}

const types: readonly Passed[] = [INT, LLONG, UINT, 'double', ULLONG];
const letters = 'iludv';
const MAX = 12;
const ANOTHER = 0.8;
/** Number of bits of a whole number in floating point. */
const WHOLE = 20;
const FACTOR = 31n;

export const vararg: StatementRow<Vararg> = simple({
  kind: 'vararg',
  weight: 3,
  text: 250,
  needs: 'varargs',

  draw(drawing) {
    const { draw } = drawing;
    const passed = drawList(draw, 'argument', { chance: ANOTHER, least: 1, most: MAX }, () => ({
      type: draw.pick(types),
      value: drawExpression(drawing, TINY),
    }));
    return {
      kind: 'vararg',
      types: passed.map(({ type }) => type),
      operands: passed.map(({ value }) => value),
      to: drawTargetPlace(drawing),
    };
  },

  effect(statement, values) {
    return values.reduce((total, value, i) => {
      const type = statement.types[i]!;
      const own = type === 'double' ? BigInt.asUintN(WHOLE, value) : convert(value, type);
      return convert(total * FACTOR + own, ULLONG);
    }, BigInt(values.length));
  },

  print(statement, printer) {
    const { to, operands } = statement;
    const text = (type: Passed): string => (type === 'double' ? type : printer.type(type));
    const name = `gather_${statement.types.map((type) => letters[types.indexOf(type)]).join('')}`;
    const steps = statement.types.map((type) => {
      const whole = type === 'double' ? '(unsigned long long)' : '';
      return `  s = s * ${FACTOR} + ${whole}__builtin_va_arg(l, ${text(type)});\n`;
    });
    const start = '__builtin_va_list l; __builtin_va_start(l, n);\n  unsigned long long s = n;\n';
    printer.needed(
      name,
      `__attribute__((noinline)) static unsigned long long ${name}(int n, ...) {\n  ${start}${steps.join('')}  __builtin_va_end(l);\n  return s;\n}\n`,
    );
    const list = operands.map((value, i) => {
      const type = statement.types[i]!;
      const operand = printer.operand(value);
      return type === 'double'
        ? `(double)((unsigned)${operand} & ${2 ** WHOLE - 1})`
        : `(${text(type)})${operand}`;
    });
    printer.line(`${printer.name(to)} = ${name}(${[operands.length, ...list].join(', ')});`);
  },
});
