/** The traces of all threads of a program, and every combination of one trace from each thread. */
import { eventBits } from '../model/graph.ts';
import { type Trace, tracesOf } from './interpret.ts';
import type { LitmusProgram } from './syntax.ts';

const limits = { steps: 2_000, traces: 10_000 };
const USUAL_ROUNDS = 8;

/**
 * Traces of each thread, in which a read may give any value that any trace of any thread writes to its
 * location.
 */
export function allTraces(program: LitmusProgram, rounds: number = USUAL_ROUNDS): Trace[][] {
  const initial = program.locations.map((location) => location.initial);
  return tracesOfAll(program.threads.length, initial, (thread, written) =>
    tracesOf(program.threads[thread]!, program.locations, written.all, { ...limits, rounds }),
  );
}

/** Values that traces write to each location, with the threads that write them. */
export class WrittenValues {
  /** All values of each location, the first one included. */
  readonly all: readonly number[][];
  readonly #initial: readonly number[];
  readonly #writers: readonly Map<number, number>[];

  constructor(initial: readonly number[]) {
    this.#initial = initial.map((value) => value | 0);
    this.all = this.#initial.map((value) => [value]);
    this.#writers = initial.map(() => new Map<number, number>());
  }

  /** Tells whether the value was new. */
  add(thread: number, location: number, value: number): boolean {
    const writers = this.#writers[location]!;
    const before = writers.get(value) ?? 0;
    const after = before | (1 << thread);
    if (after === before) return false;
    writers.set(value, after);
    if (!this.all[location]!.includes(value)) this.all[location]!.push(value);
    return true;
  }

  /**
   * Values that a read of the thread may give, if the thread's own latest write to the location wrote `own`.
   * Each location is coherent on every machine: no thread reads a value older than its own latest write, nor
   * a value that it writes later.
   */
  readable(thread: number, location: number, own: number = this.#initial[location]!): number[] {
    const foreign = [...this.#writers[location]!]
      .filter(([value, writers]) => value !== own && (writers & ~(1 << thread)) !== 0)
      .map(([value]) => value);
    return [own, ...foreign];
  }
}

/** The same for any kind of threads, such as compiled ones. */
export function tracesOfAll<T extends Trace>(
  threads: number,
  initial: readonly number[],
  traces: (thread: number, written: WrittenValues) => T[],
): T[][] {
  const values = new WrittenValues(initial);
  for (let turn = 0; ; turn++) {
    const all = Array.from({ length: threads }, (_, thread) => traces(thread, values));
    let longest = 0;
    let isNew = false;
    for (const [thread, ofThread] of all.entries()) {
      const written = ofThread.map(({ events }) =>
        events.filter(({ kind }) => (kind & eventBits.write) !== 0),
      );
      longest += Math.max(0, ...written.map((events) => events.length));
      for (const { location, valueWritten } of written.flat())
        if (values.add(thread, location, valueWritten)) isNew = true;
    }
    // A value passes each write at most once, since a read from the future cannot produce a value.
    if (!isNew || turn > longest) return all;
  }
}

export function forEachChoice<T>(
  lists: readonly (readonly T[])[],
  visit: (items: readonly T[]) => void,
): void {
  const chosen: T[] = [];
  const choose = (index: number): void => {
    const list = lists[index];
    if (list === undefined) {
      visit(chosen);
      return;
    }
    for (const item of list) {
      chosen[index] = item;
      choose(index + 1);
    }
  };
  choose(0);
}
