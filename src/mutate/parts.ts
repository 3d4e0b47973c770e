/**
 * Parts: how they are made, and several of them side by side.
 *
 * Hundreds are made for one mutant. All have the same fields in the same order, and nothing here makes a function for
 * one call. So V8 keeps the code that it made for them.
 */

import { type ChoiceSequence, cut } from '../choice/index.ts';
import type { Part } from './mutator.ts';
import { labelAt } from './scopes.ts';

/** Nothing takes the place of what is removed. */
export function removal(from: number, to: number, label: string): Part {
  return { from, to, ops: undefined, words: undefined, label, origin: undefined };
}

/**
 * A part that copies a run of ops from the parent, or from a donor. It knows the place it goes to, and the label it
 * stands under.
 */
export function copied(
  { from, to, label }: { readonly from: number; readonly to: number; readonly label: string },
  source: ChoiceSequence,
  [start, end]: readonly [start: number, end: number],
  donor: number | undefined,
): Part {
  const { ops, words } = cut(source, start, end);
  return { from, to, ops, words, label, origin: { op: start, donor } };
}

/** Puts the scope that opens at `origin`, in the parent or in a donor, over the one of the parent that opens at `into`. */
export function over(
  parent: ChoiceSequence,
  into: number,
  source: ChoiceSequence,
  origin: number,
  donor?: number,
): Part {
  const place = { from: into, to: parent.outline.match[into]! + 1, label: labelAt(parent, into) };
  return copied(place, source, [origin, source.outline.match[origin]! + 1], donor);
}

/** Puts a part where it belongs in the order; says no, and does nothing, when it overlaps one that is there. */
export function addPart(parts: Part[], part: Part): boolean {
  let at = 0;
  for (const other of parts) {
    if (overlaps(part, other)) return false;
    if (other.from < part.from || (other.from === part.from && other.to < part.to)) at++;
  }
  parts.splice(at, 0, part);
  return true;
}

/** The parts and those of one more proposal: all of them or none, since half a swap would be a clone. */
export function withAll(parts: readonly Part[], proposal: readonly Part[]): readonly Part[] {
  const joined = [...parts];
  for (const part of proposal) if (!addPart(joined, part)) return parts;
  return joined;
}

/** Parts that put in something else than what was there. */
export function effective(sequence: ChoiceSequence, parts: readonly Part[]): readonly Part[] {
  const those: Part[] = [];
  for (const part of parts) if (!changesNothing(sequence, part)) those.push(part);
  return those;
}

/** Whether two parts overlap. An insertion between two ops overlaps nothing that ends or begins there. */
function overlaps(a: Part, b: Part): boolean {
  return a.from < b.to && b.from < a.to;
}

/** Whether a part puts in what was there. */
function changesNothing(sequence: ChoiceSequence, part: Part): boolean {
  const { ops, words, outline } = sequence;
  return (
    isRun(ops, part.from, part.to, part.ops) &&
    isRun(words, outline.word[part.from]!, outline.word[part.to]!, part.words)
  );
}

function isRun<A extends Uint16Array | Uint32Array>(
  all: A,
  from: number,
  to: number,
  run: A | undefined,
): boolean {
  if ((run?.length ?? 0) !== to - from) return false;
  if (run !== undefined) for (let i = 0; i < run.length; i++) if (run[i] !== all[from + i]) return false;
  return true;
}
