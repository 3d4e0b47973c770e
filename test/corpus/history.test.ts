import { array, assert, nat, property } from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Corpus, historyOf } from '../../src/corpus/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { entryOf } from './entries.ts';

/** Entries of which each is made from some of those before it, by their numbers. */
const families = array(array(nat(30), { maxLength: 3 }), { minLength: 1, maxLength: 12 });

function corpusOf(family: readonly (readonly number[])[]): { corpus: Corpus; ids: string[] } {
  const corpus = Corpus.open(join(temporaryFolder(), 'corpus'));
  const ids: string[] = [];
  for (const [number, from] of family.entries()) {
    const parents = number === 0 ? [] : from.map((index) => ids[index % number]!);
    const origin = { test: number, arm: 'storm', ...(parents.length === 0 ? {} : { parents }) };
    ids.push(corpus.add(entryOf(number, { origin }))!.id);
  }
  return { corpus, ids };
}

describe('the history of an entry', () => {
  it('has all that it was made from, each once, and nothing else', () => {
    assert(
      property(families, (family) => {
        const { corpus, ids } = corpusOf(family);
        const steps = historyOf(corpus, [ids.at(-1)!]);
        corpus.close();
        const found = steps.map(({ id }) => id);
        expect(found[0]).toBe(ids.at(-1));
        expect(new Set(found).size).toBe(found.length);
        const wanted = new Set([ids.at(-1)!, ...steps.flatMap(({ parents }) => parents)]);
        expect(new Set(found)).toEqual(wanted);
        // It ends at tests that were made from nothing.
        expect(steps.some(({ parents }) => parents.length === 0)).toBe(true);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('goes down the line of main parents first', () => {
    const { corpus, ids } = corpusOf([[], [], [0], [2, 1], [3]]);
    const steps = historyOf(corpus, [ids[4]!]);
    corpus.close();
    expect(steps.map(({ id }) => id)).toEqual([ids[4], ids[3], ids[2], ids[0], ids[1]]);
  });

  it('goes on through an entry that a cheaper one replaced, and ends where a parent is gone', () => {
    const { corpus, ids } = corpusOf([[], [0], [1]]);
    corpus.add(entryOf(9, { replaces: ids[1]!, origin: { test: 9, arm: 'minimise', parents: [ids[1]!] } }));
    const origin = { test: 10, arm: 'splice', parents: [ids[2]!, 'gone'] };
    const { id } = corpus.add(entryOf(10, { origin }))!;
    const steps = historyOf(corpus, [id]);
    corpus.close();
    expect(steps.map((step) => step.id)).toEqual([id, ids[2], ids[1], ids[0], 'gone']);
    expect(steps.at(-1)).toEqual({ id: 'gone', info: undefined, parents: [] });
  });
});
