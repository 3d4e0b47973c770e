/** Tests that others found worth keeping, as they are: see corpus/README.md. */
import type { Arm } from '../arm.ts';

/** They were chosen from thousands for what they reach in their time, the best first. */
const EXPECTED_OF_SEEDS = 4;

/** Where the generator is another version, what no longer fits is drawn anew. */
export const ofSeeds: Arm = {
  name: 'seed',
  expected: EXPECTED_OF_SEEDS,
  propose({ seed: ofDraws, seedTests }) {
    const sequence = seedTests?.next();
    return sequence && { request: { seed: ofDraws, sequence } };
  },
};
