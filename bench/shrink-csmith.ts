/** How small Csmith programs get, and after how many questions, where a pattern in their text has to stay. */
import { csmithScoped } from '../src/generators/csmith-scoped.ts';
import { programSize } from '../src/program/index.ts';
import { SourcePool } from '../src/source/index.ts';
import { reduceTest } from '../src/triage/index.ts';
import { cpuMs, type Measurement } from './harness.ts';

const SEEDS = 45;
const MOST_BYTES = 12_000;
/** The first of these that a program has is what must stay. */
const PATTERNS = [/safe_lshift_func/, /safe_div_func\w+\(.*safe_/, /safe_add_func/, /for \(/];

/** Patterns stand in for compilers: figures are the same on every machine that has this Csmith. */
export async function* shrinkCsmith(): AsyncGenerator<Measurement> {
  const generators = new SourcePool(csmithScoped, 1);
  const totals = { programs: 0, evaluations: 0, logs: 0, generations: 0, ms: 0, bytes: 0 };
  try {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const made = await generators.make({ seed });
      if (made.outcome !== 'ok' || programSize(made.program) > MOST_BYTES) continue;
      const text = Buffer.from(made.program.files[0]!.bytes).toString();
      const pattern = PATTERNS.find((each) => each.test(text));
      if (pattern === undefined) continue;
      const before = cpuMs();
      const { test, progress } = await reduceTest(
        generators,
        made.record,
        async ({ files }) => pattern.test(Buffer.from(files[0]?.bytes ?? []).toString()),
        { jobs: 1, signal: new AbortController().signal, onImproved: () => undefined },
      );
      totals.programs++;
      totals.ms += cpuMs() - before;
      totals.evaluations += progress.evaluations;
      totals.logs += Math.log(progress.evaluations);
      totals.generations += progress.generations;
      totals.bytes += programSize(test);
    }
  } finally {
    await generators.close();
  }
  const { programs, evaluations, logs, generations, ms, bytes } = totals;
  const how = `mean of the ${programs} programs of seeds 1 to ${SEEDS} with at most ${MOST_BYTES} bytes`;
  yield {
    name: 'Csmith programs: evaluations',
    value: evaluations / programs,
    unit: 'mean',
    how: `${how}; geometric mean ${Math.exp(logs / programs).toFixed(0)}, ${Math.round(generations / programs)} generator runs and ${Math.round(ms / programs)} ms CPU of the reducer each`,
  };
  yield { name: 'Csmith programs: what is left', value: bytes / programs, unit: 'bytes', how };
}
