/** The traces of all threads of a program, and every way to take one from each. */
import { eventBits } from '../model/graph.ts';
import { type Trace, tracesOf } from './interpret.ts';
import type { LitmusProgram } from './syntax.ts';

const limits = { steps: 2_000, traces: 10_000 };
const USUAL_ROUNDS = 8;

/** Traces of each thread, where reads give whatever is written to their location by any trace of any thread. */
export function allTraces(program: LitmusProgram, rounds: number = USUAL_ROUNDS): Trace[][] {
  const initial = program.locations.map((location) => location.initial);
  return tracesOfAll(program.threads.length, initial, (thread, values) =>
    tracesOf(program.threads[thread]!, program.locations, values, { ...limits, rounds }),
  );
}

/** The same for threads of any kind, such as compiled ones. */
export function tracesOfAll<T extends Trace>(
  threads: number,
  initial: readonly number[],
  traces: (thread: number, values: readonly (readonly number[])[]) => T[],
): T[][] {
  const values = initial.map((value) => [value | 0]);
  for (let turn = 0; ; turn++) {
    const all = Array.from({ length: threads }, (_, thread) => traces(thread, values));
    let longest = 0;
    let isNew = false;
    for (const ofThread of all) {
      const written = ofThread.map(({ events }) =>
        events.filter(({ kind }) => (kind & eventBits.write) !== 0),
      );
      longest += Math.max(0, ...written.map((events) => events.length));
      for (const { location, valueWritten } of written.flat()) {
        if (values[location]!.includes(valueWritten)) continue;
        values[location]!.push(valueWritten);
        isNew = true;
      }
    }
    // A value passes each write at most once, since reading from the future is no way to get one.
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
