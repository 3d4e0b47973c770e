/**
 * Watchdog: stops synchronous code that never ends, such as a generator that loops without drawing.
 *
 * Only a second thread can do that; `node:vm` also interrupts code of any origin and leaves the process
 * usable. Starting and ending that thread costs about 0.1 ms a call.
 *
 * Invariant: stopped code has not run its `finally` blocks; the user of a watchdog must cope with half-done
 * work.
 */

import { createContext, Script } from 'node:vm';

import { type Guard, Stopped } from '../../choice/index.ts';

export function watchdog(timeoutMs: number): Guard {
  return watchdogs()(timeoutMs);
}

/** Watchdogs for different times; only one is used at a time. */
export function watchdogs(): (timeoutMs: number) => Guard {
  const script = new Script('run()');
  const context: { run: (() => void) | undefined } = { run: undefined };
  createContext(context);
  return (timeoutMs) =>
    <T>(body: () => T): T => {
      let result: { value: T } | { error: unknown } | undefined;
      context.run = () => {
        try {
          result = { value: body() };
        } catch (error) {
          result = { error };
        }
      };
      try {
        script.runInContext(context, { timeout: timeoutMs });
      } catch (error) {
        if (!isTimeout(error)) throw error;
        // The time may run out directly after the body's end.
        if (result === undefined) throw new Stopped(`stopped after ${timeoutMs} ms`, { cause: error });
      } finally {
        context.run = undefined;
      }
      if (result === undefined) throw new Error('the watchdog did not run the body');
      if ('error' in result) throw result.error;
      return result.value;
    };
}

function isTimeout(error: unknown): boolean {
  // The error belongs to the other context, whose classes differ from ours.
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
