/**
 * Review: how many historic bugs of LLVM does `cgfuzz review` find within one CPU minute, and `seeds` in a hunt?
 *
 * One program of seeds has all bugs behind switches, and is its own control with all switches off. As a reviewer, each
 * bug is a patch that brings the tests of its fix. As a hunter, all bugs are on, and a bug is off as soon as it is found.
 * Tests that name a bug or show it as they are take no part in the hunt. `PART` is `reviewer`, `hunter` or both with a
 * comma; `new` tries fixes after LLVM 22. `ONLY` has parts of names of bugs. `SECONDS` is the CPU time of a review.
 * Outcomes of reviews lie in `.cache/results/review`, and are not measured again.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../src/build/index.ts';
import { prepareJudge } from '../src/oracle/index.ts';
import type { SeedCounts, SeedFault } from '../src/session/review/seeds-run.ts';
import { Stages } from '../src/session/review/stages.ts';
import { foldersFor } from '../src/session/review/tests-of-patch.ts';
import {
  findPatches,
  packSeeds,
  packTests,
  prepareSeeds,
  seedFolders,
  testsTree,
} from '../src/target/index.ts';
import { type HistoricBug, historicBugs, plantedFolder, plantsByFile } from '../lab/planted/names.ts';
import { reportedIn } from '../lab/planted/switches.ts';
import { root } from './campaigns/campaign-side.ts';
import { asHunter, on, type World } from './review-hunt.ts';
import { asNew } from './review-new.ts';
import { wanted, type Bench, type Measurement } from './harness.ts';

const { ONLY = '', SECONDS = '60', SEED = '1' } = process.env;
const STOCK = { llvmVersion: 19 };

export const reviewBench: Bench = {
  name: 'review',
  question: 'how many historic bugs does a review find with the tests of the fix, and a hunt without them?',
  decision: 'the stages of a review, and the changes that the source seeds makes',
  run,
};

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
