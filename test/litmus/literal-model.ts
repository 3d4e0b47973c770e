/**
 * A second simulator, for laws: RC11 word by word as it was published, with sets of pairs, over all candidates.
 *
 * It shares nothing with the first one but the traces of threads. It is slow, and meant to be.
 */
import type { Trace } from '../../src/litmus/program/interpret.ts';
import { allTraces, forEachChoice } from '../../src/litmus/program/choices.ts';
import type { LitmusProgram } from '../../src/litmus/program/syntax.ts';
import { observedName } from '../../src/litmus/program/syntax.ts';

interface Ev {
  id: number;
  thread: number;
  place: number;
  reads: boolean;
  writes: boolean;
  isFence: boolean;
  order: number;
  location: number;
  readValue: number;
  written: number;
}

type Pairs = ReadonlySet<number>;
const N = 64;
const pair = (a: number, b: number): number => a * N + b;

function where(events: readonly Ev[], holds: (a: Ev, b: Ev) => boolean): Pairs {
  const pairs = new Set<number>();
  for (const a of events) for (const b of events) if (holds(a, b)) pairs.add(pair(a.id, b.id));
  return pairs;
}

function union(...all: Pairs[]): Pairs {
  return new Set(all.flatMap((pairs) => [...pairs]));
}

function then(...all: Pairs[]): Pairs {
  return all.reduce((left, right) => {
    const pairs = new Set<number>();
    for (const ab of left) {
      for (const bc of right) if (ab % N === Math.floor(bc / N)) pairs.add(pair(Math.floor(ab / N), bc % N));
    }
    return pairs;
  });
}

function plus(pairs: Pairs): Pairs {
  let closed = pairs;
  for (;;) {
    const more = union(closed, then(closed, pairs));
    if (more.size === closed.size) return closed;
    closed = more;
  }
}

const isIrreflexive = (pairs: Pairs): boolean => [...pairs].every((ab) => ab % N !== Math.floor(ab / N));
const RELEASES = 4;
const ACQUIRES = 2;
const SC = 8;

function isConsistent(events: readonly Ev[], rf: Pairs, mo: Pairs): boolean {
  const only = (holds: (event: Ev) => boolean): Pairs => where(events, (a, b) => a === b && holds(a));
  const identity = only(() => true);
  const maybe = (pairs: Pairs): Pairs => union(pairs, identity);
  const reversed = (pairs: Pairs): Pairs => new Set([...pairs].map((ab) => pair(ab % N, Math.floor(ab / N))));
  const sb = where(
    events,
    (a, b) =>
      (a.thread < 0 && b.thread >= 0) || (a.thread === b.thread && a.thread >= 0 && a.place < b.place),
  );
  const isSame = (a: Ev, b: Ev): boolean => !a.isFence && !b.isFence && a.location === b.location;
  const sameLocation = where(events, isSame);
  const within = (pairs: Pairs): Pairs => new Set([...pairs].filter((ab) => sameLocation.has(ab)));
  const outside = (pairs: Pairs): Pairs => new Set([...pairs].filter((ab) => !sameLocation.has(ab)));
  const rb = new Set([...then(reversed(rf), mo)].filter((ab) => ab % N !== Math.floor(ab / N)));
  const eco = plus(union(rf, mo, rb));
  const U = only((e) => e.reads && e.writes);
  const W = only((e) => e.writes);
  const atomicW = only((e) => e.writes && e.order !== 0);
  const atomicR = only((e) => e.reads && e.order !== 0);
  const F = only((e) => e.isFence);
  const rel = only((e) => (e.order & RELEASES) !== 0 && (e.writes || e.isFence));
  const acq = only((e) => (e.order & ACQUIRES) !== 0 && (e.reads || e.isFence));
  const rs = then(W, maybe(within(sb)), atomicW, union(identity, plus(then(rf, U))));
  const sw = then(rel, maybe(then(F, sb)), rs, rf, atomicR, maybe(then(sb, F)), acq);
  const hb = plus(union(sb, sw));
  const sc = only((e) => (e.order & SC) !== 0);
  const fsc = only((e) => e.isFence && (e.order & SC) !== 0);
  const elsewhere = outside(sb);
  const scb = union(sb, then(elsewhere, hb, elsewhere), within(hb), mo, rb);
  const pscBase = then(union(sc, then(fsc, maybe(hb))), scb, union(sc, then(maybe(hb), fsc)));
  const pscFences = then(fsc, union(hb, then(hb, eco, hb)), fsc);
  return (
    isIrreflexive(then(hb, maybe(eco))) &&
    isIrreflexive(eco) &&
    isIrreflexive(then(U, rb, mo)) &&
    isIrreflexive(plus(union(sb, rf))) &&
    isIrreflexive(plus(union(pscBase, pscFences)))
  );
}

/** The allowed outcomes, in the words of the simulator. */
export function literalOutcomes(program: LitmusProgram): Set<string> {
  const outcomes = new Set<string>();
  forEachChoice(allTraces(program), (traces) => {
    const events = eventsOf(program, traces);
    const reads = events.filter((event) => event.reads);
    const sources = reads.map((read) =>
      events.filter(
        (e) => e.writes && e !== read && e.location === read.location && e.written === read.readValue,
      ),
    );
    const orders = program.locations.map((_, location) =>
      permutations(events.filter((event) => event.writes && event.location === location)).filter(
        ([first]) => first!.thread < 0,
      ),
    );
    forEachChoice(orders, (order) => {
      const outcome = describe(program, traces, order);
      if (outcomes.has(outcome)) return;
      const mo = where(events, (a, b) =>
        order.some(
          (writes) => writes.includes(a) && writes.includes(b) && writes.indexOf(a) < writes.indexOf(b),
        ),
      );
      forEachChoice(sources, (writes) => {
        if (outcomes.has(outcome)) return;
        const rf = new Set(writes.map((write, index) => pair(write.id, reads[index]!.id)));
        if (isConsistent(events, rf, mo)) outcomes.add(outcome);
      });
    });
  });
  return outcomes;
}

function eventsOf(program: LitmusProgram, traces: readonly Trace[]): Ev[] {
  const none = { reads: false, writes: true, isFence: false, order: 0, readValue: 0 };
  const initial = program.locations.map((of, location) => ({
    ...none,
    thread: -1,
    place: 0,
    location,
    written: of.initial,
  }));
  const others = traces.flatMap(({ events }, thread) =>
    events.map((event, place) => ({
      thread,
      place,
      reads: (event.kind & 1) !== 0,
      writes: (event.kind & 2) !== 0,
      isFence: event.kind === 4,
      order: event.order,
      location: event.location,
      readValue: event.valueRead,
      written: event.valueWritten,
    })),
  );
  return [...initial, ...others].map((event, id) => ({ ...event, id }));
}

function describe(
  program: LitmusProgram,
  traces: readonly Trace[],
  orders: readonly (readonly Ev[])[],
): string {
  return program.observed
    .map((observed) => {
      const value =
        observed.kind === 'local'
          ? (traces[observed.thread]!.locals.get(observed.name) ?? 0)
          : orders[program.locations.findIndex(({ name }) => name === observed.name)]!.at(-1)!.written;
      return `${observedName(observed)}=${value};`;
    })
    .join(' ');
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}
