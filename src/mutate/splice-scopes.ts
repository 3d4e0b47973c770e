/**
 * Linked crossover: copies scopes of another sequence over scopes of the same label, several at once, all
 * from one donor. Half of the time it chooses the scope to replace fairly, half of the time the scope to
 * take.
 */

import { uniformBelow } from '../choice/index.ts';
import type { MutationMaterial, Mutator, Part } from './mutator.ts';
import { addPart, over } from './parts.ts';
import { chooseScope, findOp, wholeOf } from './scopes.ts';
import { mutateTuning } from './tuning.ts';

const MAX_SCOPES = mutateTuning.maxSpliced.value;

export const spliceScopes: Mutator = {
  name: 'splice',
  propose(material) {
    if (material.donors.length === 0) return undefined;
    const donor = uniformBelow(material.rng, material.donors.length);
    const parts: Part[] = [];
    do {
      const part = spliceOne(material, donor);
      if (part !== undefined) addPart(parts, part);
    } while (parts.length < MAX_SCOPES && uniformBelow(material.rng, 2) === 0);
    return parts.length === 0 ? undefined : parts;
  },
};

function spliceOne({ parent, rng, donors, mostWords }: MutationMaterial, index: number): Part | undefined {
  const donor = donors[index]!;
  let into = -1;
  let origin = -1;
  if (uniformBelow(rng, 2) === 0) {
    into = chooseScope(parent, rng, mostWords);
    if (into === -1) return undefined;
    origin = findOp(donor, rng, wholeOf(donor), { symbol: parent.ops[into]!, mostWords });
  } else {
    origin = chooseScope(donor, rng, mostWords);
    if (origin === -1) return undefined;
    into = findOp(parent, rng, wholeOf(parent), { symbol: donor.ops[origin]!, mostWords });
  }
  return into === -1 || origin === -1 ? undefined : over(parent, into, donor, origin, index);
}
