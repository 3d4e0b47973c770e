import { describe, expect, it } from 'vitest';

import { Alphabet, type Draw, makeRandom, replay } from '../../../src/choice/index.ts';
import type { Knowledge } from '../../../src/search/index.ts';
import { Enumerate } from '../../../src/search/strategies/enumerate.ts';
import { explore } from '../../../src/search/strategies/explore.ts';
import { endingOf } from '../../../src/search/strategy.ts';

const alphabet = new Alphabet();

const generators: Readonly<Record<string, (draw: Draw) => number>> = {
  three: (draw) => draw.pick(3),
  'another three': (draw) => draw.pick(3),
  'four or five': (draw) => (draw.boolean() ? draw.pick(4) : draw.pick(5)),
};

/** Explores in order; `isSlow` says what runs out of time, with nothing in its record. */
function exploreAll(
  sources: readonly string[],
  isSlow: (answers: readonly number[], hasMoreTime: boolean) => boolean,
): { made: string[]; notes: string[] } {
  const notes: string[] = [];
  const made: string[] = [];
  const knowledge: Pick<Knowledge, 'sources' | 'alphabetOf' | 'note'> = {
    sources,
    alphabetOf: () => alphabet,
    note: (text) => notes.push(text),
  };
  const strategy = explore('enumerate', knowledge as Knowledge, (note) => new Enumerate(note));
  for (;;) {
    const proposal = strategy.next(makeRandom(1), 1);
    if (proposal === undefined) return { made, notes };
    if (proposal === 'later') throw new Error('nothing is under way');
    const of = replay(generators[proposal.source]!, {
      ...proposal.request,
      limits: { maxChoices: proposal.request.limits!.maxChoices! },
      alphabet,
    });
    const nothing = { spentMs: 1, freshFeatures: 0, kept: undefined };
    if (isSlow([...of.record.words], proposal.request.limits?.maxTimeMs !== undefined)) {
      const { record } = replay(() => 0, { alphabet });
      strategy.learn({ ...nothing, proposal, record, ending: 'time' });
      continue;
    }
    const { purpose } = proposal;
    if (of.outcome === 'ok' && purpose.kind === 'search' && purpose.isWanted!(of.record))
      made.push(proposal.source);
    strategy.learn({ ...nothing, proposal, record: of.record, ending: endingOf(of) });
  }
}

describe('exploring', () => {
  it('lets sources take turns, and tells of each what it came to', () => {
    const sources = ['three', 'another three'];
    const { made, notes } = exploreAll(sources, () => false);
    expect(made).toEqual([...sources, ...sources, ...sources]);
    expect(notes).toEqual(
      sources.map((source) => `${source}: all tests that the generator can make were made: 3`),
    );
  });

  it('gives more time to what ran out of it, and still counts exactly', () => {
    const { made, notes } = exploreAll(['four or five'], (_, hasMoreTime) => !hasMoreTime);
    expect(made).toHaveLength(9);
    expect(notes).toEqual(['all tests that the generator can make were made: 9']);
  });

  it('says how many never came to an end in time', () => {
    const { made, notes } = exploreAll(['three'], ([first]) => first === 2);
    expect(made).toHaveLength(2);
    expect(notes).toEqual(['all tests that the generator can make were made: 2; stopped at a limit: 1']);
  });
});
