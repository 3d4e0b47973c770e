/**
 * The size of a reduced Csmith program, and the number of questions. No compiler is asked, only its text looked at, so
 * that the figures are the same on every machine.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SourcePool } from '../../src/source/index.ts';
import { reduceTest } from '../../src/triage/index.ts';
import { programSize } from '../../src/program/index.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';

let generators: SourcePool;
beforeAll(() => {
  generators = new SourcePool(csmithScoped, 1);
});
afterAll(() => generators.close());

it.each([
  { seed: 1, needle: /safe_lshift_func/ },
  { seed: 37, needle: /safe_div_func\w+\(.*safe_/ },
])(
  'a Csmith program of seed $seed with $needle comes down to a function that has it, in a few hundred evaluations',
  { timeout: 600_000 },
  async ({ seed, needle }) => {
    const made = await generators.make({ seed });
    if (made.outcome !== 'ok') throw new Error(made.outcome);
    const before = programSize(made.program);
    const reduced = await reduceTest(
      generators,
      made.record,
      async ({ files }) => needle.test(Buffer.from(files[0]?.bytes ?? []).toString()),
      { jobs: 1, signal: new AbortController().signal, onImproved: () => undefined },
    );
    expect(before).toBeGreaterThan(10_000);
    expect(reduced.end).toBe('minimal');
    expect(programSize(reduced.test)).toBeLessThan(1_000);
    expect(reduced.progress.evaluations).toBeLessThan(400);
  },
);
