/** How far a reduction is: a line that is written over in a terminal; elsewhere a line whenever the test got much smaller. */
import { counted, grouped, roughTime } from '../../util/text.ts';
import type { ReductionProgress } from '../../reduce/index.ts';
import type { Context } from '../command.ts';
import { ReductionRate } from './reduction-rate.ts';
import { statusLine } from './status-line.ts';

/** A reduction by a factor of a thousand takes thirty lines. */
const STEP = 0.8;

export interface ReductionView {
  show(bytes: number, progress: ReductionProgress): void;
  /** A candidate was tried: time went on, if nothing else. */
  tick(): void;
  clear(): void;
}

export function reductionProgress(context: Context, isQuiet: boolean, cpuMs: () => number): ReductionView {
  if (isQuiet) return { show: () => undefined, tick: () => undefined, clear: () => undefined };
  const status = statusLine(context);
  const rate = new ReductionRate();
  let told = Infinity;
  let latest: { readonly bytes: number; readonly progress: ReductionProgress } | undefined;
  let tried = 0;
  const line = (): string => {
    if (latest === undefined) return `${counted(tried, 'candidate')} tried, ${roughTime(cpuMs())} of CPU`;
    const { bytes, progress } = latest;
    const { initialSize, size, evaluations, pass } = progress;
    const pace = rate.describe(cpuMs());
    return `${grouped(bytes)} bytes, ${grouped(size)} of ${grouped(initialSize)} choices; ${grouped(evaluations)} evaluations, ${roughTime(cpuMs())} of CPU${pace === '' ? '' : `, ${pace}`} (${pass})`;
  };
  return {
    show(bytes, progress) {
      latest = { bytes, progress };
      rate.note(cpuMs(), bytes);
      if (context.columns !== undefined) status.show(line());
      else if (bytes <= told * STEP) {
        told = bytes;
        context.stderr(`${line()}\n`);
      }
    },
    tick() {
      tried++;
      status.show(line());
    },
    clear: () => status.clear(),
  };
}
