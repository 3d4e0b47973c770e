/**
 * Stages and what they stand on, in parts: `PARTS` in the environment names those that are wanted.
 *
 * `facts`: the cost of a program's facts and of holding it against its truth, `PROGRAMS` of them from `SEED` on.
 */
import type { Bench, Measurement } from './harness.ts';
import { measureFacts } from './stages/facts.ts';

const parts: Readonly<Record<string, () => AsyncIterable<Measurement>>> = { facts: measureFacts };

export const stages: Bench = {
  name: 'stages',
  question: 'what do facts and truth cost, beside generating and compiling a program?',
  decision: 'whether every test may be held against its truth, and what its share of the CPU time is',
  async *run() {
    for (const part of (process.env['PARTS'] ?? Object.keys(parts).join(' ')).split(/[\s,]+/)) {
      const measure = parts[part];
      if (measure === undefined)
        throw new Error(`no part ${part}; there are ${Object.keys(parts).join(', ')}`);
      yield* measure();
    }
  },
};
