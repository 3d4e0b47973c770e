/**
 * Sequences that no generator drew: any balanced tree over the symbols of an alphabet, with any values in bounds. Edits
 * put such trees inside a scope of a record.
 */
import * as fc from 'fast-check';

import {
  type Alphabet,
  CLOSE,
  SymbolKind,
  INLINE_SIGNED,
  INLINE_UNSIGNED,
} from '../../src/choice/sequence/alphabet.ts';
import { ChoiceSequence, cut } from '../../src/choice/sequence/sequence.ts';

/** One event: opens a scope, ends one, or is a choice. The numbers are mapped to what the alphabet knows. */
interface Event {
  readonly is: 'open' | 'close' | 'choice' | 'inline';
  readonly symbol: number;
  readonly value: bigint;
}

export type Events = readonly Event[];

export const events: fc.Arbitrary<Events> = fc.oneof(
  fc.array(
    fc.record<Event>({
      is: fc.constantFrom('open', 'open', 'close', 'close', 'choice', 'choice', 'choice', 'inline'),
      symbol: fc.nat(),
      value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    }),
    { maxLength: 200 },
  ),
  // One deep shaft, deeper than any limit.
  fc.nat().map((symbol) => Array.from({ length: 3_000 }, (): Event => ({ is: 'open', symbol, value: 0n }))),
);

/** Makes a sequence of events. An end without a beginning is left out, a missing one is added. */
export function sequenceOf(alphabet: Alphabet, list: Events): ChoiceSequence {
  const labels: number[] = [];
  const sites: number[] = [];
  for (let symbol = INLINE_UNSIGNED + 1; symbol < alphabet.size; symbol++)
    (alphabet.kinds[symbol] === SymbolKind.scope ? labels : sites).push(symbol);
  const ops: number[] = [];
  const words: number[] = [];
  let depth = 0;
  const push64 = (value: bigint): unknown => words.push(Number(value & 0xffff_ffffn), Number(value >> 32n));
  for (const { is, symbol, value } of list) {
    if (is === 'open' && labels.length > 0) {
      ops.push(labels[symbol % labels.length]!);
      depth++;
    } else if (is === 'close' && depth > 0) {
      ops.push(CLOSE);
      depth--;
    } else if (is === 'choice' && sites.length > 0) {
      const site = sites[symbol % sites.length]!;
      const { min, max } = alphabet.siteOf(site);
      const offset = value % (max - min + 1n);
      ops.push(site);
      if (alphabet.widths[site] === 1) words.push(Number(offset));
      else push64(offset);
    } else if (is === 'inline') {
      const isSigned = symbol % 2 === 0;
      ops.push(isSigned ? INLINE_SIGNED : INLINE_UNSIGNED);
      const min = isSigned ? -(value >> 1n) : value >> 1n;
      push64(BigInt.asUintN(64, min));
      push64(min + (value & 1023n));
      push64(value & 1023n & (isSigned ? min + (value & 1023n) - min : 1023n));
    }
  }
  for (; depth > 0; depth--) ops.push(CLOSE);
  return new ChoiceSequence(alphabet, Uint16Array.from(ops), Uint32Array.from(words));
}

/** The content of a scope: from behind its opening op to before its closing one. */
export function contentOf(
  sequence: ChoiceSequence,
  op: number,
): { readonly from: number; readonly to: number; readonly ops: Uint16Array; readonly words: Uint32Array } {
  const from = op + 1;
  const to = sequence.outline.match[op]!;
  return { from, to, ...cut(sequence, from, to) };
}

export function scopesOf(sequence: ChoiceSequence): number[] {
  return Array.from(sequence.ops.keys()).filter((op) => sequence.isScope(op));
}
