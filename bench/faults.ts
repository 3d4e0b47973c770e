/** How much is lost, and how often a person sees a stack, when files, disks, clocks and words are not as they should be. */
import { runFaults } from '../test/faults/suite.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';

/** Fewer of them take less time: `CASES=1000 npm run -s bench -- faults`. */
const CASES = Number(process.env['CASES'] ?? 20_000);
/** Behind those of the tests, so that they are other cases. */
const FIRST_SEED = 100_001;

export const faults: Bench = {
  name: 'faults',
  question:
    'Is anything lost, or is a stack shown, in thousands of cases of damage, kills, full disks and odd words?',
  decision: 'none: each that is found is a bug, and is told with its seed',
  async *run(): AsyncGenerator<Measurement> {
    const before = cpuMs();
    let cases = 0;
    let found = 0;
    for await (const { family, cases: more, complaints } of runFaults(CASES, FIRST_SEED)) {
      for (const text of complaints) console.error(text);
      cases += more;
      found += complaints.length;
      yield {
        name: `${family}: lost, or told with a stack`,
        value: complaints.length,
        unit: `of ${more}`,
        goal: { atMost: 0 },
        how: `seeds from ${FIRST_SEED} on`,
      };
    }
    const how = `${Math.round((cpuMs() - before) / 1_000)} s of CPU`;
    yield { name: 'all together', value: found, unit: `of ${cases}`, goal: { atMost: 0 }, how };
  },
};
