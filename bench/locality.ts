/** Locality of the resynchronisation strategies, side by side, on random generators. */
import { measureLocality, strategies } from '../test/quality/locality.ts';
import type { Bench, Measurement } from './harness.ts';

export const locality: Bench = {
  name: 'locality-engine',
  question: 'How much of a record outside of an edited scope stays the same, by resynchronisation strategy?',
  decision: 'whether resynchronisation by scopes and labels earns its keep',
  *run(): Iterable<Measurement> {
    for (const isolated of [true, false]) {
      for (const edit of ['inside', 'whole'] as const) {
        const { edits, share, whole } = measureLocality({ isolated, edit, generators: 1_000, seed: 7 });
        const group = `${edit === 'inside' ? 'edit inside a scope' : 'scope deleted or repeated'}, ${
          isolated ? 'nothing outside depends on it' : 'all may depend on it'
        }`;
        const how = `${edits} edits of records of random generators; longest common subsequence of choices and scopes`;
        for (const strategy of strategies) {
          const goal =
            strategy === 'scopes' && isolated && edit === 'inside' ? { goal: { atLeast: 0.99 } } : {};
          yield {
            name: `kept by ${strategy}: ${group}`,
            value: share[strategy],
            unit: 'share',
            ...goal,
            how,
          };
        }
        for (const strategy of strategies) {
          yield { name: `all kept by ${strategy}: ${group}`, value: whole[strategy], unit: 'of edits', how };
        }
      }
    }
  },
};
