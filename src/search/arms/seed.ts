/** Tests that others found worth keeping, as they are: see corpus/README.md. */
import type { Arm } from '../arm.ts';

/**
 * Proposes seed tests in their order. Choices that no longer fit another version of the generator are drawn anew.
 */
export const ofSeeds: Arm = {
  name: 'seed',
  propose({ seed: ofDraws, seedTests }) {
    const sequence = seedTests?.next();
    return sequence && { request: { seed: ofDraws, sequence } };
  },
};
