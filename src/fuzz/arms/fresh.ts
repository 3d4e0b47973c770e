/** Fresh tests: nothing is followed, or nothing but the options of a test that was worth keeping. */
import { applyEdits, type ChoiceSequence, type Swarm, uniformUnit } from '../../choice/index.ts';
import { OPTIONS_LABEL } from '../../source/index.ts';
import type { Arm, Material } from '../arm.ts';

/** As the source makes them by itself, over its whole option space. */
export const fresh: Arm = { name: 'fresh', propose: ({ seed }) => ({ request: { seed } }) };

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

function likeAnother(material: Material, more: { readonly swarm?: Swarm }): ReturnType<Arm['propose']> {
  const parent = material.parent();
  if (parent === undefined) return undefined;
  const sequence = onlyOptions(material.sequenceOf(parent));
  if (sequence === undefined) return undefined;
  return { request: { seed: material.seed, sequence, ...more }, parents: [parent] };
}

/** Undefined for a sequence without options. */
export function onlyOptions(sequence: ChoiceSequence): ChoiceSequence | undefined {
  const { ops, alphabet, outline } = sequence;
  if (ops.length === 0 || !sequence.isScope(0) || alphabet.labelOf(ops[0]!) !== OPTIONS_LABEL)
    return undefined;
  return applyEdits(sequence, [{ from: outline.match[0]! + 1, to: ops.length }]);
}

/** From a few labels with a slight bias to most labels with a strong one: which of them pays changes with time. */
function someSwarm({ rng, seed }: Material): Swarm {
  return {
    seed: ~seed >>> 0,
    share: 0.05 + 0.9 * uniformUnit(rng) ** 2,
    strength: 0.2 + 0.78 * uniformUnit(rng),
  };
}
