import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import { challenges, show } from './challenges.ts';
import { findFailing, reduceChallenge } from './run-challenge.ts';

const SEEDS = 100;

/**
 * Where more evaluations are needed than Hypothesis takes; docs/decisions/0010-measurements.md says why.
 */
const MORE_EVALUATIONS: Readonly<Record<string, number>> = { reverse: 14 };

describe('the shrinking challenges', () => {
  it.each(challenges)('$name: the known minimal test, for every seed', async (challenge) => {
    const found = new Map<string, number>();
    let evaluations = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const alphabet = new Alphabet();
      const { test, end, progress } = await reduceChallenge(
        challenge,
        alphabet,
        findFailing(challenge, alphabet, seed),
      );
      expect(end).toBe('minimal');
      const text = show(test);
      found.set(text, (found.get(text) ?? 0) + 1);
      evaluations += progress.evaluations;
    }
    expect([...found].filter(([text]) => !challenge.minimal.includes(text))).toEqual([]);
    const allowed = MORE_EVALUATIONS[challenge.name] ?? challenge.hypothesisEvaluations ?? Infinity;
    expect(evaluations / SEEDS).toBeLessThanOrEqual(allowed);
  });

  it('give the same result, step by step, however many evaluations run at once', async () => {
    for (const challenge of challenges) {
      const alphabet = new Alphabet();
      const failing = findFailing(challenge, alphabet, 7);
      const alone = await reduceChallenge(challenge, alphabet, failing, 1);
      const together = await reduceChallenge(challenge, alphabet, failing, 4);
      expect(together.sequence.equals(alone.sequence)).toBe(true);
    }
  });
});
