/**
 * Edits that several passes are made of.
 */

import { applyEdits, type ChoiceSequence, cut, type Edit } from '../../../choice/index.ts';
import type { ScopeNode } from '../tree.ts';

/** Deletes scopes and everything in them. */
export function withoutScopes(sequence: ChoiceSequence, scopes: readonly ScopeNode[]): ChoiceSequence {
  return edited(
    sequence,
    scopes.map(({ from, to }) => ({ from, to })),
  );
}

/** Sets choices to other values; values out of bounds are brought to the nearest bound. */
export function withValues(sequence: ChoiceSequence, values: ReadonlyMap<number, bigint>): ChoiceSequence {
  return edited(sequence, valueEdits(sequence, values));
}

export function valueEdits(sequence: ChoiceSequence, values: ReadonlyMap<number, bigint>): Edit[] {
  return [...values].map(([op, value]) => {
    const { min, max } = sequence.choiceAt(op);
    const allowed = value < min ? min : value > max ? max : value;
    return {
      from: op,
      to: op + 1,
      ops: sequence.ops.subarray(op, op + 1),
      words: sequence.wordsFor(op, allowed),
    };
  });
}

/** Puts one run of ops in the place of another. */
export function replaceRun(
  sequence: ChoiceSequence,
  target: { readonly from: number; readonly to: number },
  source: { readonly from: number; readonly to: number },
): Edit {
  return { from: target.from, to: target.to, ...cut(sequence, source.from, source.to) };
}

/** Applies edits given in any order. */
export function edited(sequence: ChoiceSequence, edits: readonly Edit[]): ChoiceSequence {
  return applyEdits(
    sequence,
    edits.toSorted((a, b) => a.from - b.from || a.to - b.to),
  );
}
