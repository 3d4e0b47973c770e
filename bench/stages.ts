/**
 * Stages and what they stand on, in parts: `PARTS` in the environment names those that are wanted.
 *
 * `facts`: the cost of a program's facts and of holding it against its truth, `PROGRAMS` of them from `SEED` on.
 * `cost`: a variant of which only the stages are changed, beside one compile; `PROGRAMS` of them from `SEED` on.
 * `coverage`: campaigns of a chain and of its source, `SECONDS` of CPU time and `SEEDS` of each.
 * `quality`: whether programs that went through both stages are accepted, do what they must, and are made again exactly.
 * `sides`: what guards and relaxations reach, each alone and both; `PROGRAMS` of them from `SEED` on.
 * `hunt`: which planted defects for stages campaigns of a chain and of its source find, `SECONDS` of CPU time each.
 * `plants`: planted defects that only what stages write should show, in plain programs and in others.
 */
import type { Bench, Measurement } from './harness.ts';
import { measureChainCosts } from './stages/costs.ts';
import { measureChainCoverage } from './stages/coverage.ts';
import { measureFacts } from './stages/facts.ts';
import { measureHunts } from './stages/hunt.ts';
import { measurePlants } from './stages/plants.ts';
import { measureQuality } from './stages/quality.ts';
import { measureSides } from './stages/sides.ts';

const parts: Readonly<Record<string, () => AsyncIterable<Measurement>>> = {
  facts: measureFacts,
  cost: measureChainCosts,
  coverage: measureChainCoverage,
  quality: measureQuality,
  plants: measurePlants,
  sides: measureSides,
  hunt: measureHunts,
};

export const stages: Bench = {
  name: 'stages',
  question: 'what do facts, truth and a stage cost, and does a campaign reach more with a stage?',
  decision: 'how often stages take part in fresh tests, and whether every test may be held against its truth',
  async *run() {
    for (const part of (process.env['PARTS'] ?? Object.keys(parts).join(' ')).split(/[\s,]+/)) {
      const measure = parts[part];
      if (measure === undefined)
        throw new Error(`no part ${part}; there are ${Object.keys(parts).join(', ')}`);
      yield* measure();
    }
  },
};
