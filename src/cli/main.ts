#!/usr/bin/env node
/** The program `cgfuzz`: hands the real world to `runCli`. */
import { endingMs } from '../util/ending.ts';
import { cgfuzzVersion } from '../util/version.ts';
import { setFlagsFromString } from 'node:v8';
import { exitCodes, type Terminal } from './command.ts';
import { commands } from './commands.ts';
import { openKeyboard } from './keyboard.ts';
import { runCli, tellError } from './run-cli.ts';

// The heap is small. Memory outside of the heap, which comes and goes with every test, makes the collector run.
// Without this flag V8 marks in steps and on four threads, six times as often, and takes more CPU time. No
// person waits for a collection.
setFlagsFromString('--no-incremental-marking');

const interruption = new AbortController();
let hasEnded = false;
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // The first signal asks for an orderly end; a second signal ends the process at once, and so does any
    // signal after the command's end.
    if (interruption.signal.aborted || hasEnded) process.exit(exitCodes.interrupted);
    interruption.abort();
    endSoon(exitCodes.interrupted);
  });

/**
 * After the command's end this process ends, too: resources that are still open delay it no longer than this.
 */
function endSoon(code: number): void {
  setTimeout(() => {
    if (!hasEnded) process.stderr.write('interrupted; what was kept so far is on the disk\n');
    process.exit(code);
  }, endingMs()).unref();
}

const terminal: Terminal = {
  isTTY: true,
  // A pseudo terminal may report that it has no columns.
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
// The reader of the output is gone, which is no error if the output goes to `head`.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : tell(error));
});
// Catches also errors that nobody awaits.
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
// An interrupted command does not wait for its unfinished work, which ends with this process.
if (interruption.signal.aborted) process.stdout.write('', () => process.exit());
