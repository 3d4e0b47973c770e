/**
 * The loop as a machine: what does the engine cost beside generators and compilers, and what does a second job bring?
 *
 * Jobs are told apart by wall time, so this wants two cores that do nothing else. `SECONDS_EACH` in the environment makes
 * it shorter.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { StatsLine } from '../src/campaign/index.ts';
import type { Bench, Measurement } from './harness.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const loop: Bench = {
  name: 'loop',
  question: 'what does the engine take of the CPU time, and how far do two jobs go?',
  decision: 'whether work moves out of the main thread',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const seconds = Number(process.env['SECONDS_EACH'] ?? 90);
  const rates: number[] = [];
  for (const jobs of [1, 2, 2, 1]) {
    const { executions, wallMs } = await campaign(
      '--strategy=random',
      `--jobs=${jobs}`,
      `--time=${seconds}s`,
    );
    rates.push((executions / wallMs) * 1_000);
  }
  const [one, two, again, oneAgain] = rates as [number, number, number, number];
  yield {
    name: 'executions, two jobs over one',
    value: (two + again) / (one + oneAgain),
    unit: 'times',
    goal: { atLeast: 1.8 },
    how: `${seconds} s each, in the order 1, 2, 2, 1: ${rates.map((rate) => rate.toFixed(1)).join(', ')} a second`,
  };
  const { cpu, cpuMs, tests } = await campaign(`--cpu-time=${2 * seconds}s`);
  const how = `guided, ${2 * seconds} CPU s from an empty corpus, ${tests} tests, starting included`;
  yield {
    name: "the engine's share of the CPU time",
    value: (100 * cpu.engine) / cpuMs,
    unit: '%',
    goal: { atMost: 3 },
    how,
  };
  yield { name: 'the engine for a test', value: cpu.engine / tests, unit: 'ms', how };
}

async function campaign(...args: readonly string[]): Promise<StatsLine> {
  const dir = mkdtempSync(join(tmpdir(), 'cgfuzz-bench-'));
  try {
    const { stdout } = await execa(process.execPath, [
      join(root, 'dist/cli/main.js'),
      'run',
      '--json',
      `--dir=${dir}`,
      '--target=clang-19-passes',
      '--args=-O2',
      '--compare-share=0',
      '--reduce-share=0',
      ...args,
    ]);
    return JSON.parse(stdout) as StatsLine;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
