import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../../src/choice/sequence/alphabet.ts';
import type { ChoiceSequence } from '../../../src/choice/sequence/sequence.ts';
import type { Draw } from '../../../src/choice/engine/draw.ts';
import { replay } from '../../../src/choice/engine/replay.ts';
import type { Swarm } from '../../../src/choice/engine/swarm.ts';

const LABELS = 40;
const DRAWS = 60;

/** Draws the same question many times at each of many labels; gives the answers by label. */
function manyLabels(draw: Draw): number[][] {
  return Array.from({ length: LABELS }, (_, label) =>
    draw.scope(`label ${label}`, () => Array.from({ length: DRAWS }, () => draw.pick(10))),
  );
}

function run(
  swarm: Swarm | undefined,
  alphabet: Alphabet = new Alphabet(),
): { value: number[][]; record: ChoiceSequence } {
  const result = replay(manyLabels, { alphabet, seed: 5, ...(swarm === undefined ? {} : { swarm }) });
  if (result.outcome !== 'ok') throw new Error(result.outcome);
  return result;
}

/** How often the most frequent answer of each label was given. */
function peaks(answers: number[][]): number[] {
  return answers.map((list) =>
    Math.max(...Array.from({ length: 10 }, (_, value) => list.filter((x) => x === value).length)),
  );
}

describe('a swarm', () => {
  it('biases about as many labels as its share says, about as strongly as its strength says', () => {
    let biased = 0;
    for (let seed = 0; seed < 50; seed++) {
      const found = peaks(run({ seed, share: 0.3, strength: 0.7 }).value).filter((peak) => peak > DRAWS / 2);
      biased += found.length;
      for (const peak of found) expect(peak / DRAWS).toBeGreaterThan(0.5);
    }
    expect(biased / (50 * LABELS)).toBeGreaterThan(0.24);
    expect(biased / (50 * LABELS)).toBeLessThan(0.36);
    expect(Math.max(...peaks(run(undefined).value))).toBeLessThan(DRAWS / 2);
  });

  it('chooses other labels and answers for another seed', () => {
    const answers = new Set<string>();
    for (let seed = 0; seed < 30; seed++) answers.add(JSON.stringify(run({ seed }).value));
    expect(answers.size).toBe(30);
  });

  it('changes nothing at a strength of 0, or for no label at all', () => {
    const plain = run(undefined).value;
    expect(run({ seed: 3, strength: 0 }).value).toEqual(plain);
    expect(run({ seed: 3, share: 0 }).value).toEqual(plain);
  });

  it('lets every answer through even at a strength of 1', () => {
    const impatient = (draw: Draw): number => {
      let tries = 1;
      while (draw.pick(2) === 0) tries++;
      return tries;
    };
    for (let seed = 0; seed < 100; seed++) {
      const swarm = { seed, share: 1, strength: 1 };
      const result = replay(impatient, { alphabet: new Alphabet(), swarm, limits: { maxChoices: 10_000 } });
      expect(result.outcome).toBe('ok');
    }
  });

  it('leaves constants alone', () => {
    const constants = (draw: Draw): number[] => Array.from({ length: 50 }, () => draw.integer(0, 99));
    const values = (swarm?: Swarm): unknown => {
      const result = replay(constants, {
        alphabet: new Alphabet(),
        ...(swarm === undefined ? {} : { swarm }),
      });
      return result.outcome === 'ok' && result.value;
    };
    expect(values({ seed: 1, share: 1, strength: 1 })).toEqual(values());
  });

  it('does not depend on what the alphabet has seen before', () => {
    const crowded = new Alphabet();
    for (let i = 0; i < 100; i++) crowded.label(`something else ${i}`);
    expect(run({ seed: 9 }, crowded).value).toEqual(run({ seed: 9 }).value);
  });

  it('is not needed to replay what it led to', () => {
    const alphabet = new Alphabet();
    const first = run({ seed: 2 }, alphabet);
    const again = replay(manyLabels, { alphabet, sequence: first.record, seed: 99 });
    expect(again.outcome === 'ok' && again.value).toEqual(first.value);
    expect(again.freshCount).toBe(0);
  });
});
