/** `memset`, `memcpy` and `memmove` on parts of arrays, and the loops that stand for them. */
import type { Drawing } from '../draw/drawing.ts';
import type { Visible } from '../draw/visibles.ts';
import { byIndex, byTicket } from '../draw/tickets.ts';
import type { Statement, Variable } from '../ir/nodes.ts';
import { elementCount } from '../ir/walk.ts';
import type { StatementRow } from './row.ts';
import { simple } from './simple.ts';

interface Bytes extends Statement {
  readonly kind: 'bytes';
  readonly how: 'memset' | 'memcpy' | 'memmove' | 'loop';
  readonly to: Variable;
  readonly from: Variable;
  /** First elements, and how many. */
  readonly toIndex: number;
  readonly fromIndex: number;
  readonly count: number;
  /** For `memset`. */
  readonly byte: number;
}

const INDICES = 256;

export const bytes: StatementRow<Bytes> = simple({
  kind: 'bytes',
  weight: 5,
  text: 60,
  needs: 'bytes',
  fits: ({ writable }) => writable.has(isContiguous),

  draw(drawing) {
    const { draw } = drawing;
    const how = draw.pick(['memset', 'memcpy', 'memmove', 'loop'] as const);
    const to = byTicket(draw, drawing.writable.those(isContiguous))!;
    const sources = sourcesFor(drawing, to);
    const other = byIndex(draw, sources)?.variable;
    const places = [draw.pick(INDICES), draw.pick(INDICES), draw.pick(INDICES)] as const;
    const byte = draw.pick(INDICES);
    // Nothing else of the type to copy from: the array itself, where what overlaps may be moved only.
    const from = other ?? to;
    return {
      kind: 'bytes',
      how: from === to && how === 'memcpy' ? 'memmove' : how,
      to,
      from,
      byte,
      ...ranges(to, from, places),
    };
  },

  operands: () => [],
  places: () => [],

  effect({ how, to, from, toIndex, fromIndex, count, byte }, _values, { memory }) {
    if (how === 'memset') {
      let value = 0n;
      for (let i = 0; i < to.type.bits; i += 8) value = (value << 8n) | BigInt(byte);
      for (let i = 0; i < count; i++) memory.store(to, toIndex + i, value);
      return;
    }
    const load = (i: number): bigint => memory.load(from, fromIndex + i);
    if (how === 'loop') {
      for (let i = 0; i < count; i++) memory.store(to, toIndex + i, load(i));
      return;
    }
    const values = Array.from({ length: count }, (_, i) => load(i));
    for (const [i, value] of values.entries()) memory.store(to, toIndex + i, value);
  },

  print({ how, to, from, toIndex, fromIndex, count, byte }, printer) {
    const type = printer.type(to.type);
    const target = `(${type} *)${to.name} + ${toIndex}`;
    const source = `(${type} *)${from.name} + ${fromIndex}`;
    if (how === 'memset') printer.line(`__builtin_memset(${target}, ${byte}, ${count} * sizeof(${type}));`);
    else if (how === 'loop')
      printer.line(
        `{ ${type} *t = ${target}, *s = ${source}; for (int n = 0; n < ${count}; n++) t[n] = s[n]; }`,
      );
    else printer.line(`__builtin_${how}(${target}, ${source}, ${count} * sizeof(${type}));`);
  },
});

/** An array whose elements are bytes one after the other, and all of whose bits count. */
function isContiguous({ variable }: Visible): boolean {
  const { dimensions, member, type, isVolatile } = variable;
  const isPlain = dimensions.length > 0 && member === undefined && isVolatile !== true;
  return isPlain && type.bits % 8 === 0 && type.becomes === undefined;
}

function sourcesFor({ readable }: Drawing, to: Variable): Visible[] {
  const contiguous = readable.those(isContiguous).list();
  return contiguous.filter(({ variable }) => variable.type === to.type && variable !== to);
}

function ranges(
  to: Variable,
  from: Variable,
  [first, second, length]: readonly [number, number, number],
): Pick<Bytes, 'toIndex' | 'fromIndex' | 'count'> {
  const toIndex = first % elementCount(to);
  const fromIndex = second % elementCount(from);
  const room = Math.min(elementCount(to) - toIndex, elementCount(from) - fromIndex);
  return { toIndex, fromIndex, count: 1 + (length % room) };
}
