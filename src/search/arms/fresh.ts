/** Fresh tests: they follow no sequence, or only the options of a kept test. */
import { type Swarm, uniformUnit } from '../../choice/index.ts';
import { onlyOptions } from '../../source/index.ts';
import type { Arm, ArmMaterial } from '../arm.ts';
import { tuning } from '../tuning.ts';

/** Tests as the source makes them by itself, over its whole option space. */
export const fresh: Arm = { name: 'fresh', propose: ({ seed }) => ({ request: { seed } }) };

/**
 * Fresh tests no larger than some kept test: stopping a larger one takes less time than compiling it. Some
 * kept tests are large, so large tests pass now and then.
 */
export const small: Arm = {
  name: 'small',
  propose(material) {
    const entry = material.anyEntry();
    return entry && { request: { seed: material.seed, limits: { maxChoices: entry.info.choices } } };
  },
};

/** Biases a random set of labels towards random answers, more or less strongly. */
export const swarm: Arm = {
  name: 'swarm',
  propose: (material) => ({ request: { seed: material.seed, swarm: someSwarm(material) } }),
};

/** Fresh tests with the options of a kept test: sizes and features that paid lately. */
export const like: Arm = {
  name: 'like',
  propose: (material) => likeAnother(material, {}),
};

export const swarmLike: Arm = {
  name: 'swarm-like',
  propose: (material) => likeAnother(material, { swarm: someSwarm(material) }),
};

function likeAnother(material: ArmMaterial, more: { readonly swarm?: Swarm }): ReturnType<Arm['propose']> {
  const parent = material.parent();
  if (parent === undefined) return undefined;
  const sequence = onlyOptions(material.sequenceOf(parent));
  if (sequence === undefined) return undefined;
  return { request: { seed: material.seed, sequence, ...more }, parents: [parent] };
}

/**
 * From a few labels with a slight bias to most labels with a strong one: the best setting changes with time.
 */
function someSwarm({ rng, seed }: ArmMaterial): Swarm {
  return {
    seed: ~seed >>> 0,
    share: tuning.swarmShareFrom.value + tuning.swarmShareOver.value * uniformUnit(rng) ** 2,
    strength: tuning.swarmStrengthFrom.value + tuning.swarmStrengthOver.value * uniformUnit(rng),
  };
}
