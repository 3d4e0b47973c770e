/** `memset`, `memcpy` and `memmove` on parts of arrays, and loops that do the same. */
import type { Drawing } from '../draw/drawing.ts';
import { isContiguous } from '../draw/purposes.ts';
import type { Visible } from '../draw/visibles.ts';
import { byIndex, byTicket } from '../draw/tickets.ts';
import type { Statement, Variable } from '../ir/nodes.ts';
import { elementCount } from '../ir/walk.ts';
import type { StatementRow } from './row.ts';
import { simple } from './simple.ts';

interface Bytes extends Statement<'bytes'> {
  readonly how: 'memset' | 'memcpy' | 'memmove' | 'loop';
  readonly into: Variable;
  readonly from: Variable;
  /** First elements, and how many. */
  readonly intoIndex: number;
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
  fits: ({ writable }) => writable.has(isOfBytes),

  draw(drawing) {
    const { draw } = drawing;
    const how = draw.pick(['memset', 'memcpy', 'memmove', 'loop'] as const);
    const into = byTicket(draw, drawing.writable.those(isOfBytes))!;
    const sources = sourcesFor(drawing, into);
    const other = byIndex(draw, sources)?.variable;
    const places = [draw.pick(INDICES), draw.pick(INDICES), draw.pick(INDICES)] as const;
    const byte = draw.pick(INDICES);
    // Without another array of the type, it copies within the array itself, by memmove, since the parts may
    // overlap.
    const from = other ?? into;
    return {
      kind: 'bytes',
      how: from === into && how === 'memcpy' ? 'memmove' : how,
      into,
      from,
      byte,
      ...ranges(into, from, places),
    };
  },

  effect({ how, into, from, intoIndex, fromIndex, count, byte }, _values, memory) {
    if (how === 'memset') {
      let value = 0n;
      for (let i = 0; i < into.type.bits; i += 8) value = (value << 8n) | BigInt(byte);
      for (let i = 0; i < count; i++) memory.store(into, intoIndex + i, value);
      return undefined;
    }
    const load = (i: number): bigint => memory.load(from, fromIndex + i);
    if (how === 'loop') {
      for (let i = 0; i < count; i++) memory.store(into, intoIndex + i, load(i));
      return undefined;
    }
    const values = Array.from({ length: count }, (_, i) => load(i));
    for (const [i, value] of values.entries()) memory.store(into, intoIndex + i, value);
    return undefined;
  },

  print({ how, into, from, intoIndex, fromIndex, count, byte }, printer) {
    const type = printer.type(into.type);
    const target = `${printer.elements(into)} + ${intoIndex}`;
    const source = `${printer.elements(from)} + ${fromIndex}`;
    if (how === 'memset') printer.line(`__builtin_memset(${target}, ${byte}, ${count} * sizeof(${type}));`);
    else if (how === 'loop')
      printer.line(
        `{ ${type} *t = ${target}, *s = ${source}; for (int n = 0; n < ${count}; n++) t[n] = s[n]; }`,
      );
    else printer.line(`__builtin_${how}(${target}, ${source}, ${count} * sizeof(${type}));`);
  },
});

/** An array whose elements are adjacent bytes, and have only value bits. */
function isOfBytes(visible: Visible): boolean {
  const { bits, becomes } = visible.variable.type;
  return isContiguous(visible) && bits % 8 === 0 && becomes === undefined;
}

function sourcesFor({ readable }: Drawing, into: Variable): Visible[] {
  const contiguous = readable.those(isOfBytes).list();
  return contiguous.filter(({ variable }) => variable.type === into.type && variable !== into);
}

function ranges(
  into: Variable,
  from: Variable,
  [first, second, length]: readonly [number, number, number],
): Pick<Bytes, 'intoIndex' | 'fromIndex' | 'count'> {
  const intoIndex = first % elementCount(into);
  const fromIndex = second % elementCount(from);
  const room = Math.min(elementCount(into) - intoIndex, elementCount(from) - fromIndex);
  return { intoIndex, fromIndex, count: 1 + (length % room) };
}
