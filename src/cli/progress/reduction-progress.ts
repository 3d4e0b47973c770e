/**
 * Progress of a reduction: in a terminal a line that is overwritten, elsewhere a line whenever the test
 * became much smaller, and one each minute.
 */
import { counted, grouped, roughTime } from '../../util/text.ts';
import type { ReductionProgress } from '../../reduce/index.ts';
import type { Context } from '../command.ts';
import { statusLine } from './status-line.ts';

/** A reduction by a factor of a thousand takes thirty lines. */
const STEP = 0.8;

const MINUTE_MS = 60_000;

export interface ReductionView {
  /** The size before the reduction. */
  begin(bytes: number): void;
  show(bytes: number, progress: ReductionProgress): void;
  /** The same for steps without choices: the work that was done, and the pass that made the last step. */
  tell(bytes: number, done: string, pass: string): void;
  /** The reducer tried a candidate; only the time has changed. */
  tick(): void;
  /** Shows a line from elsewhere in a terminal. */
  say(line: string): void;
  clear(): void;
}

const QUIET: ReductionView = {
  begin: () => undefined,
  show: () => undefined,
  tell: () => undefined,
  tick: () => undefined,
  say: () => undefined,
  clear: () => undefined,
};

export function reductionProgress(context: Context, isQuiet: boolean, cpuMs: () => number): ReductionView {
  if (isQuiet) return QUIET;
  const status = statusLine(context);
  const rate = new ReductionRate();
  let told = Infinity;
  let tried = 0;
  let describe = (): string => {
    const done = tried === 0 ? 'nothing smaller yet' : `${counted(tried, 'candidate')} tried`;
    return `${done}, ${roughTime(cpuMs())} of CPU`;
  };
  const inTerminal = context.columns !== undefined;
  const minutes = inTerminal
    ? undefined
    : setInterval(() => context.stderr(`${describe()}\n`), MINUTE_MS).unref();
  const tell = (bytes: number, done: string, pass: string): void => {
    rate.note(cpuMs(), bytes);
    describe = () => {
      const pace = rate.describe(cpuMs());
      return `${grouped(bytes)} bytes, ${done}, ${roughTime(cpuMs())} of CPU${pace === '' ? '' : `, ${pace}`} (${pass})`;
    };
    if (inTerminal) status.show(describe());
    else if (bytes <= told * STEP) {
      told = bytes;
      context.stderr(`${describe()}\n`);
    }
  };
  return {
    begin: (bytes) => rate.note(cpuMs(), bytes),
    show: (bytes, { initialSize, size, evaluations, pass }) =>
      tell(
        bytes,
        `${grouped(size)} of ${grouped(initialSize)} choices; ${grouped(evaluations)} evaluations`,
        pass,
      ),
    tell,
    tick() {
      tried++;
      status.show(describe());
    },
    say: (line) => status.show(line),
    clear() {
      clearInterval(minutes);
      status.clear();
    },
  };
}

/** A person can read a program of this size; most results are smaller. */
export const SMALL_BYTES = 2_000;

/**
 * The speed of a reduction, from its sizes so far. It tells the CPU time of the last halving, and estimates
 * the CPU time at which the test would be small. There is no estimate before the first halving, and none if
 * the size has stood still for longer than the last halving took.
 */
export class ReductionRate {
  readonly #sizes: { readonly atMs: number; readonly bytes: number }[] = [];

  /** Notes the size of the best program so far. */
  note(atMs: number, bytes: number): void {
    this.#sizes.push({ atMs, bytes });
  }

  /** A few words; empty if nothing is known yet. */
  describe(nowMs: number): string {
    const last = this.#sizes.at(-1);
    const twice = last && this.#sizes.findLast(({ bytes }) => bytes >= 2 * last.bytes);
    if (last === undefined || twice === undefined) return '';
    const halfMs = last.atMs - twice.atMs;
    if (nowMs - last.atMs > Math.max(halfMs, 1_000)) return `no step for ${roughTime(nowMs - last.atMs)}`;
    const pace = `half in ${roughTime(halfMs)}`;
    if (last.bytes <= SMALL_BYTES) return pace;
    const restMs = halfMs * Math.log2(last.bytes / SMALL_BYTES);
    return `${pace}, at this rate 2 KB in ${roughTime(restMs)}`;
  }
}
