/** The traces of all threads of a program, and every way to take one from each. */
import { type Trace, tracesOf } from './interpret.ts';
import type { LitmusProgram } from './syntax.ts';

const limits = { steps: 2_000, traces: 100_000 };
const USUAL_ROUNDS = 8;

/** Traces of each thread, where reads give whatever is written to their location by any trace of any thread. */
export function allTraces(program: LitmusProgram, rounds: number = USUAL_ROUNDS): Trace[][] {
  const locationOf = new Map(program.locations.map(({ name }, index) => [name, index]));
  const values = program.locations.map(({ initial }) => [initial | 0]);
  for (let turn = 0; ; turn++) {
    const traces = program.threads.map((thread) =>
      tracesOf(thread, locationOf, values, { ...limits, rounds }),
    );
    let isNew = false;
    let longest = 0;
    for (const ofThread of traces) {
      let most = 0;
      for (const { events } of ofThread) {
        let count = 0;
        for (const { kind, location, valueWritten } of events) {
          if ((kind & 2) === 0) continue;
          count++;
          if (values[location]!.includes(valueWritten)) continue;
          values[location]!.push(valueWritten);
          isNew = true;
        }
        most = Math.max(most, count);
      }
      longest += most;
    }
    // A value passes each write at most once, since reading from the future is no way to get one.
    if (!isNew || turn > longest) return traces;
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
