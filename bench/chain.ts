/**
 * Chains of a source and stages, in parts: `PARTS` in the environment names those that are wanted.
 *
 * `cost`: a variant of which only the stages are changed, beside one compile; `PROGRAMS` of them from `SEED` on.
 * `coverage`: campaigns of a chain and of its source, `SECONDS` of CPU time and `SEEDS` of each.
 */
import { measureChainCosts } from './chain/costs.ts';
import { measureChainCoverage } from './chain/coverage.ts';
import type { Bench, Measurement } from './harness.ts';

const parts: Readonly<Record<string, () => AsyncIterable<Measurement>>> = {
  cost: measureChainCosts,
  coverage: measureChainCoverage,
};

export const chain: Bench = {
  name: 'chain',
  question: 'what does a stage cost, and does a campaign reach more with it?',
  decision: 'how often stages take part in fresh tests',
  async *run() {
    for (const part of (process.env['PARTS'] ?? Object.keys(parts).join(' ')).split(/[\s,]+/)) {
      const measure = parts[part];
      if (measure === undefined)
        throw new Error(`no part ${part}; there are ${Object.keys(parts).join(', ')}`);
      yield* measure();
    }
  },
};
