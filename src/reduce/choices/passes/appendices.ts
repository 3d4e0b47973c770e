/**
 * Passes over appendices: scopes after the generator's own choices, which change a test after the generator
 * wrote it.
 *
 * Their first choice says whether they do anything at all, and 0 anywhere in them leaves the test alone. So
 * one choice removes a whole appendix. In an appendix that stays, single decisions can be undone, while all
 * others stay.
 */
import type { ChoiceSequence } from '../../../choice/index.ts';
import type { Candidate } from '../reduction.ts';
import { type ScopeNode, treeOf } from '../tree.ts';
import { edited, valueEdits, withValues } from './edits.ts';
import { type Pass, sweep } from './pass.ts';

/** The passes run in this order, before all others. */
export function appendixPasses(isAppendix: (label: string) => boolean): readonly Pass[] {
  const appendicesOf = (best: ChoiceSequence): readonly ScopeNode[] =>
    treeOf(best).roots.filter(({ label }) => isAppendix(best.alphabet.labelOf(label)));
  return [
    sweep('leave out appendices', (best) => leavingOut(best, appendicesOf(best))),
    sweep('take back decisions', (best) => takingBack(best, appendicesOf(best))),
  ];
}

/** Leaves out all appendices at once, then each alone. */
function* leavingOut(best: ChoiceSequence, appendices: readonly ScopeNode[]): Generator<Candidate> {
  const used = appendices.filter(({ from }) => isSet(best, from + 1));
  const without = (some: readonly ScopeNode[]): ChoiceSequence => {
    const zeros = valueEdits(best, new Map(some.map(({ from }) => [from + 1, 0n])));
    return edited(best, [...zeros, ...some.map(({ from, to }) => ({ from: from + 2, to: to - 1 }))]);
  };
  if (used.length > 1) yield { make: () => without(used) };
  for (const each of used) yield { make: () => without([each]) };
}

/**
 * Sets decisions of all appendices to 0: all of them, then halves, quarters and so on, down to single ones.
 */
function* takingBack(best: ChoiceSequence, appendices: readonly ScopeNode[]): Generator<Candidate> {
  const set = treeOf(best).choices.filter((op) =>
    appendices.some(({ from, to }) => op > from + 1 && op < to && isSet(best, op)),
  );
  for (let size = set.length; size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < set.length; from += size) {
      const some = set.slice(from, from + size);
      yield { make: () => withValues(best, new Map(some.map((op) => [op, 0n]))) };
    }
}

function isSet(sequence: ChoiceSequence, op: number): boolean {
  if (!sequence.isChoice(op)) return false;
  const { value, min } = sequence.choiceAt(op);
  return value !== (min > 0n ? min : 0n);
}
