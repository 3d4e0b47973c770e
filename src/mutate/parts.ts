/**
 * Parts: makes them, and combines several.
 *
 * One mutant may need hundreds of parts. All have the same fields in the same order, and this module makes no
 * function for a single call. So V8 keeps its compiled code for them.
 */

import { type ChoiceSequence, cut } from '../choice/index.ts';
import type { Part } from './mutator.ts';
import { labelAt } from './scopes.ts';

/** A part that removes ops without a replacement. */
export function removal(from: number, to: number, label: string): Part {
  return { from, to, ops: undefined, words: undefined, label, origin: undefined };
}

/**
 * A part that copies a run of ops from the parent, or from a donor. It knows its destination and the label
 * there.
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

/**
 * A part that copies the scope at `origin`, from the parent or a donor, over the parent's scope at `into`.
 */
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

/**
 * Inserts a part at its place in the order; returns false and changes nothing if it overlaps another part.
 */
export function addPart(parts: Part[], part: Part): boolean {
  let at = 0;
  for (const other of parts) {
    if (overlaps(part, other)) return false;
    if (other.from < part.from || (other.from === part.from && other.to < part.to)) at++;
  }
  parts.splice(at, 0, part);
  return true;
}

/**
 * The parts, with all parts of one more proposal. If one of these overlaps another part, none is added: half a
 * swap would be a clone.
 */
export function withAll(parts: readonly Part[], proposal: readonly Part[]): readonly Part[] {
  const joined = [...parts];
  for (const part of proposal) if (!addPart(joined, part)) return parts;
  return joined;
}

/** Parts that insert something new. */
export function effective(sequence: ChoiceSequence, parts: readonly Part[]): readonly Part[] {
  const those: Part[] = [];
  for (const part of parts) if (!changesNothing(sequence, part)) those.push(part);
  return those;
}

/** True if two parts overlap. An insertion between two ops does not overlap parts that end or begin there. */
function overlaps(a: Part, b: Part): boolean {
  return a.from < b.to && b.from < a.to;
}

/** True if a part inserts the same ops that it removes. */
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
