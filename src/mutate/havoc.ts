/** Stacks several mutators, 2 to 16 times, wherever they do not touch the same place. */

import { uniformBelow } from '../choice/fresh.ts';
import type { Mutator, Part } from './mutator.ts';
import { addPart } from './parts.ts';

export function makeHavoc(mutators: readonly Mutator[]): Mutator {
  return {
    name: 'havoc',
    propose(material) {
      const times = 2 ** (1 + uniformBelow(material.rng, 4));
      let all: Part[] = [];
      for (let i = 0; i < times; i++) {
        const proposal = mutators[uniformBelow(material.rng, mutators.length)]!.propose(material) ?? [];
        // All parts of a proposal or none: half a swap would be a clone.
        const joined = [...all];
        if (proposal.every((part) => addPart(joined, part))) all = joined;
      }
      return all.length === 0 ? undefined : all;
    },
  };
}
