/** Parts of several mutators side by side. */

import type { ChoiceSequence } from '../choice/index.ts';
import type { Part } from './mutator.ts';

/** Puts a part where it belongs in the order; says no, and does nothing, when it overlaps one that is there. */
export function addPart(parts: Part[], part: Part): boolean {
  if (parts.some((other) => overlaps(part, other))) return false;
  const at = parts.findIndex(
    (other) => part.from < other.from || (part.from === other.from && part.to <= other.to),
  );
  parts.splice(at === -1 ? parts.length : at, 0, part);
  return true;
}

/** With the parts of one more proposal: all of them or none, since half a swap would be a clone. */
export function withAll(parts: readonly Part[], proposal: readonly Part[]): readonly Part[] {
  const joined = [...parts];
  return proposal.every((part) => addPart(joined, part)) ? joined : parts;
}

/** What is put in between two ops overlaps nothing that ends or begins there. */
function overlaps(a: Part, b: Part): boolean {
  return a.from < b.to && b.from < a.to;
}

/** Whether a part puts in what was there. */
export function changesNothing(sequence: ChoiceSequence, part: Part): boolean {
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
