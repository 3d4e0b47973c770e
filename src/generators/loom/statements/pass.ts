/** `s = change(t, e);`: structs go into a function and come out of it, by value or by address. */
import { drawExpression } from '../draw/expression.ts';
import { byIndex } from '../draw/tickets.ts';
import type { ExpressionNode, Statement, StructObject, Variable } from '../ir/nodes.ts';
import { type IntegerType, ULLONG } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import { copyLeaves, single, targets } from './copy.ts';
import type { StatementRow } from './row.ts';
import { simple } from './simple.ts';

interface Pass extends Statement {
  readonly kind: 'pass';
  readonly how: 'value' | 'address' | 'many';
  readonly to: StructObject;
  readonly from: StructObject;
  /** The member that is changed, and the type that the new value comes in. */
  readonly leaf: Variable;
  readonly type: IntegerType;
  readonly value: ExpressionNode;
}

/** The other arguments, of many. */
const SUM = 28n;
const LEAVES = 64;
const DEPTH = 2;

export const pass: StatementRow<Pass> = simple({
  kind: 'pass',
  weight: 4,
  text: 220,
  needs: 'passing',
  fits: (drawing) => drawing.switches.has('structs') && targets(drawing).length > 0,

  draw(drawing) {
    const { draw, types } = drawing;
    const to = byIndex(draw, targets(drawing))!;
    const from = byIndex(
      draw,
      single(drawing).filter(({ type }) => type === to.type),
    )!;
    const leaves = plain(to);
    const leaf = leaves[draw.pick(LEAVES) % leaves.length]!;
    const how = draw.pick(['value', 'address', 'many'] as const);
    return {
      kind: 'pass',
      how,
      to,
      from,
      leaf,
      type: draw.pick(types),
      value: drawExpression(drawing, DEPTH),
    };
  },

  operands: ({ value }) => [value],
  places: () => [],

  effect({ to, from, leaf, type, how }, [value], { memory }) {
    copyLeaves(to.leaves, from.leaves, memory);
    const passed = convert(value!, type);
    const sum = convert(convert(passed, ULLONG) + SUM, ULLONG);
    memory.store(leaf, 0, how === 'many' ? convert(sum, type) : passed);
  },

  print({ how, to, from, leaf, type, value }, printer) {
    const struct = `struct ${to.type.name}`;
    const text = printer.type(type);
    const { path } = leaf.member!;
    const name = `${how}_${to.type.name}${path.replaceAll('.', '_')}_${text.replaceAll(/\W+/g, '_')}`;
    const operand = printer.expression(value);
    const [target, source] = [to.name, from.name].map((each) => printer.called(each));
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

/** Members that are one integer: there is always one. */
function plain({ leaves }: StructObject): Variable[] {
  return leaves.filter(({ dimensions }) => dimensions.length === 0);
}
