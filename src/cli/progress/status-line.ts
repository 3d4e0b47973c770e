/** One line of a terminal that is overwritten again and again; without a terminal it does nothing. */
import { harmless } from '../../util/text.ts';
import type { Context } from '../command.ts';

export interface StatusLine {
  show(text: string): void;
  clear(): void;
}

const REDRAW_EVERY_MS = 100;
const ERASE_LINE = '\r\u001B[K';

export function statusLine({ columns, raw, monotonicMs }: Context): StatusLine {
  if (columns === undefined) return { show: () => undefined, clear: () => undefined };
  let nextMs = -Infinity;
  return {
    show(text) {
      if (monotonicMs() < nextMs) return;
      nextMs = monotonicMs() + REDRAW_EVERY_MS;
      raw.stderr(ERASE_LINE + harmless(text).slice(0, columns - 1));
    },
    clear: () => raw.stderr(ERASE_LINE),
  };
}
