/** How far a reduction is: a line that is written over in a terminal; elsewhere a line whenever the test got much smaller. */
import { grouped, roughTime } from '../../util/text.ts';
import type { ReductionProgress } from '../../reduce/index.ts';
import type { Context } from '../command.ts';
import { statusLine } from './status-line.ts';

/** A reduction by a factor of a thousand takes thirty lines. */
const STEP = 0.8;

export interface ReductionView {
  show(bytes: number, progress: ReductionProgress): void;
  clear(): void;
}

export function reductionProgress(context: Context, isQuiet: boolean, cpuMs: () => number): ReductionView {
  if (isQuiet) return { show: () => undefined, clear: () => undefined };
  const status = statusLine(context);
  let told = Infinity;
  return {
    show(bytes, { initialSize, size, evaluations, pass }) {
      const text = `${grouped(bytes)} bytes, ${grouped(size)} of ${grouped(initialSize)} choices; ${grouped(evaluations)} evaluations, ${roughTime(cpuMs())} of CPU (${pass})`;
      if (context.columns !== undefined) status.show(text);
      else if (bytes <= told * STEP) {
        told = bytes;
        context.stderr(`${text}\n`);
      }
    },
    clear: () => status.clear(),
  };
}
