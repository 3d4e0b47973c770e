/** How many evaluations the shrinking challenges take, how often the known minimal test is reached, and how Csmith programs shrink. */

import { Alphabet } from '../src/choice/sequence/alphabet.ts';
import { show } from '../test/quality/challenges.ts';
import { challenges, findFailing, reduceChallenge } from '../test/quality/run-challenge.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';
import { shrinkCsmith } from './shrink-csmith.ts';

const SEEDS = 100;

export const shrinking: Bench = {
  name: 'shrinking',
  question: 'How small do failing tests get, and after how many evaluations?',
  decision:
    'which passes reduction has, in which order; a pass that saves nothing here has to show its use elsewhere',
  async *run(): AsyncGenerator<Measurement> {
    for (const challenge of challenges) {
      let minimal = 0;
      let evaluations = 0;
      let generations = 0;
      let ms = 0;
      for (let seed = 1; seed <= SEEDS; seed++) {
        const alphabet = new Alphabet();
        const failing = findFailing(challenge, alphabet, seed);
        const before = cpuMs();
        const { test, progress } = await reduceChallenge(challenge, alphabet, failing);
        ms += cpuMs() - before;
        if (challenge.minimal.includes(show(test))) minimal++;
        evaluations += progress.evaluations;
        generations += progress.generations;
      }
      const { name, hypothesisEvaluations, reached } = challenge;
      yield {
        name: `${name}: minimal`,
        value: minimal,
        unit: `of ${SEEDS}`,
        goal: { atLeast: reached?.atLeast ?? SEEDS },
        how: `seeds 1 to ${SEEDS}`,
      };
      yield {
        name: `${name}: evaluations`,
        value: evaluations / SEEDS,
        unit: 'mean',
        ...(hypothesisEvaluations === undefined ? {} : { goal: { atMost: hypothesisEvaluations } }),
        how: `mean of ${SEEDS} seeds, ${Math.round(generations / SEEDS)} generator runs and ${(ms / SEEDS).toFixed(1)} ms CPU each; the goal is what Hypothesis 6.168 takes`,
      };
    }
    yield* shrinkCsmith();
  },
};
