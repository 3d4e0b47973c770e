/**
 * All outcomes of threads under total store order, found by simulating processors step by step. Each has a
 * queue of its own stores, and a store reaches memory when it leaves the queue.
 *
 * Orders of writes that give the same memory are one state here, so the number of writes to a location does
 * not matter. Invariant: it finds the same outcomes as the model that tries every order; a test compares
 * them.
 */
import { eventBits } from '../model/graph.ts';
import type { MachineEvent } from '../model/machine.ts';
import { tooLarge } from './interpret.ts';
import type { MachineTrace, Observable } from './outcomes.ts';
import { observedName } from './syntax.ts';

/** A place of a thread: all possible next steps, by the values that it has read so far. */
interface Place {
  readonly next: { readonly event: MachineEvent; readonly to: Place }[];
  /** The locals of each trace that ends here. */
  readonly ends: ReadonlyMap<string, number>[];
  readonly number: number;
}

interface Stored {
  readonly location: number;
  readonly value: number;
}

interface Moment {
  readonly places: readonly Place[];
  readonly queues: readonly (readonly Stored[])[];
  readonly memory: readonly number[];
  readonly last: Step | undefined;
}

/** One step of a thread; without an event, its oldest store leaves the queue. */
interface Step {
  readonly thread: number;
  readonly event: MachineEvent | undefined;
  readonly before: Step | undefined;
}

const MAX_MOMENTS = 100_000;

export function outcomesByQueues(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
): Set<string> {
  const outcomes = new Set<string>();
  explore(program, traces, (outcome) => {
    outcomes.add(outcome);
    return false;
  });
  return outcomes;
}

/** The steps of threads that give an outcome. */
export interface QueuedRun {
  readonly threads: readonly (readonly MachineEvent[])[];
  /** Each write or update, as thread and place in the thread, in the order of its arrival in memory. */
  readonly written: readonly (readonly [thread: number, place: number])[];
  /** The write that each read reads, by thread and place; undefined for the initial value. */
  readonly readsFrom: readonly (readonly (readonly [thread: number, place: number] | undefined)[])[];
}

export function runByQueues(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  wanted: string,
): QueuedRun | undefined {
  let found: QueuedRun | undefined;
  explore(program, traces, (outcome, { last }) => {
    if (outcome !== wanted) return false;
    found = replayed(traces.length, last);
    return true;
  });
  return found;
}

function replayed(threads: number, last: Step | undefined): QueuedRun {
  const steps: Step[] = [];
  for (let step = last; step !== undefined; step = step.before) steps.unshift(step);
  const events: MachineEvent[][] = Array.from({ length: threads }, () => []);
  const readsFrom: (readonly [number, number] | undefined)[][] = events.map(() => []);
  const queues: (readonly [number, number])[][] = events.map(() => []);
  const written: (readonly [number, number])[] = [];
  const memory = new Map<number, readonly [number, number]>();
  const locationOf = ([thread, place]: readonly [number, number]): number => events[thread]![place]!.location;
  for (const { thread, event } of steps) {
    if (event === undefined) {
      const oldest = queues[thread]!.shift()!;
      written.push(oldest);
      memory.set(locationOf(oldest), oldest);
      continue;
    }
    const at = [thread, events[thread]!.length] as const;
    events[thread]!.push(event);
    const own = queues[thread]!.findLast((each) => locationOf(each) === event.location);
    const isRead = event.kind !== eventBits.fence && (event.kind & eventBits.read) !== 0;
    readsFrom[thread]!.push(isRead ? (own ?? memory.get(event.location)) : undefined);
    if (event.kind === eventBits.write) queues[thread]!.push(at);
    if (event.kind !== eventBits.update) continue;
    written.push(at);
    memory.set(event.location, at);
  }
  return { threads: events, written, readsFrom };
}

/** Ends when `visit` says that it has enough. */
function explore(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  isEnough: (outcome: string, moment: Moment) => boolean,
): void {
  const seen = new Set<string>();
  const open: Moment[] = [];
  const visit = (moment: Moment): void => {
    const key = keyOf(moment);
    if (seen.has(key)) return;
    if (seen.size === MAX_MOMENTS) throw tooLarge(`over ${MAX_MOMENTS} states`);
    seen.add(key);
    open.push(moment);
  };
  visit({
    places: traces.map(placesOf),
    queues: traces.map(() => []),
    memory: program.locations.map(({ initial }) => initial | 0),
    last: undefined,
  });
  for (let moment = open.pop(); moment !== undefined; moment = open.pop()) {
    for (const outcome of outcomesAt(program, moment)) if (isEnough(outcome, moment)) return;
    forEachStep(moment, visit);
  }
}

function placesOf(traces: readonly MachineTrace[]): Place {
  let places = 0;
  const make = (): Place => ({ next: [], ends: [], number: places++ });
  const first = make();
  for (const { events, locals } of traces) {
    let place = first;
    for (const event of events) {
      let step = place.next.find((each) => isEqual(each.event, event));
      if (step === undefined) place.next.push((step = { event, to: make() }));
      place = step.to;
    }
    place.ends.push(locals);
  }
  return first;
}

function isEqual(one: MachineEvent, other: MachineEvent): boolean {
  return (
    one.kind === other.kind &&
    one.location === other.location &&
    one.valueRead === other.valueRead &&
    one.valueWritten === other.valueWritten
  );
}

function keyOf({ places, queues, memory }: Moment): string {
  const stored = queues.map((queue) => queue.map(({ location, value }) => `${location}=${value}`).join());
  return `${places.map(({ number }) => number).join()} ${stored.join('|')} ${memory.join()}`;
}

function forEachStep(moment: Moment, visit: (next: Moment) => void): void {
  // Queueing a store is invisible to other threads; doing it first loses no outcome.
  const storing = moment.places.findIndex(
    ({ next, ends }) =>
      ends.length === 0 && next.length > 0 && next.every(({ event }) => event.kind === eventBits.write),
  );
  if (storing >= 0) {
    doNext(moment, storing, visit);
    return;
  }
  for (const thread of moment.places.keys()) {
    doNext(moment, thread, visit);
    const [oldest, ...rest] = moment.queues[thread]!;
    if (oldest === undefined) continue;
    visit({
      ...moment,
      last: { thread, event: undefined, before: moment.last },
      queues: moment.queues.with(thread, rest),
      memory: moment.memory.with(oldest.location, oldest.value),
    });
  }
}

function doNext(moment: Moment, thread: number, visit: (next: Moment) => void): void {
  const queue = moment.queues[thread]!;
  for (const { event, to } of moment.places[thread]!.next) {
    const { kind, location, valueRead, valueWritten } = event;
    const after: Moment = {
      ...moment,
      places: moment.places.with(thread, to),
      last: { thread, event, before: moment.last },
    };
    if (kind === eventBits.write) {
      const longer = [...queue, { location, value: valueWritten }];
      visit({ ...after, queues: moment.queues.with(thread, longer) });
    } else if (kind === eventBits.read) {
      const own = queue.findLast((each) => each.location === location);
      if ((own?.value ?? moment.memory[location]) === valueRead) visit(after);
    } else if (queue.length === 0) {
      if (kind === eventBits.fence) visit(after);
      else if (moment.memory[location] === valueRead)
        visit({ ...after, memory: moment.memory.with(location, valueWritten) });
    }
  }
}

function* outcomesAt({ locations, observed }: Observable, moment: Moment): Iterable<string> {
  if (moment.queues.some((queue) => queue.length > 0)) return;
  let ends: ReadonlyMap<string, number>[][] = [[]];
  for (const place of moment.places)
    ends = ends.flatMap((before) => place.ends.map((locals) => [...before, locals]));
  for (const locals of ends) {
    const told = observed.map((each) => {
      const value =
        each.kind === 'local'
          ? (locals[each.thread]!.get(each.name) ?? 0)
          : moment.memory[locations.findIndex(({ name }) => name === each.name)]!;
      return `${observedName(each)}=${value};`;
    });
    yield told.join(' ');
  }
}
