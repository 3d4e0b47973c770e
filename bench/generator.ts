/**
 * `generator`: what loom's programs are like: how fast they are written, whether they are right, and what mutants share
 * with their parents.
 *
 * `PROGRAMS` in the environment is the number of compiled programs, a third in each language (default 60). `PAIRS` is
 * the number of compared mutants (default 400). `PART` selects one part: speed, truth, agreement, mutants, choice,
 * deletion, size, operators, proof (needs z3), counters, shares, switches (needs clang-19-passes).
 */
import { agreement } from './generator/agreement.ts';
import { counters } from './generator/counters.ts';
import { deletion, mutants, oneChoice } from './generator/mutants.ts';
import { operators } from './generator/operators.ts';
import { proof } from './generator/proof.ts';
import { size } from './generator/size.ts';
import { reach } from './generator/switches.ts';
import { shares } from './generator/shares.ts';
import { speed } from './generator/speed.ts';
import { truth } from './generator/truth.ts';
import type { Bench, Measurement } from './harness.ts';

type Part = () => Iterable<Measurement> | AsyncIterable<Measurement>;

const parts: Readonly<Record<string, Part>> = {
  speed,
  truth,
  agreement,
  mutants,
  choice: oneChoice,
  deletion,
  size,
  operators,
  proof,
  counters,
  switches: reach,
  shares,
};

export const generator: Bench = {
  name: 'generator',
  question:
    'Are the programs of loom right, how fast are they written, and how near are mutants to their parents?',
  decision: 'what loom may draw, and with which weights',
  async *run(): AsyncIterable<Measurement> {
    const wanted = process.env['PART'];
    for (const [name, part] of Object.entries(parts)) {
      if (wanted === undefined || wanted === name) yield* part();
    }
  },
};
