/**
 * All candidate executions of given events: the write that each read reads, and the order of each location's
 * writes.
 *
 * Every model here demands that each location by itself is coherent, and that no write comes between the
 * halves of an update. Both conditions concern one location, so they are checked once for each location, and
 * only the remaining orders are combined.
 */
import { type Graph, eventBits, INITIAL } from './graph.ts';
import { imageOf, isAcyclic, lowestBit, relation } from './relation.ts';

/** One location, as it is in some of the candidates. */
interface Side {
  readonly readsFrom: readonly number[];
  /** Row of `modified` for each write. */
  readonly modified: readonly number[];
  readonly last: number;
}

interface LocationSides {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly sides: readonly Side[];
}

export interface ExecutionOptions {
  /**
   * True to include candidates that are incoherent in a location: for explanations, and for tests of the
   * models.
   */
  readonly isUnpruned?: boolean;
  /** The last write of each location, kept up to date. */
  readonly last?: Int32Array;
  /** A mask of reads that may read any write, whatever its value. */
  readonly free?: number;
  readonly budget?: Effort;
}

/** Limit of attempts to make one location coherent. */
const MAX_ATTEMPTS = 200_000;

/** Remaining work, which several calls may share. */
export interface Effort {
  left: number;
}

/**
 * Calls `visit` with the filled graph for each candidate, until it returns `true`. Returns false if there are
 * too many candidates.
 */
export function forEachExecution(
  graph: Graph,
  locations: number,
  visit: () => boolean,
  { isUnpruned = false, last, free = 0, budget = { left: MAX_ATTEMPTS } }: ExecutionOptions = {},
): boolean {
  const all: LocationSides[] = [];
  for (let location = 0; location < locations; location++) {
    const sides = sidesOf(graph, location, isUnpruned, free, budget);
    if (sides === undefined) return false;
    if (sides.sides.length === 0) return true;
    all.push(sides);
  }
  combine(0);
  return true;

  function combine(location: number): boolean {
    const here = all[location];
    if (here === undefined) return visit();
    const { reads, writes } = here;
    for (const side of here.sides) {
      for (let i = 0; i < reads.length; i++) graph.readsFrom[reads[i]!] = side.readsFrom[i]!;
      for (let i = 0; i < writes.length; i++) graph.modified[writes[i]!] = side.modified[i]!;
      if (last !== undefined) last[location] = side.last;
      if (combine(location + 1)) return true;
    }
    return false;
  }
}

function sidesOf(
  graph: Graph,
  location: number,
  isUnpruned: boolean,
  free: number,
  budget: Effort,
): LocationSides | undefined {
  const reads: number[] = [];
  const writes: number[] = [];
  for (let event = 0; event < graph.size; event++) {
    if (graph.location[event] !== location) continue;
    if ((graph.kind[event]! & eventBits.read) !== 0) reads.push(event);
    if ((graph.kind[event]! & eventBits.write) !== 0) writes.push(event);
  }
  const sources = reads.map((read) =>
    writes.filter(
      (write) =>
        write !== read && (((free >> read) & 1) !== 0 || graph.valueWritten[write] === graph.valueRead[read]),
    ),
  );
  const sides: Side[] = [];
  if (sources.some((of) => of.length === 0)) return { reads, writes, sides };
  const isFine = forEachOrder(graph, writes, isUnpruned, (order) => {
    const rows = rowsOf(order);
    const modified = writes.map((write) => rows[write]!);
    const assign = (index: number, readsFrom: readonly number[]): boolean => {
      const of = sources[index];
      if (of === undefined) {
        if (isUnpruned || isCoherentHere(graph, reads, readsFrom, writes, rows)) {
          sides.push({ readsFrom, modified, last: order.at(-1)! });
        }
        return --budget.left > 0;
      }
      return of.every((write) => assign(index + 1, [...readsFrom, write]));
    };
    return assign(0, []);
  });
  return isFine ? { reads, writes, sides } : undefined;
}

const orderRows = relation();

/** For each write the later writes. */
function rowsOf(order: readonly number[]): typeof orderRows {
  let later = 0;
  for (let place = order.length - 1; place >= 0; place--) {
    orderRows[order[place]!] = later;
    later |= 1 << order[place]!;
  }
  return orderRows;
}

/**
 * All orders of the writes, with the initial write first and each thread's order kept unless told otherwise.
 */
function forEachOrder(
  graph: Graph,
  writes: readonly number[],
  isUnpruned: boolean,
  visit: (order: readonly number[]) => boolean,
): boolean {
  const order: number[] = [];
  const place = (left: number): boolean => {
    if (left === 0) return visit(order);
    for (let rest = left; rest !== 0; rest &= rest - 1) {
      const write = lowestBit(rest);
      const without = left & ~(1 << write);
      if (graph.thread[write] === INITIAL || !mustWait(graph, write, without, isUnpruned)) {
        order.push(write);
        const goesOn = place(without);
        order.pop();
        if (!goesOn) return false;
      }
      // The initial write has the lowest number, and no other write may be first.
      if (graph.thread[write] === INITIAL) break;
    }
    return true;
  };
  let mask = 0;
  for (const write of writes) mask |= 1 << write;
  return place(mask);
}

/** True if an earlier write of the same thread is not yet placed. */
function mustWait(graph: Graph, write: number, left: number, isUnpruned: boolean): boolean {
  if (isUnpruned) return false;
  for (let rest = left; rest !== 0; rest &= rest - 1) {
    if (((graph.before[lowestBit(rest)]! >> write) & 1) !== 0) return true;
  }
  return false;
}

const own = relation();

/**
 * True if program order, reading and the order of writes make no cycle within one location, and updates
 * directly follow the write that they read.
 */
function isCoherentHere(
  graph: Graph,
  reads: readonly number[],
  readsFrom: readonly number[],
  writes: readonly number[],
  modified: typeof orderRows,
): boolean {
  for (let event = 0; event < graph.size; event++) own[event] = 0;
  for (const write of writes)
    own[write] = modified[write]! | (graph.before[write]! & graph.sameLocation[write]!);
  for (const [index, read] of reads.entries()) {
    const write = readsFrom[index]!;
    const later = modified[write]!;
    if (graph.kind[read] === eventBits.update) {
      if (((later >> read) & 1) === 0 || ((imageOf(later, modified) >> read) & 1) !== 0) return false;
    } else {
      own[read] = graph.before[read]! & graph.sameLocation[read]!;
    }
    own[read]! |= later & ~(1 << read);
    own[write]! |= 1 << read;
  }
  return isAcyclic(own, graph.size);
}
