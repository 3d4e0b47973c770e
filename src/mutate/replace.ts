/**
 * Replaces one choice. It prefers structural choices: they decide the shape of a test, while constants only
 * fill it in.
 */

import { SymbolKind, uniformUnit } from '../choice/index.ts';
import type { MutationMaterial, Mutator, Part } from './mutator.ts';
import { chooseScope, findOp, labelAt, scopeAround, wholeOf } from './scopes.ts';
import { otherValue } from './values.ts';
import { mutateTuning } from './tuning.ts';

const MAX_ATTEMPTS = mutateTuning.replaceAttempts.value;

export const replace: Mutator = {
  name: 'replace',
  propose(material) {
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      const op = chooseChoice(material);
      if (op === -1) return undefined;
      const part = replaceAt(material, op);
      if (part !== undefined) return [part];
    }
    return undefined;
  },
};

function replaceAt({ parent, rng }: MutationMaterial, op: number): Part | undefined {
  const value = otherValue(parent, op, rng);
  if (value === undefined) return undefined;
  const ops = parent.ops.subarray(op, op + 1);
  const words = parent.wordsFor(op, value);
  const label = labelAt(parent, scopeAround(parent, op));
  return { from: op, to: op + 1, ops, words, label, origin: undefined };
}

const NUMBERS = 1 << SymbolKind.integer;
const STRUCTURE = (1 << SymbolKind.pick) | (1 << SymbolKind.weighted) | (1 << SymbolKind.word);

/**
 * Half of the time any choice, half of the time a choice of a fairly chosen scope, so that rare places have a
 * chance.
 */
function chooseChoice({ parent, rng, structurePreference, mostWords }: MutationMaterial): number {
  const scope = uniformUnit(rng) < 0.5 ? chooseScope(parent, rng, mostWords) : -1;
  const range = scope === -1 ? wholeOf(parent) : { from: scope + 1, to: parent.outline.match[scope]! };
  const kinds = uniformUnit(rng) < structurePreference ? STRUCTURE : NUMBERS;
  const preferred = findOp(parent, rng, range, { kinds });
  return preferred === -1 ? findOp(parent, rng, range, { kinds: STRUCTURE | NUMBERS }) : preferred;
}
