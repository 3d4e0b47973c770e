/** Finds a failing test for a challenge and reduces it. */

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import type { ChoiceSequence } from '../../src/choice/sequence/sequence.ts';
import { reduce, type Reduced } from '../../src/reduce/choices/reduce.ts';
import { replay } from '../../src/choice/engine/replay.ts';
import { attackChallenges } from './attack-challenges.ts';
import type { Challenge } from './challenge.ts';
import { preferSmall, publicChallenges, show } from './challenges.ts';
import { fastCheckChallenges } from './fast-check-challenges.ts';
import { keptChallenges } from './kept-challenges.ts';
import { relatedChallenges } from './related-challenges.ts';
import { ownChallenges } from './own-challenges.ts';

export const challenges: readonly Challenge<never>[] = [
  ...publicChallenges,
  ...ownChallenges,
  ...fastCheckChallenges,
  ...attackChallenges,
  ...keptChallenges,
  ...relatedChallenges,
];

/** Tests drawn before a challenge counts as not found. */
const MAX_TESTS = 5_000_000;

export function findFailing<T>(challenge: Challenge<T>, alphabet: Alphabet, seed: number): ChoiceSequence {
  const rng = xoroshiro128plus(seed);
  const filler = preferSmall(() => rng.next());
  for (let test = 0; test < MAX_TESTS; test++) {
    const drawn = replay(challenge.generate, {
      alphabet,
      seed: seed * MAX_TESTS + test,
      ...(challenge.isEven === true ? {} : { filler }),
      limits: { maxChoices: 2_000, maxDepth: 200 },
    });
    if (drawn.outcome !== 'ok' || challenge.property(drawn.value) !== 'fails') continue;
    if (challenge.startsFrom?.(drawn.value) !== false) return drawn.record;
  }
  throw new Error(`${challenge.name}: no failing test in ${MAX_TESTS} with seed ${seed}`);
}

export function reduceChallenge<T>(
  challenge: Challenge<T>,
  alphabet: Alphabet,
  sequence: ChoiceSequence,
  parallel = 1,
): Promise<Reduced<T>> {
  return reduce<T>(sequence, (test) => challenge.property(test) === 'fails', {
    generate: (candidate, how) => replay(challenge.generate, { alphabet, sequence: candidate, ...how }),
    keyOf: show,
    parallel,
  });
}
