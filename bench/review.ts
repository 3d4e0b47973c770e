/**
 * Review: how many historic bugs of LLVM does `cgfuzz review` find within one CPU minute, and `seeds` in a hunt?
 *
 * One program of seeds has all bugs behind switches, and is its own control with all switches off. As a reviewer, each
 * bug is a patch that brings the tests of its fix. As a hunter, all bugs are on, and a bug is off as soon as it is found.
 * Tests that name a bug or show it as they are take no part in the hunt. `PART` is `reviewer`, `hunter` or both with a
 * comma; `new` tries fixes after LLVM 22. `ONLY` has parts of names of bugs. `SECONDS` is the CPU time of a review,
 * `MINUTES` of the hunt. Outcomes of reviews lie in `.cache/results/review`, and are not measured again.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../src/build/index.ts';
import { prepareJudge } from '../src/oracle/index.ts';
import { runSeeds, type SeedCounts, type SeedFault } from '../src/session/review/seeds-run.ts';
import { Stages } from '../src/session/review/stages.ts';
import { foldersFor } from '../src/session/review/tests-of-patch.ts';
import {
  findPatches,
  packSeeds,
  type PackOptions,
  packTests,
  prepareSeeds,
  seedFolders,
  type SeedsPool,
  testsTree,
} from '../src/target/index.ts';
import { type HistoricBug, historicBugs, plantedFolder, plantsByFile } from '../lab/planted/names.ts';
import { reportedIn } from '../lab/planted/switches.ts';
import { root } from './campaigns/campaign-side.ts';
import { asNew } from './review-new.ts';
import { wanted, type Bench, type Measurement } from './harness.ts';

const { ONLY = '', SECONDS = '60', MINUTES = '10', SEED = '1' } = process.env;
const STOCK = { llvmVersion: 19 };
/** The rounds of a fault that is attributed: each has another processor. */
const ROUNDS = '6';

export const reviewBench: Bench = {
  name: 'review',
  question: 'how many historic bugs does a review find with the tests of the fix, and a hunt without them?',
  decision: 'the stages of a review, and the changes that the source seeds makes',
  run,
};

interface World {
  readonly program: string;
  readonly words: readonly string[];
  readonly suite: SeedsPool;
  /** The folder `test/Transforms`. */
  readonly tests: string;
  readonly packing: PackOptions;
}

/** Counts of one stage of a review. */
type Stage = Pick<SeedCounts, 'cpuSeconds' | 'kinds' | 'reasons'>;

interface Outcome {
  readonly fault?: SeedFault;
  readonly stage: number;
  readonly cpuSeconds: number;
  /** True if some test reached the place of the bug so that it would do something. */
  readonly acts: boolean;
  readonly stages: readonly Stage[];
}

async function* run(): AsyncIterable<Measurement> {
  const parts = wanted('PART', ['reviewer', 'hunter', 'new'], ['reviewer', 'hunter']);
  if (parts.includes('new')) yield await newFixes();
  if (parts.every((part) => part === 'new')) return;
  const world = await makeWorld();
  if (parts.includes('reviewer')) yield await asReviewer(world);
  if (parts.includes('hunter')) yield await asHunter(world);
}

async function newFixes(): Promise<Measurement> {
  const cache = cacheFolder(process.env);
  const { signal } = new AbortController();
  const say = (text: string): void => console.error(text);
  const judge = await prepareJudge({ cache }, say, signal);
  return asNew({ cache, signal, say, judge, seconds: Number(SECONDS), seed: Number(SEED), only: ONLY });
}

async function makeWorld(): Promise<World> {
  const cache = cacheFolder(process.env);
  const { signal } = new AbortController();
  const say = (text: string): void => console.error(text);
  const packing = { cache, say, signal };
  const patches = findPatches(join(plantedFolder, 'historic'), '/');
  const nowMs = (): number => performance.now();
  const building = { cache, signal, nowMs, onProgress: ({ step }: { readonly step: string }) => say(step) };
  const { file: program } = await prepareSeeds({ ...STOCK, patches }, building);
  const judge = await prepareJudge({ cache }, say, signal);
  const suite = await packTests(STOCK, program, packing);
  const tests = join(await testsTree(STOCK, packing), 'llvm/test/Transforms');
  return { program, words: ['--judge', judge, '--control', program], suite, tests, packing };
}

/** Words that switch on a bug, or all bugs. */
function on(name: string): string[] {
  return ['--llvm', `-cgfuzz-plant=${name}`];
}

async function asReviewer(world: World): Promise<Measurement> {
  const asked = [...historicBugs()].filter(([name]) => ONLY.split(',').some((part) => name.includes(part)));
  const found: string[] = [];
  for (const [name, bug] of asked) {
    const outcome = await reviewed(world, name, bug);
    const { fault, stage, cpuSeconds } = outcome;
    const how = fault === undefined ? whyNot(outcome) : `${fault.kind} in stage ${stage}: ${fault.seed}`;
    console.error(`${name}: ${how}, after ${cpuSeconds.toFixed(1)} CPU s`);
    if (fault !== undefined) found.push(`${name} ${cpuSeconds.toFixed(1)} s`);
  }
  return {
    name: 'historic bugs that a review finds, with the tests of the fix',
    value: found.length,
    unit: 'bugs',
    goal: { atLeast: 32 },
    how: `of ${asked.length}, ${SECONDS} CPU s each, seed ${SEED}: ${found.join(', ') || 'none'}`,
  };
}

/** The words for a bug that was missed: does it act, does it change results, and what hinders the judge? */
function whyNot({ acts, stages }: Outcome): string {
  const sums = new Map<string, number>();
  const reasons = new Map<string, number>();
  for (const stage of stages) {
    for (const [kind, count] of Object.entries(stage.kinds)) sums.set(kind, (sums.get(kind) ?? 0) + count);
    for (const [why, count] of Object.entries(stage.reasons))
      reasons.set(why, (reasons.get(why) ?? 0) + count);
  }
  const most = (of: Map<string, number>): string =>
    [...of]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 5)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ');
  return `not found, ${acts ? 'acts' : 'never acts'}; ${most(sums)}; not judged: ${most(reasons) || 'none'}`;
}

async function reviewed(world: World, name: string, bug: HistoricBug): Promise<Outcome> {
  const { program, words, suite, tests, packing } = world;
  const results = join(root, '.cache/results/review', `${SECONDS}s-${SEED}`);
  const file = join(results, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Outcome;
  const own = bug.tests?.map((test) => join(tests, test));
  const pool = own === undefined ? undefined : await packSeeds(program, own, packing);
  const changed = [...plantsByFile('historic')].filter(([, names]) => names.includes(name));
  const folders = foldersFor(
    changed.map(([path]) => path),
    seedFolders(suite),
  );
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-review-'));
  const report = join(folder, 'acting');
  try {
    const stages = new Stages({
      program,
      words: [...words, ...on(name), '--llvm', `-cgfuzz-plant-report=${report}`],
      coverage: join(folder, 'reached'),
      seconds: Number(SECONDS),
      seed: Number(SEED),
      untilFault: true,
      signal: packing.signal,
    });
    await stages.all({ suite: suite.file, own: pool?.functions === 0 ? undefined : pool?.file, folders });
    const fault = stages.runs.flatMap(({ faults }) => faults)[0];
    const stage = stages.runs.length + (pool === undefined ? 2 : 0);
    const outcome: Outcome = {
      ...(fault === undefined ? {} : { fault }),
      stage,
      cpuSeconds: stages.spent,
      acts: reportedIn(report).includes(name),
      stages: stages.runs.map(({ counts: { cpuSeconds, kinds, reasons } }) => ({
        cpuSeconds,
        kinds,
        reasons,
      })),
    };
    mkdirSync(results, { recursive: true });
    writeFileSync(file, JSON.stringify(outcome));
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function asHunter(world: World): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-hunt-'));
  try {
    return await hunted(world, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function hunted(world: World, folder: string): Promise<Measurement> {
  const { program, words, suite, packing } = world;
  const fixedFile = join(folder, 'fixed');
  writeFileSync(fixedFile, '');
  const all = [...words, ...on('all'), '--llvm', `-cgfuzz-plant-fixed=${fixedFile}`];
  const { files, own } = await telling(world);
  const found = new Map<string, number>();
  const unexplained: string[] = [];
  const total = Number(MINUTES) * 60;
  let spent = 0;
  for (let seed = Number(SEED) * 1_000; spent < total; seed++) {
    const without = [...files, ...unexplained].flatMap((each) => ['--without', each]);
    const settings = ['--cpu-seconds', String(total - spent), '--seed', String(seed), '--faults', '1'];
    const { faults, counts } = await runSeeds(
      program,
      ['run', '--pool', suite.file, ...all, ...settings, ...without],
      packing.signal,
    );
    spent += counts.cpuSeconds;
    const fault = faults[0];
    if (fault === undefined) continue;
    const names = (await causesOf(world, fault, folder)).filter((name) => !found.has(name));
    console.error(
      `${spent.toFixed(0)} CPU s: ${names.join(', ') || 'no bug alone'}, ${fault.kind}, ${fault.seed}`,
    );
    for (const name of names) found.set(name, spent);
    if (names.length === 0) unexplained.push(fault.seed);
    writeFileSync(fixedFile, [...found.keys()].join('\n'));
  }
  const times = [...found].map(([name, seconds]) => `${name} ${Math.round(seconds)} s`);
  const left = `${files.length} files left out, ${own} of these of fixes`;
  return {
    name: `historic bugs that a hunt finds in ${MINUTES} CPU minutes, without tests that name or show one`,
    value: found.size,
    unit: 'bugs',
    how: `seed ${SEED}, ${left}; ${unexplained.length} faults of no bug alone; ${times.join(', ') || 'none'}`,
  };
}

/** Files that came with a fix, or in which a test shows a bug as it is. */
async function telling({ program, words, suite, packing }: World): Promise<{ files: string[]; own: number }> {
  const own = new Set([...historicBugs().values()].flatMap(({ tests = [] }) => tests));
  const files = new Set(own);
  for (const passes of ['run', 'levels']) {
    const how = ['--unmutated', '--passes', passes, '--cpu-seconds', '600'];
    const asked = ['run', '--pool', suite.file, ...words, ...on('all'), ...how];
    const { faults } = await runSeeds(program, asked, packing.signal);
    for (const { seed } of faults) files.add(seed.split(':')[0] ?? seed);
  }
  return { files: [...files].toSorted(), own: own.size };
}

/** The bugs that each show the fault alone. */
async function causesOf(world: World, fault: SeedFault, folder: string): Promise<string[]> {
  const { program, words, packing } = world;
  const test = join(folder, 'fault.ll');
  const options = fault.options.map((word) => `'-${word}'`).join(' ');
  writeFileSync(test, `; RUN: opt '-passes=${fault.passes}' ${options} -S\n${fault.before}`);
  const pool = await packSeeds(program, [test], packing);
  const how = ['--unmutated', '--passes', 'run', '--rounds', ROUNDS, '--runs', '200', '--cpu-seconds', '60'];
  const asked = ['run', '--pool', pool.file, ...words, ...how];
  const report = join(folder, 'acting');
  rmSync(report, { force: true });
  await runSeeds(
    program,
    [...asked, ...on('all'), '--llvm', `-cgfuzz-plant-report=${report}`],
    packing.signal,
  );
  const acting = reportedIn(report);
  const causes: string[] = [];
  for (const name of new Set(acting)) {
    const { faults } = await runSeeds(program, [...asked, ...on(name)], packing.signal);
    if (faults.length > 0) causes.push(name);
  }
  return causes;
}
