/** Ctrl-C in every command, at random moments: how long the process takes to end after it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { root } from '../campaigns/campaign-side.ts';

const main = join(root, 'dist/cli/main.js');
/** Until here a person does not press it again. */
export const MOST_MS = 2_000;
/** As long as a try lasts at most before the signal; most commands have ended by then. */
const LONGEST_MS = 4_000;
const GIVEN_UP_MS = 30_000;
const LOOM = '--source=loom language=c size=300B';

const program = `int printf(const char *, ...);
int main(void) { unsigned s = 1; for (int i = 0; i < 100000000; i++) s = s * 3 + 1; printf("%u\\n", s); return 0; }
`;
const litmusTest = `C SB
{}
P0 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x,1,memory_order_relaxed); int r0 = atomic_load_explicit(y,memory_order_relaxed); }
P1 (atomic_int* x, atomic_int* y) { atomic_store_explicit(y,1,memory_order_relaxed); int r0 = atomic_load_explicit(x,memory_order_relaxed); }
exists (0:r0=0 /\\ 1:r0=0)
`;

/** Each works in a copy of its own where it writes; `N` is the number of the try. */
const commandLines = (finding: string, n: number): readonly (readonly string[])[] => [
  ['run', '--target=clang-19-starter', LOOM, '--dir', `run-${n}`, '--jobs=2'],
  ['run', '--target=clang-19', LOOM, '--dir', `plain-${n}`, '--jobs=2'],
  ['run', '--target=clang-19-starter', LOOM, '--fleet', 'fleet', '--worker', `w${n}`],
  ['demo'],
  ['check', 'test.c'],
  ['findings', 'list', '--dir', 'campaign'],
  ['findings', 'verify', '--dir', 'campaign'],
  ['reduce', finding, '--dir', 'campaign'],
  ['report', 'campaign', '-o', `page-${n}.html`],
  ['status', 'campaign'],
  ['compare', 'campaign', '--', 'campaign'],
  ['regress', 'clang-19', 'gcc-12', LOOM, '--dir', `regress-${n}`],
  ['fleet', 'status', 'campaign-fleet'],
  ['fleet', 'collect', 'campaign-fleet', `all-${n}`],
  ['corpus', 'stats', 'campaign'],
  ['corpus', 'distill', 'campaign', `small-${n}`],
  ['corpus', 'export', 'campaign', `out-${n}`, '--programs'],
  ['corpus', 'export', 'campaign', `valid-${n}`, '--validated'],
  ['facts', 'test.c'],
  ['litmus', 'SB.litmus', '--compiler', 'clang-19 -O2', '--run', '5s'],
  ['judge', 'test.c', '--compiler', 'clang-19 -O2'],
  ['source', 'check', 'csmith'],
  ['source', 'check', 'loom language=c size=300B'],
  ['source', 'list'],
  ['target', 'list'],
  ['target', 'check', 'clang-19-starter'],
  ['compiler', 'list'],
  ['compiler', 'options', 'gcc-12'],
  ['doctor'],
];

export interface Interrupted {
  readonly words: readonly string[];
  readonly afterMs: number;
  /** From the signal to the end; undefined if it had ended before. */
  readonly tookMs: number | undefined;
}

/** Tries each command so often, `atOnce` of them at a time; the others are the load. */
export async function* interruptAll(
  tries: number,
  seed: number,
  atOnce: number,
): AsyncGenerator<Interrupted> {
  const cwd = mkdtempSync(join(tmpdir(), 'cgfuzz-interrupts-'));
  try {
    const finding = await prepare(cwd);
    const rng = makeRandom(seed);
    const waiting = Array.from({ length: tries }, (_, n) => commandLines(finding, n)).flat();
    const running = new Set<Promise<Interrupted>>();
    while (waiting.length > 0 || running.size > 0) {
      while (waiting.length > 0 && running.size < atOnce) {
        const afterMs = uniformBelow(rng, LONGEST_MS);
        running.add(interruptOne(cwd, waiting.shift()!, afterMs));
      }
      const [over, result] = await Promise.race(
        [...running].map(async (each) => [each, await each] as const),
      );
      running.delete(over);
      yield result;
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 5 });
  }
}

const start = (cwd: string, words: readonly string[]): ChildProcess =>
  spawn(process.execPath, [main, ...words], { cwd, stdio: 'ignore' });

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}

/** A campaign with findings, and a fleet. */
async function prepare(cwd: string): Promise<string> {
  writeFileSync(join(cwd, 'test.c'), program);
  writeFileSync(join(cwd, 'SB.litmus'), litmusTest);
  mkdirSync(join(cwd, 'campaign-fleet'));
  const target = '--target=clang-19-starter+defects';
  await ended(start(cwd, ['run', target, LOOM, '--dir', 'campaign', '--time=40s', '--upgrade=none']));
  const findings = join(cwd, 'campaign/findings');
  // Without a finding, `reduce` ends at once, and says nothing of Ctrl-C.
  const found = existsSync(findings) ? readdirSync(findings) : [];
  const finding = found.find((name) => /^[0-9a-f]{6}/.test(name)) ?? 'none';
  await ended(start(cwd, ['run', '--target=clang-19-starter', LOOM, '--fleet=campaign-fleet', '--time=15s']));
  return finding;
}

async function interruptOne(cwd: string, words: readonly string[], afterMs: number): Promise<Interrupted> {
  const child = start(cwd, words);
  await Promise.race([ended(child), setTimeout(afterMs)]);
  if (child.exitCode !== null) return { words, afterMs, tookMs: undefined };
  const begin = performance.now();
  child.kill('SIGINT');
  await Promise.race([ended(child), setTimeout(GIVEN_UP_MS)]);
  const tookMs = performance.now() - begin;
  child.kill('SIGKILL');
  return { words, afterMs, tookMs };
}
