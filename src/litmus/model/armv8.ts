/**
 * Armv8: the part of the program order that an AArch64 machine keeps. Loads and stores may change places,
 * except for dependencies, barriers, and accesses that acquire or release.
 *
 * Every update is two events, a read and a write, since each has its own order. Nothing here depends on the
 * values of reads, so the order is computed once for all candidates of the same traces.
 */
import { eventBits, type Graph } from './graph.ts';
import type { MachineEvent, MachineModel } from './machine.ts';
import { addFrom, relation } from './relation.ts';

/** Bits of the order of an event. */
export const armBits = {
  /** LDAR, and the reads of acquiring updates. */
  acquire: 1,
  /** LDAPR, which need not wait for an earlier release. */
  acquirePc: 2,
  release: 4,
  /**
   * The read of an update whose result goes to the zero register: a barrier for loads does not wait for it.
   */
  noResult: 8,
  /** A half of a single updating instruction, not of a pair of exclusives. */
  single: 16,
  /** A full barrier follows the access; the barrier is no event of its own. */
  full: 32,
  /** The same for a barrier that waits for loads. */
  loads: 64,
  /** The same for a barrier that orders stores. */
  stores: 128,
} as const;

const kept = relation();
const pairs: number[] = [];

export const armv8: MachineModel = {
  name: 'Armv8',
  ordersOwn: false,
  isTotalStoreOrder: false,
  pairs,
  settle(graph, traces) {
    pairs.length = 0;
    kept.fill(0);
    let start = graph.size - traces.reduce((sum, events) => sum + events.length, 0);
    // Initial values exist before everything else.
    for (let event = 0; event < start; event++) kept[event] = graph.before[event]!;
    for (const events of traces) {
      settleThread(graph, events, start);
      start += events.length;
    }
  },
  keep({ size }, rows) {
    for (let event = 0; event < size; event++) rows[event] = kept[event]!;
  },
};

/** `start` is the number of the first event of the thread. */
function settleThread(graph: Graph, events: readonly MachineEvent[], start: number): void {
  for (const [place, event] of events.entries()) {
    const at = start + place;
    if (event.pairedWith !== undefined) {
      pairs.push(start + event.pairedWith, at);
      kept[start + event.pairedWith]! |= 1 << at;
    }
    if (event.settled !== undefined) {
      kept[at]! |= event.settled.before << start;
      continue;
    }
    keepDependencies(events, place, start);
    keepBarriers(graph, at);
    keepReadBack(graph, events, place, start);
    keepWriteBehind(events, place, start);
  }
}

/** For all threads, a write comes after every earlier access of its location by the same thread. */
function keepWriteBehind(events: readonly MachineEvent[], place: number, start: number): void {
  const { kind, location } = events[place]!;
  if (kind !== eventBits.write) return;
  for (let earlier = 0; earlier < place; earlier++)
    if (events[earlier]!.location === location) kept[start + earlier]! |= 1 << (start + place);
}

function keepDependencies(events: readonly MachineEvent[], place: number, start: number): void {
  const { kind, depends } = events[place]!;
  if (depends === undefined) return;
  const { address, data, control, addressChoice, dataChoice, fenced } = depends;
  const bit = 1 << (start + place);
  const isWrite = kind === eventBits.write;
  addFrom(kept, address | data | dataChoice | (isWrite ? control | addressChoice : fenced), start, bit);
  for (let later = place + 1; later < events.length; later++) {
    // A write waits until earlier addresses are known: they might equal its own.
    if (events[later]!.kind === eventBits.write)
      addFrom(kept, address | addressChoice, start, 1 << (start + later));
  }
}

function keepBarriers({ kind, order, before, thread, size }: Graph, at: number): void {
  const mine = order[at]!;
  const after = before[at]!;
  const earlier = (fits: (event: number) => boolean): number[] => {
    const found: number[] = [];
    for (let event = 0; event < at; event++)
      if (thread[event] === thread[at] && fits(event)) found.push(event);
    return found;
  };
  const later = (wanted: number): number => {
    let mask = 0;
    for (let event = at + 1; event < size; event++)
      if (((after >> event) & 1) !== 0 && kind[event] === wanted) mask |= 1 << event;
    return mask;
  };
  const untilNow = (fits: (event: number) => boolean): number[] => earlier(fits).concat(fits(at) ? [at] : []);
  if ((mine & armBits.full) !== 0) for (const event of untilNow(() => true)) kept[event]! |= after;
  if ((mine & armBits.loads) !== 0) {
    const waits = (event: number): boolean =>
      kind[event] === eventBits.read && (order[event]! & armBits.noResult) === 0;
    for (const event of untilNow(waits)) kept[event]! |= after;
  }
  if ((mine & armBits.stores) !== 0) {
    const writes = later(eventBits.write);
    for (const event of untilNow((each) => kind[each] === eventBits.write)) kept[event]! |= writes;
  }
  if (kind[at] === eventBits.read && (mine & (armBits.acquire | armBits.acquirePc)) !== 0) kept[at]! |= after;
  if (kind[at] !== eventBits.write || (mine & armBits.release) === 0) return;
  for (const event of earlier(() => true)) kept[event]! |= 1 << at;
  for (let event = at + 1; event < size; event++) {
    const isLater = ((after >> event) & 1) !== 0;
    if (isLater && kind[event] === eventBits.read && (order[event]! & armBits.acquire) !== 0)
      kept[at]! |= 1 << event;
  }
}

/** A read of the thread's own latest write waits for everything that the write waits for. */
function keepReadBack(graph: Graph, events: readonly MachineEvent[], place: number, start: number): void {
  const { kind, order, location, depends, pairedWith } = events[place]!;
  if (kind !== eventBits.write) return;
  const after = graph.before[start + place]!;
  const isSingle = (order & armBits.single) !== 0;
  if (isSingle && pairedWith !== undefined && (order & armBits.release) !== 0) {
    const readOrder = events[pairedWith]!.order;
    if ((readOrder & armBits.acquire) !== 0) kept[start + place]! |= after;
  }
  for (let later = place + 1; later < events.length; later++) {
    const next = events[later]!;
    if (next.location !== location) continue;
    if (next.kind === eventBits.write) return;
    const bit = 1 << (start + later);
    if (depends !== undefined) addFrom(kept, depends.address | depends.data, start, bit);
    if (pairedWith !== undefined && (next.order & (armBits.acquire | armBits.acquirePc)) !== 0)
      kept[start + place]! |= bit;
  }
}
