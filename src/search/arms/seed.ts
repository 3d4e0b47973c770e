/** Tests that others found worth keeping, as they are: see corpus/README.md. */
import type { Arm } from '../arm.ts';

/** Where the generator is another version, what no longer fits is drawn anew. */
export const ofSeeds: Arm = {
  name: 'seed',
  propose({ seed: ofDraws, seedTests }) {
    const sequence = seedTests?.next();
    return sequence && { request: { seed: ofDraws, sequence } };
  },
};
