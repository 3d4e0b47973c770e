/**
 * A pass is a way of looking for something simpler near the best sequence.
 *
 * Most passes only *list* candidates for a given sequence. The sweep below walks through the list, and after
 * a success continues at the same place in the new list. So one sweep takes one evaluation for each candidate
 * that fails. A pass keeps no state and no randomness: the same best gives the same candidates.
 */

import type { ChoiceSequence } from '../../../choice/index.ts';
import type { Candidate, Reduction } from '../reduction.ts';

export interface Pass {
  readonly name: string;
  /** Runs until it finds nothing more. */
  run<T>(reduction: Reduction<T>): Promise<void>;
}

/** A pass that lists candidates. */
export function sweep(name: string, list: (best: ChoiceSequence) => Iterable<Candidate>): Pass {
  return {
    name,
    async run(reduction) {
      let passed = 0;
      for (;;) {
        const found = await reduction.considerFirst(from(passed, list(reduction.best)));
        if (found === -1) return;
        passed += found;
      }
    },
  };
}

function* from(start: number, candidates: Iterable<Candidate>): Generator<Candidate> {
  let index = 0;
  for (const candidate of candidates) if (index++ >= start) yield candidate;
}
