/** Campaigns as people run them, by the command line, one process each, and their growth. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../src/build/index.ts';
import type { StatsLine } from '../../src/campaign/index.ts';
import { openTarget, type Target } from '../../src/target/index.ts';
import type { Point } from './baseline.ts';

export const TARGET: string = process.env['TARGET'] ?? 'clang-19-passes';
export const ARGS: readonly string[] = ['-O2'];

export const root: string = fileURLToPath(new URL('../../../..', import.meta.url));

/** The target of campaigns, for those that ask it themselves. */
export function openUsualTarget(): Promise<Target> {
  return openTarget(TARGET, {
    cache: cacheFolder(process.env),
    searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
  });
}

export interface CampaignSide {
  /** The campaign's folder; earlier content goes. */
  readonly dir: string;
  readonly strategy: string;
  readonly without?: string;
  readonly target?: string;
  readonly source?: string;
  /** Arguments of the compiler. */
  readonly args?: readonly string[];
  /** Begins with the tests that come with cgfuzz. */
  readonly hasSeeds?: boolean;
  /** The part of the target that it searches for. */
  readonly focus?: string;
  /** The tier of options of the compiler that are drawn. */
  readonly options?: string;
  readonly seed: number;
  readonly cpuMs: number;
  /** Ends after so many executions instead. Costs are counted then: the load of the machine changes nothing. */
  readonly executions?: number;
  /** Where its curve goes. */
  readonly file: string;
}

export async function runCampaignSide(side: CampaignSide): Promise<void> {
  const {
    dir,
    strategy,
    without,
    seed,
    cpuMs,
    file,
    target = TARGET,
    args = ARGS,
    source,
    options,
    executions,
  } = side;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  await child([
    join(root, 'dist/cli/main.js'),
    'run',
    '--json',
    `--dir=${dir}`,
    `--target=${target}`,
    `--args=${args.join(' ')}`,
    `--strategy=${strategy}`,
    ...(without === undefined ? [] : [`--without=${without}`]),
    `--seed=${seed}`,
    '--jobs=1',
    // The worth of guidance is in its own findings, without seeds.
    ...(side.hasSeeds === true ? [] : ['--no-seeds']),
    ...(source === undefined ? [] : [`--source=${source}`]),
    ...(options === undefined ? [] : [`--options=${options}`]),
    ...(side.focus === undefined ? [] : [`--focus=${side.focus}`]),
    '--compare-share=0',
    '--reduce-share=0',
    executions === undefined ? `--cpu-time=${Math.round(cpuMs)}ms` : `--execs=${executions}`,
  ]);
  const lines = readFileSync(join(dir, 'stats.jsonl'), 'utf8').trim().split('\n');
  const points = lines.map((line): Point => {
    const { cpuMs: at, executions: tests, edges, features, arms } = JSON.parse(line) as StatsLine;
    const countedMs = Object.values(arms).reduce((sum, arm) => sum + arm.cpuMs, 0);
    return {
      cpuMs: Math.round(executions === undefined ? at : countedMs),
      executions: tests,
      edges,
      features,
    };
  });
  writeFileSync(file, `${points.map((point) => JSON.stringify(point)).join('\n')}\n`);
}

/** As many at once as there are cores; CPU time is what counts. */
export async function runAtOnce<Task>(
  tasks: readonly Task[],
  nameOf: (task: Task) => string,
  run: (task: Task) => Promise<void>,
): Promise<void> {
  const left = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) {
      console.error(`running ${nameOf(task)}; ${left.length} more to run`);
      await run(task);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

export async function child(words: readonly string[]): Promise<void> {
  const running = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise<void>((resolve) => running.on('close', () => resolve()));
}
