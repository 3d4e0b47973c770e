/** Fresh tests: nothing is followed, or nothing but the options of a test that was worth keeping. */
import { type Swarm, uniformUnit } from '../../choice/index.ts';
import { onlyOptions } from '../../source/index.ts';
import type { Arm, ArmMaterial } from '../arm.ts';
import { tuning } from '../tuning.ts';

/** Tests as the source makes them by itself, over its whole option space. */
export const fresh: Arm = { name: 'fresh', propose: ({ seed }) => ({ request: { seed } }) };

/**
 * No larger than some test that was kept: what grows beyond that is stopped, for less time than it would take to
 * compile. Some kept tests are large, so large tests are let through now and then.
 */
export const small: Arm = {
  name: 'small',
  propose(material) {
    const entry = material.anyEntry();
    return entry && { request: { seed: material.seed, limits: { maxChoices: entry.info.choices } } };
  },
};

/** A random set of labels is biased towards random answers, more or less strongly. */
export const swarm: Arm = {
  name: 'swarm',
  propose: (material) => ({ request: { seed: material.seed, swarm: someSwarm(material) } }),
};

/** Fresh under the options of a test that is worth changing: sizes and features that lately paid. */
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

/** From a few labels with a slight bias to most labels with a strong one: which of them pays changes with time. */
function someSwarm({ rng, seed }: ArmMaterial): Swarm {
  return {
    seed: ~seed >>> 0,
    share: tuning.swarmShareFrom.value + tuning.swarmShareOver.value * uniformUnit(rng) ** 2,
    strength: tuning.swarmStrengthFrom.value + tuning.swarmStrengthOver.value * uniformUnit(rng),
  };
}
