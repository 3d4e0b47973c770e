/** Entries for tests of the corpus, all different. */
import type { Entry } from '../../src/corpus/index.ts';
import { packFeatures } from '../../src/target/index.ts';

export function entryOf(number: number, more: Partial<Entry> = {}): Omit<Entry, 'id'> {
  return {
    source: 'test',
    build: 'build',
    costMs: 10,
    choices: number,
    programBytes: 100,
    featureCount: 3,
    freshCount: 1,
    origin: { test: number, arm: 'fresh' },
    sequence: new TextEncoder().encode(`sequence ${number}`),
    features: packFeatures(Uint32Array.of(1, 2, 100 + number)),
    ...more,
  };
}
