/** Tests from elsewhere, as the guided search takes them up. */
import { describe, expect, it } from 'vitest';
import { Alphabet, ChoiceSequence, encodeSequence, makeRandom, replay } from '../../src/choice/index.ts';
import { ofSeeds } from '../../src/search/arms/seed.ts';
import { fresh } from '../../src/search/arms/fresh.ts';
import { CoverageMap } from '../../src/search/coverage-map.ts';
import { SeedTests } from '../../src/search/index.ts';
import { Parents } from '../../src/search/parents.ts';
import { Guided } from '../../src/search/strategies/guided.ts';

const alphabet = new Alphabet();
const LENGTHS = [3, 5, 8];
const files = LENGTHS.map((length) =>
  encodeSequence(recordOf(length), { source: { name: 'any', version: '1' } }),
);

/** The record of a generator that asks so often. */
function recordOf(length: number): ChoiceSequence {
  return replay(
    (draw) => {
      for (let i = 0; i < length; i++) draw.integer(0, 9);
    },
    { alphabet, seed: length },
  ).record;
}

interface Searched {
  readonly guided: Guided;
  readonly notes: string[];
  /** Choices of the seed tests that were proposed, in order. */
  readonly proposed: number[];
}

function search(tests: number, given: readonly Uint8Array[], build: string, state?: unknown): Searched {
  const notes: string[] = [];
  const guided = new Guided({
    sources: ['any'],
    arms: [fresh, ofSeeds],
    parents: new Parents(new CoverageMap()),
    sequenceOf: () => ChoiceSequence.empty(alphabet),
    seedTests: new Map([['any', new SeedTests(given, alphabet)]]),
    build,
    note: (text) => notes.push(text),
  });
  if (state !== undefined) guided.restore(state);
  const proposed: number[] = [];
  for (let test = 1; test <= tests; test++) {
    const proposal = guided.next(makeRandom(test), test);
    const { sequence } = proposal.request;
    if (proposal.arm === 'seed') proposed.push(sequence!.choiceCount);
  }
  return { guided, notes, proposed };
}

describe('seed tests', () => {
  it('are proposed once each, the first ones first, and others after them', () => {
    expect(search(200, files, 'build').proposed).toEqual(LENGTHS);
  });

  it('are told of, unless there are none left', () => {
    const { guided, notes } = search(200, files, 'build');
    expect(notes).toEqual([expect.stringMatching(/^3 tests of any .*--no-seeds$/)]);
    expect(search(200, files, 'build', guided.state).notes).toEqual([]);
  });

  it('go on after a restart with those that were not taken', () => {
    const one = search(200, files.slice(0, 1), 'build');
    expect(search(200, files, 'build', one.guided.state).proposed).toEqual(LENGTHS.slice(1));
  });

  it('are tried anew on another build, to which they may be of use', () => {
    const { guided } = search(200, files, 'build');
    expect(search(200, files, 'other', guided.state).proposed).toEqual(LENGTHS);
  });

  it('are passed over where they cannot be read', () => {
    const given = [new TextEncoder().encode('of another age'), files[1]!, new Uint8Array()];
    expect(search(200, given, 'build').proposed).toEqual([LENGTHS[1]]);
  });
});
