/**
 * `npm run bench`: runs benchmarks by name, and prints a table for people or lines for machines.
 *
 * To add one: a file here that exports a `Bench`, and a line in the list below.
 */
import { parseFlags, switchFlag } from '../src/cli/flags/flags.ts';
import { didYouMean } from '../src/util/did-you-mean.ts';
import { UserError } from '../src/util/user-error.ts';
import { attack } from './attack.ts';
import { behind } from './behind.ts';
import { bugs } from './bugs.ts';
import { centipede } from './centipede.ts';
import { asJson, isMet, textOf, type Bench, type Measurement } from './harness.ts';
import { contents } from './contents.ts';
import { early } from './early.ts';
import { executable } from './executable.ts';
import { faults } from './faults.ts';
import { fleet } from './fleet.ts';
import { fleetMixed } from './fleet-mixed.ts';
import { focusBench } from './focus.ts';
import { gcc } from './gcc.ts';
import { generator } from './generator.ts';
import { guidedVsRandom } from './guided-vs-random.ts';
import { historicActing } from './historic-acting.ts';
import { historic } from './historic.ts';
import { nestedBench } from './nested.ts';
import { planted } from './planted.ts';
import { judges } from './judges.ts';
import { reduction } from './reduction.ts';
import { reductionLarge } from './reduction-large.ts';
import { regressBench } from './regress.ts';
import { reviewBench } from './review.ts';
import { librariesBench } from './libraries.ts';
import { relations } from './relations.ts';
import { litmusHerd } from './litmus-herd.ts';
import { litmusJudge } from './litmus-judge.ts';
import { litmusPlanted } from './litmus-planted.ts';
import { missedBench } from './missed.ts';
import { stages } from './stages.ts';
import { start } from './start.ts';
import { trophiesBench } from './trophies.ts';

const benches: readonly Bench[] = [
  attack,
  behind,
  bugs,
  centipede,
  contents,
  early,
  executable,
  faults,
  fleet,
  fleetMixed,
  focusBench,
  gcc,
  generator,
  guidedVsRandom,
  historic,
  historicActing,
  judges,
  librariesBench,
  nestedBench,
  planted,
  reduction,
  reductionLarge,
  regressBench,
  reviewBench,
  relations,
  litmusHerd,
  missedBench,
  litmusJudge,
  litmusPlanted,
  stages,
  start,
  trophiesBench,
];

const flags = {
  list: switchFlag({ doc: 'name the benchmarks, and what hangs on each', category: 'Output' }),
  json: switchFlag({ doc: 'one JSON object a line', category: 'Output' }),
};

async function main(words: readonly string[]): Promise<number> {
  const { values, args } = parseFlags(flags, words);
  if (values['list'] === true) {
    for (const { name, question, decision } of benches) {
      console.log(`${name}\n  question: ${question}\n  decision: ${decision}`);
    }
    return 0;
  }
  if (args.length === 0)
    throw new UserError('which benchmark?', [knownBenches(), 'what they ask: npm run bench -- --list']);
  let allMet = true;
  for (const bench of args.map(findBench)) {
    const print =
      values['json'] === true
        ? (measurement: Measurement) => console.log(asJson(measurement))
        : startTable(bench);
    for await (const measurement of bench.run()) {
      print(measurement);
      if (isMet(measurement) === false) allMet = false;
    }
  }
  return allMet ? 0 : 1;
}

function findBench(name: string): Bench {
  const found = benches.find((bench) => bench.name === name);
  if (found) return found;
  const meant = didYouMean(
    name,
    benches.map((bench) => bench.name),
  );
  throw new UserError(`no benchmark named "${name}"`, [
    knownBenches(),
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}

function knownBenches(): string {
  return `known benchmarks: ${benches.map((bench) => bench.name).join(', ')}`;
}

function startTable(bench: Bench): (measurement: Measurement) => void {
  console.log(`\n${bench.name}: ${bench.question}\n`);
  console.log(`${'value'.padStart(14)} ${'unit'.padEnd(8)} ${'goal'.padEnd(12)} what`);
  return (measurement) => {
    const { name, value, unit, goal, how } = measurement;
    const verdict = { true: 'ok', false: 'MISSED', undefined: '' }[String(isMet(measurement))] ?? '';
    const aim = [goal ? textOf(goal) : '', verdict].join(' ').trim();
    console.log(`${forPeople(value).padStart(14)} ${unit.padEnd(8)} ${aim.padEnd(12)} ${name} (${how})`);
  };
}

/** Three digits that count, and groups of three. */
function forPeople(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error([`error: ${error.message}`, ...error.hints.map((hint) => `  ${hint}`)].join('\n'));
  process.exitCode = 2;
}
