/**
 * Copies a scope: next to itself, next to another scope of its label, or over that other scope. Half of the
 * time, a copy next to a scope includes the choice before it. So a list that asks a question before each
 * element grows by one element.
 *
 * A list with a fixed length asks no such question, and never reads a copy at its end. So the copy then replaces
 * another scope.
 */

import { CLOSE, type ChoiceSequence, uniformBelow } from '../choice/index.ts';
import type { MutationMaterial, Mutator, Part } from './mutator.ts';
import { copied, over } from './parts.ts';
import { chooseScope, findOp, labelAt, wholeOf, withLead } from './scopes.ts';
import { mutateTuning } from './tuning.ts';

export const cloneScope: Mutator = {
  name: 'clone',
  propose(material) {
    const { parent, rng, mostWords } = material;
    const scope = chooseScope(parent, rng, mostWords);
    if (scope === -1) return undefined;
    const place = uniformBelow(rng, 3);
    const added = insert(material, scope, place === 1);
    const isIdle = added.origin!.op === scope && !isFollowed(parent, added.from, parent.ops[scope]!);
    return [(place === 2 || isIdle ? overwrite(material, scope) : undefined) ?? added];
  },
};

function insert({ parent, rng }: MutationMaterial, scope: number, isBesideOther: boolean): Part {
  const { match } = parent.outline;
  const wanted = { symbol: parent.ops[scope]!, except: scope };
  const other = isBesideOther ? findOp(parent, rng, wholeOf(parent), wanted) : -1;
  const at = match[other === -1 ? scope : other]! + 1;
  const from = uniformBelow(rng, 2) === 0 ? withLead(parent, scope) : scope;
  const place = { from: at, to: at, label: labelAt(parent, scope) };
  return copied(place, parent, [from, match[scope]! + 1], undefined);
}

function overwrite({ parent, rng, mostWords }: MutationMaterial, scope: number): Part | undefined {
  const wanted = { symbol: parent.ops[scope]!, apartFrom: scope, mostWords };
  const into = findOp(parent, rng, wholeOf(parent), wanted);
  return into === -1 ? undefined : over(parent, into, parent, scope);
}

const MAX_STEPS = mutateTuning.siblingSteps.value;

/** True if a scope of this label comes later in the scope that encloses the place. */
function isFollowed({ ops, outline }: ChoiceSequence, from: number, symbol: number): boolean {
  let op = from;
  for (let steps = 0; steps < MAX_STEPS && op < ops.length && ops[op] !== CLOSE; steps++) {
    if (ops[op] === symbol) return true;
    op = outline.match[op]! + 1;
  }
  return false;
}
