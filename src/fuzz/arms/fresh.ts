/** Fresh tests: nothing is followed, or nothing but the options of a test that was worth keeping. */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { ChoiceSequence, type Swarm, uniformBelow, uniformUnit } from '../../choice/index.ts';
import { onlyOptions } from '../../source/index.ts';
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

/** Fresh under options of two such tests, each from one of them: what pays in both is likely to stay, the rest is mixed. */
export const blend: Arm = {
  name: 'blend',
  propose(material) {
    const [parent, other] = [material.parent(), material.parent()];
    if (parent === undefined || other === undefined || parent === other) return undefined;
    const [ours, theirs] = [parent, other].map((each) => onlyOptions(material.sequenceOf(each)));
    if (ours === undefined || theirs === undefined) return undefined;
    const sequence = mixed(ours, theirs, material.rng);
    return { request: { seed: material.seed, sequence }, parents: [parent, other] };
  },
};

/** As the first, with about half of the values of the other, as far as both ask the same. */
function mixed(a: ChoiceSequence, b: ChoiceSequence, rng: RandomGenerator): ChoiceSequence {
  const words = a.words.slice();
  for (let op = 0; op < a.ops.length && a.ops[op] === b.ops[op]; op++) {
    const from = b.outline.word[op]!;
    if (uniformBelow(rng, 2) > 0)
      words.set(b.words.subarray(from, b.outline.word[op + 1]), a.outline.word[op]);
  }
  return new ChoiceSequence(a.alphabet, a.ops, words, a.choiceCount);
}

function likeAnother(material: Material, more: { readonly swarm?: Swarm }): ReturnType<Arm['propose']> {
  const parent = material.parent();
  if (parent === undefined) return undefined;
  const sequence = onlyOptions(material.sequenceOf(parent));
  if (sequence === undefined) return undefined;
  return { request: { seed: material.seed, sequence, ...more }, parents: [parent] };
}

/** From a few labels with a slight bias to most labels with a strong one: which of them pays changes with time. */
function someSwarm({ rng, seed }: Material): Swarm {
  return {
    seed: ~seed >>> 0,
    share: 0.05 + 0.9 * uniformUnit(rng) ** 2,
    strength: 0.2 + 0.78 * uniformUnit(rng),
  };
}
