#!/usr/bin/env node
/** The program `cgfuzz`: hands the real world to `runCli`. */
import { cgfuzzVersion } from '../util/version.ts';
import { setFlagsFromString } from 'node:v8';
import { exitCodes, type Terminal } from './command.ts';
import { commands } from './commands.ts';
import { openKeyboard } from './keyboard.ts';
import { runCli, tellError } from './run-cli.ts';

// The heap is small, and what makes the collector run is memory outside of it that comes and goes with every test.
// Marking in steps and on four threads takes more CPU time than six times fewer collections in one go, for which no
// person waits.
setFlagsFromString('--no-incremental-marking');

/** All that counts is on the disk long before: findings and tests that are kept are written at once. */
const ENDING_MS = 2_000;

const interruption = new AbortController();
let hasEnded = false;
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // The first asks for an orderly end; a second one is an order, and so is one to a command that has ended.
    if (interruption.signal.aborted || hasEnded) process.exit(exitCodes.interrupted);
    interruption.abort();
    endSoon(exitCodes.interrupted);
  });

/** However a command ends, this process follows: what was left open holds it no longer than this. */
function endSoon(code: number): void {
  setTimeout(() => {
    if (!hasEnded) process.stderr.write('interrupted; what was kept so far is on the disk\n');
    process.exit(code);
  }, ENDING_MS).unref();
}

const terminal: Terminal = {
  isTTY: true,
  // A pseudo terminal may say that it has none.
  get columns() {
    return process.stdout.columns || 80;
  },
  get rows() {
    return process.stdout.rows || 24;
  },
  write: (text) => void process.stdout.write(text),
  onResize(listener) {
    process.stdout.on('resize', listener);
    return () => process.stdout.off('resize', listener);
  },
  onKey: openKeyboard,
};

const version = cgfuzzVersion();
// Nobody is listening any more, which is no error when the output goes to `head`.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : tell(error));
});
// Also what is thrown where nobody waits for it.
process.on('uncaughtException', (error) => process.exit(tell(error)));

function tell(error: unknown): number {
  const { signal } = interruption;
  return tellError(error, { stderr: (text) => void process.stderr.write(text), signal }, version);
}

const code = await runCli(
  commands,
  process.argv.slice(2),
  {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    columns: process.stdout.columns,
    terminal: process.stdout.isTTY ? terminal : undefined,
    cwd: process.cwd(),
    env: process.env,
    dateMs: () => Date.now(),
    monotonicMs: () => Math.round(performance.now()),
    signal: interruption.signal,
  },
  version,
);
process.exitCode = code;
hasEnded = true;
endSoon(code);
// An interrupted command does not wait for what was broken off: it ends with this process.
if (interruption.signal.aborted) process.stdout.write('', () => process.exit());
