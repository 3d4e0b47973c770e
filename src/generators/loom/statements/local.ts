/**
 * `int l[8] = {e};` and similar declarations: arrays that live as long as their block, some in memory that
 * the function requests.
 */
import { drawExpression, TINY } from '../draw/expression.ts';
import type { ExpressionNode, Variable } from '../ir/nodes.ts';
import { elementCount } from '../ir/walk.ts';
import { convert } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

interface LocalArray extends SimpleStatement<'local'> {
  readonly variable: Variable;
  readonly how: 'list' | 'loop' | 'alloca';
  /** The first elements; the others are 0. In a loop the values repeat in turn. */
  readonly operands: readonly ExpressionNode[];
}

const sizes = [4, 8, 2, 16, 5, 32] as const;
const VALUES = 4;

export const localArray: StatementRow<LocalArray> = simple({
  kind: 'local',
  weight: 6,
  text: 80,
  needs: 'locals',

  draw(drawing) {
    const { draw, names } = drawing;
    const [name, type, size] = [names.draw(draw, 'local'), draw.pick(drawing.types), draw.pick(sizes)];
    const how = draw.pick(['list', 'loop', 'alloca'] as const);
    const count = Math.min(1 + draw.pick(VALUES), how === 'loop' ? 2 : size);
    const operands = Array.from({ length: count }, () => drawExpression(drawing, TINY));
    const dimensions = draw.boolean(0.25) && how === 'list' ? [size, size] : [size];
    const { variable } = drawing.declare({ name, dataClass: 'local', type, dimensions });
    return { kind: 'local', variable, how, operands };
  },

  effect({ variable, how }, values, memory) {
    const own = values.map((value) => convert(value, variable.type));
    const count = elementCount(variable);
    for (let index = 0; index < count; index++)
      memory.store(variable, index, (how === 'loop' ? own[index % own.length] : own[index]) ?? 0n);
    return undefined;
  },

  print({ variable, how, operands }, printer) {
    const { name, type, dimensions } = variable;
    const text = printer.type(type);
    const own = operands.map((value) => `(${text})${printer.operand(value)}`);
    if (how === 'list') {
      const list = dimensions.length === 1 ? own.join(', ') : rowsOf(own, dimensions[1]!);
      printer.line(`${printer.declared(variable)} = {${list}};`);
      return;
    }
    const [first, second] = [own[0]!, own.at(-1)!];
    const held = printer.isVarying || !printer.isIspc ? '' : 'uniform ';
    if (how === 'loop') {
      printer.line(
        `${printer.declared(variable)}; ${held}${text} ${name}_0 = ${first}, ${name}_1 = ${second};`,
      );
      printer.line(
        `for (${held}int n = 0; n < ${dimensions[0]}; n++) ${name}[n] = ${operands.length === 1 ? '' : `n % 2 ? ${name}_1 : `}${name}_0;`,
      );
      return;
    }
    // A small memory has no room for an array that stays until the function returns, and ISPC has none.
    printer.line(
      printer.isNarrow || printer.isIspc
        ? `${printer.declared(variable)} = {0};`
        : `${text} *${name} = (${text} *)__builtin_alloca(${dimensions[0]} * sizeof(${text})); __builtin_memset(${name}, 0, ${dimensions[0]} * sizeof(${text}));`,
    );
    for (const [i, value] of own.entries()) printer.line(`${name}[${i}] = ${value};`);
  },
});

/** The initialiser of an array of arrays. */
function rowsOf(values: readonly string[], size: number): string {
  const count = Math.ceil(values.length / size);
  const rows = Array.from({ length: count }, (_, row) => values.slice(row * size, (row + 1) * size));
  return rows.map((row) => `{${row.join(', ')}}`).join(', ');
}
