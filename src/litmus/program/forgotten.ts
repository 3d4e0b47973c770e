/**
 * Accesses that traces need not contain under total store order, since they make no execution possible or
 * impossible.
 *
 * Such a processor executes its instructions in order, and keeps its stores in a queue. A load of a location
 * with only one value can get its answer at once, at any place. A store to such a location, or to one that no
 * other thread uses, can leave the queue as soon as it is first. So neither delays anything else. An update
 * still waits for the queue.
 */
import { eventBits, NOWHERE } from '../model/graph.ts';
import type { MachineEvent } from '../model/machine.ts';
import type { MachineTrace, Observable } from './outcomes.ts';

export interface LocationUse {
  /** A mask of threads. */
  threads: number;
  isRead: boolean;
  isWritten: boolean;
  /** True if some write has another value than the initial one. */
  isChanged: boolean;
}

export interface Remembered {
  readonly program: Observable;
  readonly traces: readonly (readonly MachineTrace[])[];
}

/** The same traces over the locations that matter, each once, without impossible traces. */
export function withoutForgotten(
  { locations, observed }: Observable,
  traces: readonly (readonly MachineTrace[])[],
): Remembered {
  const first = locations.map(({ initial }) => initial | 0);
  const uses = locationUses(first, traces);
  const { program, places } = whatMatters({ locations, observed }, uses, ({ isChanged }) => isChanged);
  return {
    program,
    traces: traces.map((ofThread) => {
      const distinct = new Map<string, MachineTrace>();
      for (const { events, locals } of ofThread) {
        if (!readsItsOwn(events, first, places)) continue;
        const trace = { events: remembered(events, places), locals };
        distinct.set(keyOf(trace), trace);
      }
      return [...distinct.values()];
    }),
  };
}

/** The program with only those locations that matter, and the new index of each of them. */
export interface Mattering {
  readonly program: Observable;
  readonly places: ReadonlyMap<number, number>;
}

/**
 * A location matters if it is observed, or if threads share it, one reads it, and the given condition holds
 * for it.
 */
export function whatMatters(
  { locations, observed }: Observable,
  uses: readonly LocationUse[],
  isAsked: (use: LocationUse) => boolean,
): Mattering {
  const kept = uses.flatMap((use, location) => {
    const isShared = (use.threads & (use.threads - 1)) !== 0;
    const { name } = locations[location]!;
    const isObserved = observed.some((each) => each.kind === 'location' && each.name === name);
    return isObserved || (isShared && use.isRead && isAsked(use)) ? [location] : [];
  });
  return {
    program: { locations: kept.map((location) => locations[location]!), observed },
    places: new Map(kept.map((location, place) => [location, place])),
  };
}

export function locationUses(
  initial: readonly number[],
  traces: readonly (readonly MachineTrace[])[],
): LocationUse[] {
  const uses = initial.map((): LocationUse => ({
    threads: 0,
    isRead: false,
    isWritten: false,
    isChanged: false,
  }));
  for (const [thread, ofThread] of traces.entries()) {
    for (const { kind, location, valueWritten } of ofThread.flatMap(({ events }) => events)) {
      const own = uses[location];
      if (own === undefined) continue;
      own.threads |= 1 << thread;
      if ((kind & eventBits.read) !== 0) own.isRead = true;
      if ((kind & eventBits.write) === 0) continue;
      own.isWritten = true;
      if (valueWritten !== initial[location]) own.isChanged = true;
    }
  }
  return uses;
}

/** True if each omitted read gives the thread's own latest value, or the initial one. */
export function readsItsOwn(
  events: readonly MachineEvent[],
  first: readonly number[],
  places: ReadonlyMap<number, number>,
): boolean {
  const values = [...first];
  return events.every(({ kind, location, valueRead, valueWritten }) => {
    if (location === NOWHERE || places.has(location)) return true;
    const isRight = (kind & eventBits.read) === 0 || valueRead === values[location];
    if ((kind & eventBits.write) !== 0) values[location] = valueWritten;
    return isRight;
  });
}

function remembered(
  events: readonly MachineEvent[],
  places: ReadonlyMap<number, number>,
): readonly MachineEvent[] {
  const kept: MachineEvent[] = [];
  for (const event of events) {
    const location = places.get(event.location);
    const before = kept.at(-1)?.kind;
    if (location !== undefined) {
      // An update waits for the queue, so a neighbouring fence has no further effect.
      if (event.kind === eventBits.update && before === eventBits.fence) kept.pop();
      kept.push({ ...event, location });
    } else if (event.kind === eventBits.fence || event.kind === eventBits.update) {
      if (before === eventBits.fence || before === eventBits.update) continue;
      kept.push({ ...event, kind: eventBits.fence, location: NOWHERE, valueRead: 0, valueWritten: 0 });
    }
  }
  return kept;
}

function keyOf({ events, locals }: MachineTrace): string {
  const numbers = events.map(({ kind, location, valueRead, valueWritten }) => [
    kind,
    location,
    valueRead,
    valueWritten,
  ]);
  return JSON.stringify([numbers, [...locals]]);
}
