/**
 * Runs what is left of a list of set-up steps, and tells how far it is.
 *
 * Invariants: set-up skips a step only if `isDone` sees the whole result. The result of a step appears at once, or does
 * not count as done. So the next run repairs a run that was killed anywhere.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { takeLock } from './lock.mjs';
import { cache, root, setupLog } from './paths.mjs';
import { Progress } from './progress.mjs';

/**
 * @typedef {object} Step
 * @property {string} name    what is done, as in "install npm packages"
 * @property {string} why     what it is needed for
 * @property {() => boolean} isDone    quick and read-only; true only when the result is whole
 * @property {(tools: Tools) => Promise<void>} run
 * @property {() => string[]} byHand   what a person can type if `run` cannot do it
 *
 * @typedef {object} Tools
 * @property {(command: string, args: string[], options?: ExecOptions) => Promise<void>} exec
 * @property {(text: string) => void} progress    how far the step is, in a few words
 *
 * @typedef {object} ExecOptions
 * @property {Record<string, string>} [env]
 * @property {(line: string) => void} [onLine]    every line of output
 */

/** Set-up cannot go on; the message is for people, and complete. */
export class SetupFailed extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A step says this when it could not do its work; the runner adds what to do by hand. */
export class StepFailed extends Error {}

/** @param {Step[]} steps */
export async function runSteps(steps) {
  const whatIsLeft = () => steps.filter((step) => !step.isDone());
  if (whatIsLeft().length === 0) return;
  const progress = new Progress();
  const lock = await lockOrExplain(progress);
  try {
    // Looked at again, since the run that we waited for may have done it all.
    const left = whatIsLeft();
    writeFileSync(setupLog, '');
    for (const [index, step] of left.entries()) {
      progress.begin(`[${index + 1}/${left.length}] ${step.name}`, `for ${step.why}`);
      if (!step.isDone()) await runStep(step, lock.fd, progress);
      progress.end();
    }
  } finally {
    progress.stop();
    lock.release();
  }
}

/** @param {Progress} progress */
async function lockOrExplain(progress) {
  let waiting = false;
  try {
    mkdirSync(cache, { recursive: true });
    const lock = await takeLock((holder) => {
      if (!waiting) progress.begin('waiting for another set-up here to end', `process ${holder}`);
      waiting = true;
    });
    if (waiting) progress.end();
    return lock;
  } catch (error) {
    throw new SetupFailed(
      `error: cannot write to ${root}\n  ${String(error)}\n  by hand: make it writable for you, or clone cgfuzz elsewhere`,
    );
  }
}

/** @param {Step} step @param {number} lockFd @param {Progress} progress */
async function runStep(step, lockFd, progress) {
  let lastWords = '';
  try {
    await step.run({
      exec: async (command, args, options) => {
        lastWords = await exec(command, args, lockFd, options);
      },
      progress: (text) => progress.detail(text),
    });
    // Commands have been seen to fail with exit code 0: what counts is the result.
    if (!step.isDone())
      throw new StepFailed(`it ran to its end, and yet the result is not whole\n${lastWords}`);
  } catch (error) {
    progress.stop();
    if (!(error instanceof StepFailed)) throw error;
    const lines = [
      `error: could not ${step.name}, needed for ${step.why}`,
      ...error.message.split('\n').map((line) => `  ${line}`),
      '  by hand:',
      ...step.byHand().map((line) => `    ${line}`),
      `  everything that was printed: ${setupLog}`,
    ];
    throw new SetupFailed(lines.join('\n'));
  }
}

/**
 * Output goes to the log, and its last lines into the error.
 * @param {string} command @param {string[]} args @param {number} lockFd @param {ExecOptions} [options]
 * @returns {Promise<string>} the last lines
 */
function exec(command, args, lockFd, { env = {}, onLine } = {}) {
  const commandLine = [command, ...args].join(' ');
  appendFileSync(setupLog, `$ ${commandLine}\n`);
  return new Promise((resolve, reject) => {
    // Before there is a command: one that has just begun may be interrupted at once.
    const signals = holdSignals();
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', lockFd],
    });
    let output = '';
    let unfinishedLine = '';
    /** @param {Buffer} chunk */
    const take = (chunk) => {
      appendFileSync(setupLog, chunk);
      output = (output + chunk.toString()).slice(-4_000);
      const lines = (unfinishedLine + chunk.toString()).split(/[\r\n]+/);
      unfinishedLine = lines.pop() ?? '';
      if (onLine) for (const line of lines) onLine(line);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    signals.passTo(child);
    child.on('error', (error) => {
      signals.stop();
      reject(new StepFailed(`${commandLine}: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      const interrupted = signals.stop();
      const lastWords = output.trim().split(/\r?\n/).slice(-15).join('\n');
      if (interrupted) {
        const exitCode = 128 + constants.signals[interrupted];
        reject(new SetupFailed('interrupted; the same command again goes on from here', exitCode));
      } else if (code === 0) {
        resolve(lastWords);
      } else {
        reject(new StepFailed(`${commandLine}: ${signal ?? `exit code ${code}`}\n${lastWords}`));
      }
    });
  });
}

/**
 * While a command runs, a signal to us is a signal to it; we go when it is gone.
 * @returns {{ passTo: (child: import('node:child_process').ChildProcess) => void, stop: () => NodeJS.Signals | undefined }}
 *   `stop` ends the passing, and says which signal came
 */
function holdSignals() {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let command;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    received = signal;
    command?.kill(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return {
    passTo(child) {
      command = child;
      if (received) child.kill(received);
    },
    stop() {
      for (const signal of signals) process.off(signal, pass);
      return received;
    },
  };
}
