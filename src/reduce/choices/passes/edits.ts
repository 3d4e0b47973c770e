/**
 * Edits that several passes use.
 */

import { applyEdits, type ChoiceSequence, cut, type Edit } from '../../../choice/index.ts';
import type { ScopeNode } from '../tree.ts';

/** Deletes scopes with their content. */
export function withoutScopes(sequence: ChoiceSequence, scopes: readonly ScopeNode[]): ChoiceSequence {
  return edited(
    sequence,
    scopes.map(({ from, to }) => ({ from, to })),
  );
}

/** Sets choices to other values; values out of bounds become the nearest bound. */
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

/** Replaces a run of ops by another run. */
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
