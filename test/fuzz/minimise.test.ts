/** Entries that are changed often are made cheaper: when, by what, and what it earns. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alphabet, makeRandom, replay } from '../../src/choice/index.ts';
import { minimised } from '../../src/search/arms/mutants.ts';
import { CoverageMap } from '../../src/search/coverage-map.ts';
import { Parents } from '../../src/search/parents.ts';
import { covers } from '../../src/fuzz/reached.ts';
import { Guided } from '../../src/search/strategies/guided.ts';
import { entryOf } from '../corpus/entries.ts';

const list = fc.uniqueArray(fc.nat(60)).map((numbers) => Uint32Array.from(numbers).toSorted());

describe('minimising', () => {
  it('takes a list for another one only if it holds all of that', () => {
    fc.assert(
      fc.property(list, list, (all, some) => {
        expect(covers(all, some)).toBe(some.every((number) => all.includes(number)));
      }),
    );
  });

  it('waits for an entry that was changed often, makes less of it, and earns what that saves', () => {
    const coverage = new CoverageMap();
    const parents = new Parents(coverage);
    const { record: sequence } = replay(
      (draw) => {
        for (let i = 0; i < 20; i++) draw.scope('item', () => draw.integer(0, 1_000));
      },
      { seed: 1, alphabet: new Alphabet() },
    );
    const guided = new Guided({ sources: ['test'], arms: [minimised], parents, sequenceOf: () => sequence });
    const { sequence: _, features: __, ...info } = entryOf(0, { costMs: 50 });
    const about = { ...info, source: 'test', choices: sequence.choiceCount };
    const entry = parents.add({ ...about, id: 'dear' }, Uint32Array.of(1), 1n);
    const rng = makeRandom(1);
    expect(guided.next(rng, 1).purpose.kind).toBe('search');
    for (let i = 0; i < 10; i++) parents.learn(entry, 0, 50);

    const proposal = guided.next(rng, 1);
    expect(proposal).toMatchObject({ purpose: { kind: 'minimise', of: entry }, parents: [entry] });
    expect(proposal.request.sequence!.choiceCount).toBeLessThan(sequence.choiceCount);
    const result = {
      proposal,
      record: sequence,
      ending: 'ok' as const,
      spentMs: 20,
      freshFeatures: 0,
    };
    guided.learn({ ...result, kept: undefined });
    expect(guided.rates().get('test/minimise')).toBe(0);
    const cheap = parents.add({ ...about, id: 'cheap', costMs: 10, replaces: 'dear' }, Uint32Array.of(1), 1n);
    guided.learn({ ...result, kept: cheap });
    expect(guided.rates().get('test/minimise')).toBeGreaterThan(0);
    expect(entry).toMatchObject({ isGone: true, minimisations: 2 });
  });
});
