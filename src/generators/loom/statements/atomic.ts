/**
 * `a = __atomic_fetch_add(&m, e, __ATOMIC_SEQ_CST);` and similar operations, in one thread: they wrap, and
 * are not undefined.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { isWhole } from '../draw/purposes.ts';
import type { Fits, Visible } from '../draw/visibles.ts';
import { byTicket } from '../draw/tickets.ts';
import { placeOf } from '../ir/build.ts';
import type { ExpressionNode, Read } from '../ir/nodes.ts';
import { convert, truth } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

type Update = 'add' | 'sub' | 'and' | 'or' | 'xor' | 'nand';

interface Atomic extends SimpleStatement<'atomic'> {
  readonly how: Update | 'exchange' | 'compare';
  readonly isNew: boolean;
  readonly order: string;
  readonly of: Read;
  readonly operands: readonly [ExpressionNode];
  /** Receives the old or the new value, or whether there was an exchange. */
  readonly to: Read;
}

const updates: Readonly<Record<Update, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  nand: (a, b) => ~(a & b),
};
const ways = ['add', 'exchange', 'compare', 'sub', 'and', 'or', 'xor', 'nand'] as const;
const orders = ['RELAXED', 'SEQ_CST', 'ACQ_REL'];

export const atomic: StatementRow<Atomic> = simple({
  kind: 'atomic',
  weight: 4,
  text: 90,
  needs: 'atomics',
  fits: ({ writable, switches }) => writable.has(sharedWith(switches)),

  draw(drawing) {
    const { draw } = drawing;
    const asked = {
      kind: 'atomic' as const,
      how: draw.pick(ways),
      isNew: draw.boolean(),
      order: draw.pick(orders),
      of: placeOf(byTicket(draw, drawing.writable.those(sharedWith(drawing.switches)))!),
      operands: [drawExpression(drawing, SMALL)] as const,
    };
    return { ...asked, to: placeOf(drawing.integer('local', asked.of.type).variable) };
  },

  effect({ how, isNew, of }, [operand], memory) {
    const old = memory.load(of.variable, 0);
    const value = convert(operand!, of.type);
    // A comparison with the value plus one never holds: if the new value is wanted, the comparison is with
    // the value itself.
    const isStored = how !== 'compare' || isNew;
    const next = how === 'exchange' || how === 'compare' ? value : convert(updates[how](old, value), of.type);
    if (isStored) memory.store(of.variable, 0, next);
    if (how === 'compare') return truth(isNew);
    return how !== 'exchange' && isNew ? next : old;
  },

  print({ how, isNew, order, of, operands: [value], to }, printer) {
    const at = `&${printer.name(of)}`;
    const operand = printer.expression(value);
    const said = `__ATOMIC_${order}`;
    const type = printer.type(of.type);
    // The value is computed first: it may read the place that is written.
    const r = printer.name(to);
    printer.line(`${type} ${r}; { ${type} v = ${operand};`);
    if (how === 'compare') {
      const expected = isNew ? printer.name(of) : `(${type})(${printer.name(of)} + 1u)`;
      printer.line(
        `  ${r} = ${expected}; ${r} = __atomic_compare_exchange_n(${at}, &${r}, v, 0, ${said}, __ATOMIC_RELAXED);`,
      );
    } else if (how === 'exchange') printer.line(`  ${r} = __atomic_exchange_n(${at}, v, ${said});`);
    else printer.line(`  ${r} = __atomic_${isNew ? `${how}_fetch` : `fetch_${how}`}(${at}, v, ${said});`);
    printer.line('}');
  },
});

/** Integers that each machine can update at once: 32 bits, and 64 bits if the machine's words are that long. */
function sharedWith(switches: Drawing['switches']): Fits {
  return switches.has('long') ? isShared : isSharedAnywhere;
}

function isShared(visible: Visible): boolean {
  const { member, type } = visible.variable;
  return isWhole(visible) && member === undefined && (type.bits === 32 || type.bits === 64);
}

function isSharedAnywhere(visible: Visible): boolean {
  return visible.variable.type.bits === 32 && isShared(visible);
}
