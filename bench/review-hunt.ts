/**
 * The hunt of the bench `review`: all historic bugs are on, and a bug is off as soon as it is found.
 *
 * The state lies in `.cache/results/review`, so a hunt may have parts: `MINUTES` is the CPU time of all parts,
 * `PART_MINUTES` that of this part. Files that came with a fix take no part. A file is left out, too, if its tests show
 * any of the bugs as they are. The hunt asks this when it finds a change of such a test. The find does not count.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSeeds, type SeedFault } from '../src/session/review/seeds-run.ts';
import { packSeeds, type PackOptions, type SeedsPool } from '../src/target/index.ts';
import { historicBugs } from '../lab/planted/names.ts';
import { reportedIn } from '../lab/planted/switches.ts';
import { root } from './campaigns/campaign-side.ts';
import type { Measurement } from './harness.ts';

const { MINUTES = '30', PART_MINUTES = MINUTES, SEED = '1' } = process.env;
/** The rounds of a fault that is attributed: each has another processor. */
const ROUNDS = '6';

interface State {
  spent: number;
  /** Bugs with the CPU second of their find, and the test. */
  found: Record<
    string,
    { readonly seconds: number; readonly seed: string; readonly changes: readonly string[] }
  >;
  /** Files that are left out, for they show a bug as they are. */
  telling: string[];
  /** Seeds of faults that no bug shows alone. */
  unexplained: string[];
  nextSeed: number;
}

export interface World {
  readonly program: string;
  readonly words: readonly string[];
  readonly suite: SeedsPool;
  /** The folder `test/Transforms`. */
  readonly tests: string;
  readonly packing: PackOptions;
}

/** Words that switch on a bug, or all bugs. */
export function on(name: string): string[] {
  return ['--llvm', `-cgfuzz-plant=${name}`];
}

export async function asHunter(world: World): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-hunt-'));
  try {
    return await hunted(world, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const stateFile = join(root, '.cache/results/review', `hunt-${SEED}.json`);

function lastState(): State {
  if (existsSync(stateFile)) return JSON.parse(readFileSync(stateFile, 'utf8')) as State;
  return { spent: 0, found: {}, telling: [], unexplained: [], nextSeed: Number(SEED) * 1_000 };
}

function keep(state: State): void {
  mkdirSync(join(stateFile, '..'), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(state));
}

async function hunted(world: World, folder: string): Promise<Measurement> {
  const { program, words, suite, packing } = world;
  const state = lastState();
  const own = new Set([...historicBugs().values()].flatMap(({ tests = [] }) => tests));
  const fixedFile = join(folder, 'fixed');
  const all = [...words, ...on('all'), '--llvm', `-cgfuzz-plant-fixed=${fixedFile}`];
  const total = Math.min(Number(MINUTES) * 60, state.spent + Number(PART_MINUTES) * 60);
  while (state.spent < total) {
    writeFileSync(fixedFile, Object.keys(state.found).join('\n'));
    const without = [...own, ...state.telling, ...state.unexplained].flatMap((each) => ['--without', each]);
    const seconds = Math.min(total - state.spent, MOST_OF_RUN);
    const settings = ['--cpu-seconds', String(seconds), '--seed', String(state.nextSeed++), '--faults', '1'];
    const asked = ['run', '--pool', suite.file, ...all, ...settings, ...without];
    const { faults, counts } = await runSeeds(program, asked, packing.signal);
    state.spent += counts.cpuSeconds;
    if (faults[0] !== undefined) await take(world, state, faults[0], folder);
    keep(state);
  }
  const times = Object.entries(state.found).map(
    ([name, { seconds, seed }]) => `${name} ${seconds} s (${seed})`,
  );
  const left = `${own.size} files of fixes and ${state.telling.length} that show a bug are left out`;
  return {
    name: `historic bugs that a hunt of ${MINUTES} CPU minutes finds, without tests that name or show one`,
    value: times.length,
    unit: 'bugs',
    goal: { atLeast: 14 },
    how: `after ${(state.spent / 60).toFixed(1)} CPU min, seed ${SEED}; ${left}; ${state.unexplained.length} faults of no bug alone; ${times.join(', ') || 'none'}`,
  };
}

/** A part may be killed, and loses at most so many CPU seconds. */
const MOST_OF_RUN = 60;

async function take(world: World, state: State, fault: SeedFault, folder: string): Promise<void> {
  const { seed, kind, changes } = fault;
  const seconds = Math.round(state.spent);
  const file = seed.slice(0, seed.lastIndexOf(':'));
  if (await showsAsItIs(world, file)) {
    console.error(`${seconds} CPU s: ${file} shows a bug as it is, and is left out`);
    state.telling.push(file);
    return;
  }
  const names = (await causesOf(world, fault, folder)).filter((name) => !(name in state.found));
  console.error(
    `${seconds} CPU s: ${names.join(', ') || 'no bug alone'}, ${kind}, ${seed}: ${changes.join(', ')}`,
  );
  for (const name of names) state.found[name] = { seconds, seed, changes };
  if (names.length === 0) state.unexplained.push(seed);
}

/** True if a test of the file shows some bug without a change, by its own passes or by those of a level. */
async function showsAsItIs({ program, words, suite, packing }: World, file: string): Promise<boolean> {
  for (const passes of ['run', 'levels']) {
    const how = ['--unmutated', '--passes', passes, '--only', file, '--cpu-seconds', '60', '--faults', '1'];
    const asked = ['run', '--pool', suite.file, ...words, ...on('all'), ...how];
    const { faults } = await runSeeds(program, asked, packing.signal);
    if (faults.length > 0) return true;
  }
  return false;
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
