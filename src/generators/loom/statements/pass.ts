/** `s = change(t, e);`: functions that take and return structs, by value or by address. */
import { drawExpression, MIDDLE } from '../draw/expression.ts';
import { byIndex } from '../draw/tickets.ts';
import type { ExpressionNode, StructObject, Variable } from '../ir/nodes.ts';
import { type IntegerType, ULLONG } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import { copyLeaves, single, targets } from './copy.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

interface Pass extends SimpleStatement<'pass'> {
  readonly how: 'value' | 'address' | 'many';
  readonly into: StructObject;
  readonly from: StructObject;
  /** The member that changes, and the type of the new value. */
  readonly leaf: Variable;
  readonly type: IntegerType;
  readonly operands: readonly [ExpressionNode];
}

/** The other arguments, of many. */
const SUM = 28n;
const LEAVES = 64;

export const pass: StatementRow<Pass> = simple({
  kind: 'pass',
  weight: 4,
  text: 220,
  needs: 'passing',
  fits: (drawing) => drawing.switches.has('structs') && targets(drawing).length > 0,

  draw(drawing) {
    const { draw, types } = drawing;
    const into = byIndex(draw, targets(drawing))!;
    const from = byIndex(
      draw,
      single(drawing).filter(({ type }) => type === into.type),
    )!;
    const leaves = plain(into);
    const leaf = leaves[draw.pick(LEAVES) % leaves.length]!;
    const how = draw.pick(['value', 'address', 'many'] as const);
    return {
      kind: 'pass',
      how,
      into,
      from,
      leaf,
      type: draw.pick(types),
      operands: [drawExpression(drawing, MIDDLE)],
    };
  },

  effect({ into, from, leaf, type, how }, [value], memory) {
    copyLeaves(into.leaves, from.leaves, memory);
    const passed = convert(value!, type);
    const sum = convert(convert(passed, ULLONG) + SUM, ULLONG);
    memory.store(leaf, 0, how === 'many' ? convert(sum, type) : passed);
    return undefined;
  },

  print({ how, into, from, leaf, type, operands: [value] }, printer) {
    const struct = `struct ${into.type.name}`;
    const text = printer.type(type);
    const { path } = leaf.member!;
    const name = `${how}_${into.type.name}${path.replaceAll('.', '_')}_${text.replaceAll(/\W+/g, '_')}`;
    const operand = printer.expression(value);
    const [target, source] = [into.name, from.name].map((each) => printer.called(each));
    const head = '__attribute__((noinline)) static';
    if (how === 'address') {
      const list = `${struct} *s, const ${struct} *t, ${text} v`;
      printer.needed(name, `${head} void ${name}(${list}) { *s = *t; s->${path.slice(1)} = v; }\n`);
      printer.line(`${name}(&${target}, &${source}, ${operand});`);
      return;
    }
    const more = how === 'many' ? ', char a, int b, short c, long long d, int e, signed char f, int g' : '';
    const sum = how === 'many' ? '((unsigned long long)v + a + b + c + d + e + f + g)' : 'v';
    const list = `${struct} s${more}, ${text} v`;
    printer.needed(name, `${head} ${struct} ${name}(${list}) { s${path} = (${text})${sum}; return s; }\n`);
    const own = how === 'many' ? ', 1, 2, 3, 4, 5, 6, 7' : '';
    printer.line(`${target} = ${name}(${source}${own}, ${operand});`);
  },
});

/** Members that are one integer: there is always at least one. */
function plain({ leaves }: StructObject): Variable[] {
  return leaves.filter(({ dimensions }) => dimensions.length === 0);
}
