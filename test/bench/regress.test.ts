/** The table of what `regress` finds, of which each command may run a part. */
import { expect, it } from 'vitest';
import { tableOf } from '../../bench/regress.ts';

it('has a row for each bug, with what each side found and how many tests got other code', () => {
  const known = { cpuMs: 600_000, others: 0 };
  const outcomes = new Map([
    ['dse-1-loom-guided-1', { ...known, tests: 90, foundMs: 46_000, controlled: { other: 2 } }],
    ['dse-1-loom-random-1', { ...known, tests: 50 }],
  ]) as unknown as Parameters<typeof tableOf>[1];
  expect(tableOf([{ bug: 'dse-1', source: 'loom', seed: 1 }], outcomes).split('\n')).toEqual([
    '| bug | source | seed | guided | random |',
    '| --- | --- | --- | --- | --- |',
    '| dse-1 | loom | 1 | 46 s, 90 tests, other code of 2 | not found, 50 tests |',
  ]);
});
