/** The bad end of a generator in a process of its own. */
import { constants } from 'node:os';

import type { LauncherRunEnd } from '../process/launcher.ts';

export type FailureReason = 'crash' | 'exit' | 'memory' | 'output' | 'no program' | 'protocol' | 'unreached';

export class GeneratorFailure extends Error {
  override readonly name = 'GeneratorFailure';
  readonly reason: FailureReason;
  /** The end of its output on standard error. */
  readonly said: string;

  constructor(reason: FailureReason, message: string, said = '') {
    super(said === '' ? message : `${message}\n${said}`);
    this.reason = reason;
    this.said = said;
  }
}

/** Last words of memory allocators. */
const OUT_OF_MEMORY = /bad_alloc|out of memory|cannot allocate memory|MemoryError|memory exhausted/i;
/** A process this close to its memory limit died of the limit. */
const NEARLY = 0.9;

/**
 * The reason why a run gave no program; undefined if it ended well. Running out of time is no failure but an
 * overrun.
 */
export function failureOf(
  end: LauncherRunEnd,
  said: string,
  limits: { readonly memoryBytes: number; readonly outputBytes: number; readonly folderBytes: number },
): GeneratorFailure | undefined {
  const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  if (end.reason === 'folder')
    return new GeneratorFailure(
      'output',
      `the generator wrote more than ${mib(limits.folderBytes)} of files`,
    );
  if (end.signal === constants.signals.SIGXFSZ)
    return new GeneratorFailure(
      'output',
      `the generator wrote more than ${mib(limits.outputBytes)} to one file`,
    );
  if (end.signal === undefined && end.exitCode === 0) return undefined;
  const isOutOfMemory =
    OUT_OF_MEMORY.test(said) || (limits.memoryBytes > 0 && end.peakRssBytes > limits.memoryBytes * NEARLY);
  if (isOutOfMemory)
    return new GeneratorFailure(
      'memory',
      `the generator needed more than ${mib(limits.memoryBytes)} of memory`,
      said,
    );
  if (end.signal !== undefined)
    return new GeneratorFailure('crash', `the generator was ended by ${signalName(end.signal)}`, said);
  return new GeneratorFailure('exit', `the generator ended with exit code ${end.exitCode}`, said);
}

function signalName(signal: number): string {
  const found = Object.entries(constants.signals).find(([, number]) => number === signal);
  return found?.[0] ?? `signal ${signal}`;
}
