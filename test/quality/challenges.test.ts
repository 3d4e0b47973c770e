import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import { show } from './challenges.ts';
import { challenges, findFailing, reduceChallenge } from './run-challenge.ts';

const SEEDS = 100;
/** Seeds of the challenges about values that hang together, which cost more. */
const RELATED_SEEDS = 30;

/**
 * Where more evaluations are needed than Hypothesis takes; docs/decisions/0010-measurements.md says why.
 */
const MORE_EVALUATIONS: Readonly<Record<string, number>> = { reverse: 14 };

describe('the shrinking challenges', () => {
  it.each(challenges)(
    '$name: the known minimal test, for every seed unless a reason is given',
    async (challenge) => {
      const found = new Map<string, number>();
      const seeds = challenge.name.startsWith('related') ? RELATED_SEEDS : SEEDS;
      let evaluations = 0;
      for (let seed = 1; seed <= seeds; seed++) {
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
      if (challenge.reached === undefined) {
        expect([...found].filter(([text]) => !challenge.minimal.includes(text))).toEqual([]);
      } else {
        const reached = challenge.minimal.reduce((count, text) => count + (found.get(text) ?? 0), 0);
        expect(reached).toBeGreaterThanOrEqual(challenge.reached.atLeast);
      }
      const allowed = MORE_EVALUATIONS[challenge.name] ?? challenge.hypothesisEvaluations ?? Infinity;
      expect(evaluations / seeds).toBeLessThanOrEqual(allowed);
    },
  );

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
