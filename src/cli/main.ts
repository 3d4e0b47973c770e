#!/usr/bin/env node
/** The program `cgfuzz`: hands the real world to `runCli`. */
import { readFileSync } from 'node:fs';
import { exitCodes } from './command.ts';
import { commands } from './commands.ts';
import { runCli } from './run-cli.ts';

const interruption = new AbortController();
process.on('SIGINT', () => {
  // The first asks for an orderly end; a second one is an order.
  if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
  interruption.abort();
});
process.on('SIGTERM', () => interruption.abort());
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // As when the output goes to `head`: nobody is listening any more, which is no error.
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  throw error;
});

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
process.exitCode = await runCli(
  commands,
  process.argv.slice(2),
  {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    columns: process.stdout.columns,
    cwd: process.cwd(),
    env: process.env,
    nowMs: () => Date.now(),
    signal: interruption.signal,
  },
  manifest.version,
);
