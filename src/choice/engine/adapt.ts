/**
 * Adapting a recorded answer to a question with other bounds or of another kind.
 *
 * A constant keeps its value as far as the bounds allow, because near constants make near programs. An option
 * has no near neighbour: its index wraps around, so that answers spread over all options. Adapting is
 * deterministic, so that a mutant is one test and not many.
 */

import type { Site } from '../sequence/alphabet.ts';
import { type ChoiceSequence, valueAt } from '../sequence/sequence.ts';

/** The answer to `site` that follows from the recorded choice at `op`, as an offset from `site.min`. */
export function adaptValue(recorded: ChoiceSequence, op: number, site: Site): bigint {
  const value = valueAt(recorded, op);
  if (value >= site.min && value <= site.max) return value - site.min;
  if (site.kind === 'integer') return value < site.min ? 0n : site.max - site.min;
  const offset = (value - site.min) % (site.max - site.min + 1n);
  return offset < 0n ? offset + (site.max - site.min + 1n) : offset;
}
