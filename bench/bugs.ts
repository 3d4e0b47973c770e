/**
 * A yardstick of bugs: how many does each side find, and how soon?
 *
 * In a build with planted defects, a bug is one of these defects. Which defect a finding is about is asked of the target
 * afterwards, and costs the campaign nothing. In another build, a bug is a signature of a failure.
 *
 * Sides run one after another, a campaign for each side, source and seed, with equal flags and equal CPU time. Results
 * lie in .cache/results/bugs; a campaign that is there is not run again. With `FIXED`, an interrupted one goes on. In the
 * environment, `MINUTES`, `SEEDS`, `SOURCES` and `SIDES` make it another measurement, and `TARGET`, `COMPARE_SHARE` and
 * `REDUCE_SHARE` as well. Lists have commas; `loom+ir` are two sources of one campaign. `OPTIONS` is what `run --options`
 * takes, and `FLAGS` has further flags. With `FIXED=5` planted bugs that were found are off after each five CPU minutes.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../src/build/index.ts';
import { Laboratory } from '../src/laboratory/index.ts';
import { splitWords } from '../src/util/split-words.ts';
import { writeFileAtomic } from '../src/util/write-file-atomic.ts';
import { plantsOfTarget } from '../lab/planted/names.ts';
import { type BugPair, pairedTest } from './bugs/paired.ts';
import { survivalText } from './bugs/survival.ts';
import { root } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';
import { blameFor, ownArgs } from './planted/blame.ts';
import type { Found, HuntOptions } from './planted/hunt.ts';
import { type BugsInTime, huntAndFix } from './planted/hunt-and-fix.ts';
import { isPlanted, PLANTED } from './planted/truth.ts';

const env = process.env;
const minutes = Number(env['MINUTES'] ?? 30);
const endMs = minutes * 60_000;
const seeds = (env['SEEDS'] ?? '1,2,3').split(',').map(Number);
const sources = (env['SOURCES'] ?? 'csmith-scoped,loom').split(',');
const sides = (env['SIDES'] ?? 'guided,random').split(',');
const optionsTier = env['OPTIONS'] ?? 'none';
const flags = splitWords(env['FLAGS'] ?? '');
const roundMs = env['FIXED'] === undefined ? undefined : Number(env['FIXED']) * 60_000;
const ways = [...(roundMs === undefined ? [] : [`fixed ${env['FIXED']}`]), ...flags];
const shares = [
  `compare ${env['COMPARE_SHARE'] ?? '45'}%`,
  `reduce ${env['REDUCE_SHARE'] ?? '40'}%`,
  ...ways,
].join(', ');

export const bugs: Bench = {
  name: 'bugs',
  question: 'at equal CPU time, does the guided search find more bugs than random generation, and sooner?',
  decision: 'which guidance is kept: bugs tell more of a search than edges do',
  run,
};

interface Campaign {
  readonly source: string;
  readonly side: string;
  readonly seed: number;
}

async function* run(): AsyncIterable<Measurement> {
  if (roundMs !== undefined && !(roundMs > 0 && roundMs <= endMs))
    throw new Error(`FIXED=${env['FIXED']}: allowed are CPU minutes above 0, up to MINUTES=${minutes}`);
  const laboratory = await Laboratory.open({
    cache: cacheFolder(env),
    searchPath: env['PATH'] ?? '/usr/bin:/bin',
  });
  const outcomes = new Map<string, BugsInTime>();
  try {
    for (const seed of seeds)
      for (const source of sources)
        for (const side of sides)
          outcomes.set(keyOf({ source, side, seed }), await outcomeOf(laboratory, { source, side, seed }));
  } finally {
    await laboratory.close();
  }
  const seen = [...outcomes.values()].flatMap(({ timesMs }) => Object.keys(timesMs));
  const known = isPlanted ? plantsOfTarget(PLANTED) : [...new Set(seen)];
  const timesOf = (side: string, source: string, seed: number): BugsInTime['timesMs'] =>
    outcomes.get(keyOf({ source, side, seed }))!.timesMs;
  for (const side of sides)
    for (const source of sources) yield foundBy(side, source, known, (seed) => timesOf(side, source, seed));
  const [one, other] = sides;
  if (one === undefined || other === undefined) return;
  const runs = sources.flatMap((source) => seeds.map((seed) => ({ source, seed })));
  const pairs = runs.flatMap(({ source, seed }) =>
    known.map((bug): BugPair => ({
      bug,
      oneMs: timesOf(one, source, seed)[bug],
      otherMs: timesOf(other, source, seed)[bug],
    })),
  );
  for (const line of linesOf(pairs, one, other)) console.error(line);
  yield* compared(pairs, one, other);
}

async function outcomeOf(laboratory: Laboratory, campaign: Campaign): Promise<BugsInTime> {
  const measured = [`${PLANTED}-${minutes}m`, ...(optionsTier === 'none' ? [] : [optionsTier]), ...ways]
    .map((part) => part.replace(/^--/, '').replaceAll(' ', '-'))
    .join('-');
  const folder = join(root, '.cache/results/bugs', measured);
  const file = join(folder, `${keyOf(campaign)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as BugsInTime;
  console.error(`running ${keyOf(campaign)}`);
  const { source, side, seed } = campaign;
  const options: HuntOptions = {
    folder: join(root, '.cache/bugs', measured, keyOf(campaign)),
    cli: join(root, 'dist/cli/main.js'),
    source: source.replaceAll('+', ','),
    strategy: side,
    cpuMs: endMs,
    seed,
    defects: isPlanted ? ['all'] : [],
    flags: [`--options=${optionsTier}`, ...flags],
  };
  const outcome = await huntAndFix(options, roundMs, (found, fixed) => bugOf(laboratory, found, fixed));
  mkdirSync(folder, { recursive: true });
  writeFileAtomic(file, JSON.stringify(outcome));
  return outcome;
}

/** The name of the bug that a finding shows; undefined if it shows no planted defect. */
async function bugOf(
  laboratory: Laboratory,
  found: Found,
  fixed: readonly string[],
): Promise<string | undefined> {
  if (!isPlanted) return found.record.signature;
  return (await blameFor(laboratory, found, found.original, ownArgs(found.record), fixed)).owner;
}

function foundBy(
  side: string,
  source: string,
  known: readonly string[],
  timesOf: (seed: number) => BugsInTime['timesMs'],
): Measurement {
  const counts = seeds.map((seed) => Object.keys(timesOf(seed)).length);
  return {
    name: `bugs that ${side} finds with ${source}, mean of seeds`,
    value: counts.reduce((sum, each) => sum + each, 0) / counts.length,
    unit: 'bugs',
    how: `of ${known.length} in ${PLANTED}, ${minutes} CPU minutes, ${shares}; seeds ${seeds.join(', ')}: ${counts.join(', ')}`,
  };
}

function* compared(pairs: readonly BugPair[], one: string, other: string): Iterable<Measurement> {
  const { speed, chance, chanceOfCounts } = pairedTest(pairs, endMs);
  const count = (of: (pair: BugPair) => number | undefined): number =>
    pairs.filter((pair) => of(pair) !== undefined).length;
  const [ones, others] = [count(({ oneMs }) => oneMs), count(({ otherMs }) => otherMs)];
  const how = `${sources.join(', ')}; seeds ${seeds.join(', ')}; ${minutes} CPU minutes a campaign`;
  yield {
    name: `bugs, ${one} over ${other}`,
    value: ones / others,
    unit: 'times',
    goal: { atLeast: 1.5 },
    how: `${ones} and ${others}, over all runs; ${how}`,
  };
  yield {
    name: `speed to a bug, ${one} over ${other}, geometric mean`,
    value: speed,
    unit: 'times',
    how: `a bug that was not found counts as found at the end; ${how}`,
  };
  for (const [what, value] of [
    ['bugs found', chanceOfCounts],
    ['times', chance],
  ] as const)
    yield {
      name: `probability that sides which are alike differ so much in ${what}`,
      value,
      unit: 'share',
      goal: { atMost: 0.05 },
      how: `paired permutation test, the signs of a bug's runs turned together; ${how}`,
    };
}

/** CPU seconds to each bug on both sides, and the survival curve of the bugs that any side found. */
function linesOf(pairs: readonly BugPair[], one: string, other: string): string[] {
  const names = [...new Set(pairs.map(({ bug }) => bug))];
  const seconds = (ms: number | undefined): string =>
    ms === undefined ? '-' : String(Math.round(ms / 1_000));
  const found = pairs.filter(({ oneMs, otherMs }) => oneMs !== undefined || otherMs !== undefined);
  const seen = new Set(found.map(({ bug }) => bug));
  return [
    `CPU s to each bug, a run after another: ${one}; ${other}`,
    ...names
      .filter((bug) => seen.has(bug))
      .map((bug) => {
        const own = pairs.filter((pair) => pair.bug === bug);
        const list = (of: (pair: BugPair) => number | undefined): string =>
          own.map((pair) => seconds(of(pair))).join(' ');
        return `  ${bug.padEnd(32)} ${list(({ oneMs }) => oneMs)}; ${list(({ otherMs }) => otherMs)}`;
      }),
    'share of the bugs that any side found, not found yet:',
    ...survivalText(
      [
        { side: one, timesMs: found.map(({ oneMs }) => oneMs) },
        { side: other, timesMs: found.map(({ otherMs }) => otherMs) },
      ],
      endMs,
    ),
  ];
}

function keyOf({ source, side, seed }: Campaign): string {
  return [source.replaceAll(/[^\w-]+/g, '-'), side, seed].join('-');
}
