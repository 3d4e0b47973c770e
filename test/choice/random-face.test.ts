import { uniformBigInt } from 'pure-rand/distribution/uniformBigInt';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';
import { generateN } from 'pure-rand/utils/generateN';
import { purify } from 'pure-rand/utils/purify';
import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import { replay } from '../../src/choice/engine/replay.ts';

/** Runs with the random face and gives what comes of it, having seen that a replay gives the same. */
function withRandom<T>(body: (random: JumpableRandomGenerator) => T): { value: T; choices: number } {
  const alphabet = new Alphabet();
  const first = replay((draw) => body(draw.random), { alphabet, seed: 1 });
  const again = replay((draw) => body(draw.random), { alphabet, seed: 2, sequence: first.record });
  if (first.outcome !== 'ok' || again.outcome !== 'ok') throw new Error(JSON.stringify(first));
  expect(again.value).toEqual(first.value);
  expect(again.record.equals(first.record)).toBe(true);
  return { value: first.value, choices: first.record.choiceCount };
}

const several = (random: JumpableRandomGenerator): readonly number[] => generateN(random, 5);

describe('the random face of a draw', () => {
  it('serves the distributions of pure-rand, and each word is one choice', () => {
    const { value, choices } = withRandom((random) => {
      const small = Array.from({ length: 50 }, () => uniformInt(random, -5, 5));
      const big = Array.from({ length: 50 }, () => uniformBigInt(random, 0n, 2n ** 64n - 1n));
      return { small, big };
    });
    expect(value.small.every((each) => each >= -5 && each <= 5)).toBe(true);
    expect(new Set(value.small).size).toBeGreaterThan(5);
    expect(new Set(value.big).size).toBe(50);
    expect(choices).toBeGreaterThanOrEqual(150);
  });

  it('gives words of 32 bits with a sign, as pure-rand does', () => {
    const { value } = withRandom((random) => generateN(random, 100));
    expect(value.every((word) => word === (word | 0))).toBe(true);
    expect(new Set(value.map(Math.sign)).size).toBe(2);
  });

  it('has clones that give the same words, whoever reads first, and the words are drawn once', () => {
    const { value, choices } = withRandom((random) => {
      const before = random.clone();
      const words = several(random);
      const after = random.clone();
      const ahead = several(after);
      return { words, again: several(before), ahead, later: several(random), third: several(before) };
    });
    expect(value.again).toEqual(value.words);
    expect(value.later).toEqual(value.ahead);
    expect(value.third).toEqual(value.ahead);
    expect(choices).toBe(10);
  });

  it('has a state that is equal where the future is equal, and only there', () => {
    withRandom((random) => {
      const clone = random.clone();
      expect(clone.getState()).toEqual(random.getState());
      const word = random.next();
      expect(clone.getState()).not.toEqual(random.getState());
      expect(clone.next()).toBe(word);
      expect(clone.getState()).toEqual(random.getState());
    });
  });

  it('jumps to somewhere else, and a clone to the same place', () => {
    const { value } = withRandom((random) => {
      const stays = random.clone();
      const clone = random.clone();
      random.jump();
      clone.jump();
      expect(clone.getState()).toEqual(random.getState());
      return { jumped: several(random), clone: several(clone), stays: several(stays) };
    });
    expect(value.clone).toEqual(value.jumped);
    expect(value.stays).not.toEqual(value.jumped);
  });

  it('may be purified', () => {
    const draw = purify(uniformInt);
    const { value } = withRandom((random) => {
      const [first, next] = draw(random, 0, 1_000_000);
      const [second] = draw(next, 0, 1_000_000);
      return { first, second, firstAgain: draw(random, 0, 1_000_000)[0] };
    });
    expect(value.firstAgain).toBe(value.first);
    expect(value.second).not.toBe(value.first);
  });
});
