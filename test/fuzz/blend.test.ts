import { describe, expect, it } from 'vitest';
import { Alphabet, choicesOf, type ChoiceSequence, makeRandom, replay } from '../../src/choice/index.ts';
import type { Material } from '../../src/fuzz/arm.ts';
import { blend } from '../../src/fuzz/arms/fresh.ts';
import type { Parent } from '../../src/fuzz/parents.ts';

const alphabet = new Alphabet();

/** A test with options of which some are only asked after others, and a body. */
function test(seed: number): ChoiceSequence {
  return replay(
    (draw) => {
      draw.scope('options', () => {
        for (let i = 0; i < 20; i++) draw.pick(1_000);
        if (draw.boolean()) draw.integer(0, 99);
        draw.integer(0n, 2n ** 60n);
      });
      draw.scope('body', () => draw.pick(7));
    },
    { alphabet, seed },
  ).record;
}

function proposed(parents: readonly ChoiceSequence[], seed: number): ReturnType<typeof blend.propose> {
  const entries = parents.map((_, id) => ({ info: { id: String(id) } }) as Parent);
  let next = 0;
  const material: Material = {
    source: 'some',
    rng: makeRandom(seed),
    seed,
    parent: () => entries[next++ % entries.length],
    busyParent: () => undefined,
    anyEntry: () => undefined,
    sequenceOf: (parent) => parents[Number(parent.info.id)]!,
    discarded: [],
  };
  return blend.propose(material);
}

describe('the arm blend', () => {
  it('takes each option from one of two tests, some from either, and nothing else', () => {
    for (let seed = 0; seed < 50; seed++) {
      const [a, b] = [test(2 * seed), test(2 * seed + 1)];
      const { sequence } = proposed([a, b], seed)!.request;
      const [ours, theirs, mixed] = [a, b, sequence!].map((each) => choicesOf(each).slice(0, 20));
      mixed!.forEach((value, i) => expect([ours![i], theirs![i]]).toContainEqual(value));
      expect(mixed).not.toEqual(ours);
      expect(mixed).not.toEqual(theirs);
      expect(sequence!.scopeCount).toBe(1);
      // What is asked for follows the blended answers: it replays without a complaint, whatever was mixed.
      expect(
        replay((draw) => draw.scope('options', () => draw.pick(1_000)), { alphabet, sequence: sequence! })
          .outcome,
      ).toBe('ok');
    }
  });

  it('has nothing to propose with a single test', () => {
    expect(proposed([test(1)], 1)).toBeUndefined();
  });
});
