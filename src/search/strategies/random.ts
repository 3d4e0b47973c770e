/** Only fresh tests: the honest baseline, in the same harness. */
import { SEARCH } from '../arm.ts';
import type { Strategy } from '../strategy.ts';

export function randomStrategy(sources: readonly string[]): Strategy {
  let turn = 0;
  return {
    next(_rng, seed) {
      const source = sources[turn++ % sources.length]!;
      return { arm: 'fresh', source, request: { seed }, purpose: SEARCH };
    },
    learn() {},
    state: null,
    restore() {},
  };
}
