import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alphabet, ChoiceSequence, replay } from '../../src/choice/index.ts';
import { CoverageMap } from '../../src/search/coverage-map.ts';
import { type Parent, Parents } from '../../src/search/parents.ts';
import { SequenceCache } from '../../src/search/sequence-cache.ts';
import { entryOf } from '../corpus/entries.ts';

const alphabet = new Alphabet();
const sequences = Array.from({ length: 12 }, (_, number) => recorded(number));
const parents = new Parents(new CoverageMap());
const entries = sequences.map((_, number): Parent => {
  const { sequence: __, features: ___, ...info } = entryOf(number);
  return parents.add({ ...info, id: String(number) }, Uint32Array.of(1), 0n);
});

/** The higher its number, the more choices it has. */
function recorded(number: number): ChoiceSequence {
  return replay(
    (draw) => {
      for (let i = 0; i <= number; i++) draw.scope('item', () => draw.integer(0, 1_000));
    },
    { seed: number, alphabet },
  ).record;
}

function asked(wanted: readonly number[], maxBytes?: number): number[] {
  const read: number[] = [];
  const cache = new SequenceCache(({ info: { id } }) => {
    read.push(Number(id));
    return sequences[Number(id)]!;
  }, maxBytes);
  for (const number of wanted) {
    expect(cache.get(entries[number]!).equals(sequences[number]!)).toBe(true);
  }
  return read;
}

const numbers = fc.array(fc.nat(sequences.length - 1), { maxLength: 60 });

describe('decoded sequences', () => {
  it('are the right ones, however little room there is', () => {
    fc.assert(
      fc.property(numbers, fc.nat(2_000), (wanted, maxBytes) => {
        asked(wanted, maxBytes);
      }),
    );
  });

  it('are decoded once while there is room for them', () => {
    fc.assert(
      fc.property(numbers, (wanted) => {
        expect(asked(wanted)).toEqual([...new Set(wanted)]);
      }),
    );
  });

  it('take no more memory on a large machine than a campaign needs', () => {
    // All of them share one memory, and each counts for itself.
    const { alphabet: same, ops, words } = recorded(100_000);
    const large = new ChoiceSequence(same, ops, words);
    let reads = 0;
    const cache = new SequenceCache(() => {
      reads++;
      return large;
    });
    const count = Math.ceil(2 ** 28 / (ops.byteLength + words.byteLength));
    const ids = Array.from({ length: count }, (_, id) => ({
      ...entries[0]!,
      info: { ...entries[0]!.info, id: `${id}` },
    }));
    for (const entry of [...ids, ...ids]) cache.get(entry);
    expect(reads).toBe(2 * count);
  });

  it('make room for those that were asked for last', () => {
    const bytes = sequences[3]!.ops.byteLength + sequences[3]!.words.byteLength;
    const same = (count: number): number[] => Array.from({ length: count }, () => 3);
    expect(asked([3, ...same(5)], bytes)).toEqual([3]);
    expect(asked([11, 10, 9, 8, 11], bytes)).toEqual([11, 10, 9, 8, 11]);
  });
});
