/**
 * The parts of every benchmark: the question, the decision that depends on it, measurements with goals, and a way to
 * compare alternatives fairly.
 *
 * Figures of different runs on a busy machine cannot be compared. So alternatives take turns in one run, time is CPU
 * time, and a ratio is the median of the ratios of neighbours in time.
 */
import { median } from '../src/util/numbers.ts';
import { UserError } from '../src/util/user-error.ts';

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

export interface Measurement {
  readonly name: string;
  readonly value: number;
  /** As in `ns`, `1/s`, `times`, `bytes`. */
  readonly unit: string;
  readonly goal?: Goal;
  /** On what workload, and how it was taken. */
  readonly how: string;
}

export interface Bench {
  readonly name: string;
  readonly question: string;
  /** The decision that another answer would change. */
  readonly decision: string;
  /** Yields each measurement as soon as it is known. */
  readonly run: () => Iterable<Measurement> | AsyncIterable<Measurement>;
}

/** Those of all that a variable of the environment names, with commas between them. A name that is not there is refused. */
export function wanted<T extends string>(
  variable: string,
  all: readonly T[],
  usual: readonly T[] = all,
): readonly T[] {
  const asked = process.env[variable]?.split(',');
  const unknown = asked?.filter((each) => !all.some((one) => one === each)) ?? [];
  if (unknown.length > 0)
    throw new UserError(`${variable} names what is not there: ${unknown.join(', ')}`, [
      `allowed: ${all.join(', ')}`,
    ]);
  return asked === undefined ? usual : all.filter((each) => asked.includes(each));
}

/** Does the thing `times` times, and returns something that depends on all of it, so that none is optimised away. */
export type Work = (times: number) => unknown;

export interface Comparison<Name extends string> {
  /** Median CPU nanoseconds for one time. */
  readonly ns: (name: Name) => number;
  /** How many times as long `name` takes as `base`. */
  readonly ratio: (name: Name, base: Name) => number;
  /** For `Measurement.how`. */
  readonly how: string;
}

export interface ComparisonOptions {
  readonly rounds?: number;
  /** How long one turn of one alternative lasts, roughly. */
  readonly turnMs?: number;
}

/** CPU time of this process, user and system, all its threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Lets the alternatives take turns, in an order that is turned around every round. */
export function compare<Name extends string>(
  alternatives: Readonly<Record<Name, Work>>,
  { rounds = 15, turnMs = 60 }: ComparisonOptions = {},
): Comparison<Name> {
  const entries = (Object.keys(alternatives) as Name[]).map((name) => {
    const work = alternatives[name];
    return { name, work, times: calibrate(work, turnMs), nsOfRounds: [] as number[] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const entry of round % 2 === 0 ? entries : entries.toReversed()) {
      entry.nsOfRounds.push((turn(entry.work, entry.times) * 1e6) / entry.times);
    }
  }
  const nsOf = (name: Name): readonly number[] => {
    const entry = entries.find((candidate) => candidate.name === name);
    if (!entry) throw new Error(`nothing named ${name} was compared`);
    return entry.nsOfRounds;
  };
  return {
    ns: (name) => median(nsOf(name)),
    ratio: (name, base) => {
      const baseNs = nsOf(base);
      return median(nsOf(name).map((ns, round) => ns / (baseNs[round] ?? NaN)));
    },
    how: `CPU time, median of ${rounds} turns of ${turnMs} ms, alternatives taking turns`,
  };
}

const unforeseeable = Symbol('unforeseeable');

function turn(work: Work, times: number): number {
  const before = cpuMs();
  const result = work(times);
  const ms = cpuMs() - before;
  // A use of the result that the optimiser cannot foresee to be idle.
  if (result === unforeseeable) throw new Error('a benchmark returned what it cannot know');
  return ms;
}

/** How often fits into a turn; warms the code up on the way. */
function calibrate(work: Work, turnMs: number): number {
  for (let times = 1; ; times *= 2) {
    const ms = turn(work, times);
    if (ms >= turnMs) return Math.max(1, Math.round((times * turnMs) / ms));
  }
}

/** Undefined if there is no goal. */
export function isMet({ value, goal }: Measurement): boolean | undefined {
  if (!goal) return undefined;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

export function textOf(goal: Goal): string {
  return 'atMost' in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`;
}

/** The line that other programs read; it always has the same six fields. */
export function asJson(measurement: Measurement): string {
  const { name, value, unit, goal, how } = measurement;
  const met = isMet(measurement) ?? null;
  return JSON.stringify({ name, value, unit, goal: goal ? textOf(goal) : null, met, how });
}
