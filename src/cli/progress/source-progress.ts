/** The progress of work on a source: a line in a terminal, and a line now and then elsewhere. */
import type { Context } from '../command.ts';
import { statusLine } from './status-line.ts';

const TELL_EVERY_MS = 10_000;

/** In a terminal a line that is overwritten; elsewhere a line now and then. */
export function sourceProgress(context: Context): { show: (text: string) => void; clear: () => void } {
  if (context.columns !== undefined) {
    const line = statusLine(context);
    return { show: (text) => line.show(text), clear: () => line.clear() };
  }
  let nextMs = context.monotonicMs() + TELL_EVERY_MS;
  const show = (text: string): void => {
    if (context.monotonicMs() < nextMs) return;
    nextMs = context.monotonicMs() + TELL_EVERY_MS;
    context.stderr(`${text}\n`);
  };
  return { show, clear: () => undefined };
}
