/** Engines as sides of a comparison: what runs, until when, and where its inputs are afterwards. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../../src/build/index.ts';
import { root } from '../campaigns/campaign-side.ts';
import type { BuiltHarness } from './build-harness.ts';
import { runMetered } from './metered.ts';

export interface Run {
  readonly harness: Pick<BuiltHarness, 'own' | 'libfuzzer' | 'afl' | 'source' | 'seedsFolder'>;
  readonly seed: number;
  readonly cpuMs: number;
  /** A folder for all that the engine writes. */
  readonly folder: string;
  /** Is called with the CPU time so far, some times a second and once at the end. */
  readonly look?: (usedMs: number) => void;
}

export interface Ran {
  readonly cpuMs: number;
  /** The folder with the inputs that were kept. */
  readonly inputs: string;
  /** Findings of a campaign; files of crashes and hangs of the others. */
  readonly failures: number;
}

export interface Engine {
  readonly name: string;
  /** The origin of its tests: a generator, or changes of bytes. */
  readonly by: 'structure' | 'bytes' | 'both';
  /** Returns undefined if the engine is not installed. */
  readonly run: (run: Run) => Promise<Ran | undefined>;
}

const command = join(root, 'dist/cli/main.js');
/** libFuzzer is started again after a crash, up to so often. */
const MAX_RESTARTS = 100;

export const engines: readonly Engine[] = [
  { name: 'guided', by: 'structure', run: (run) => campaign(run, 'guided') },
  { name: 'random', by: 'structure', run: (run) => campaign(run, 'random') },
  { name: 'libfuzzer', by: 'bytes', run: (run) => libfuzzer(run, [run.harness.seedsFolder]) },
  { name: 'libfuzzer-bare', by: 'bytes', run: (run) => libfuzzer(run, []) },
  { name: 'afl', by: 'bytes', run: afl },
  { name: 'guided-then-libfuzzer', by: 'both', run: oneAfterTheOther },
];

async function campaign({ harness, seed, cpuMs, folder, look }: Run, strategy: string): Promise<Ran> {
  const dir = join(folder, 'campaign');
  const words = [
    command,
    'run',
    `--dir=${dir}`,
    `--target=${harness.own}`,
    `--source=${harness.source}`,
    `--strategy=${strategy}`,
    `--seed=${seed}`,
    '--jobs=1',
    '--reduce-share=0',
    '--json',
  ];
  const isEnough = looking(look);
  const used = await runMetered({ command: process.execPath, words, cwd: folder, env: {}, cpuMs, isEnough });
  const inputs = join(folder, 'inputs');
  await runTool(process.execPath, [command, 'corpus', 'export', dir, inputs, '--as', 'files']);
  const failures = entriesOf(join(dir, 'findings'), /^[0-9a-f]{12}$/);
  return { cpuMs: used, inputs, failures };
}

/** The inputs of all folders `begun` are there from the beginning. */
async function libfuzzer(
  { harness, seed, cpuMs, folder, look }: Run,
  begun: readonly string[],
): Promise<Ran> {
  const inputs = emptied(join(folder, 'corpus'));
  // The seeds lie among its own inputs, so that they count as reached.
  for (const from of begun) cpSync(from, inputs, { recursive: true });
  let used = 0;
  // libFuzzer ends at each crash.
  for (let run = 0; used < cpuMs && run < MAX_RESTARTS; run++) {
    const words = [`-seed=${seed + 1_000 * run}`, '-timeout=10', 'corpus'];
    used += await runMetered({
      command: harness.libfuzzer,
      words,
      cwd: folder,
      env: {},
      cpuMs: cpuMs - used,
      isEnough: looking(look, used),
    });
  }
  return { cpuMs: used, inputs, failures: entriesOf(folder, /^(?:crash|timeout|oom|leak)-/) };
}

/** Half of the time is cgfuzz's; libFuzzer then goes on from its inputs and from the project's. */
async function oneAfterTheOther(run: Run): Promise<Ran> {
  const first = await campaign({ ...run, cpuMs: run.cpuMs / 2 }, 'guided');
  const begun = [run.harness.seedsFolder, first.inputs];
  const then = await libfuzzer({ ...run, cpuMs: run.cpuMs - first.cpuMs }, begun);
  const failures = first.failures + then.failures;
  return { cpuMs: first.cpuMs + then.cpuMs, inputs: then.inputs, failures };
}

const aflSettings: Readonly<Record<string, string>> = {
  AFL_NO_UI: '1',
  AFL_SKIP_CPUFREQ: '1',
  AFL_NO_AFFINITY: '1',
  AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES: '1',
};

async function afl({ harness, seed, cpuMs, folder, look }: Run): Promise<Ran | undefined> {
  if (harness.afl === undefined) return undefined;
  const words = ['-i', harness.seedsFolder, '-o', 'out', '-s', `${seed}`, '-t', '10000+', '--', harness.afl];
  const isEnough = looking(look);
  const used = await runMetered({
    command: 'afl-fuzz',
    words,
    cwd: folder,
    env: aflSettings,
    cpuMs,
    isEnough,
  });
  const out = join(folder, 'out/default');
  const failures = entriesOf(join(out, 'crashes'), /^id/) + entriesOf(join(out, 'hangs'), /^id/);
  return { cpuMs: used, inputs: join(out, 'queue'), failures };
}

/** Tells `look` the CPU time since the side began, and is never enough. */
function looking(look: Run['look'], beforeMs = 0): (usedMs: number) => boolean {
  return (usedMs) => {
    look?.(beforeMs + usedMs);
    return false;
  };
}

function entriesOf(folder: string, kind: RegExp): number {
  return existsSync(folder) ? readdirSync(folder).filter((name) => kind.test(name)).length : 0;
}

/** Makes a folder empty. */
export function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Writes what a side reached, so that the side is not run again. */
export function keepSide(file: string, side: unknown): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(side)}\n`);
}
