/**
 * One candidate execution: its events, the program order, the write that each read reads, and the order of
 * each location's writes.
 *
 * The graph is filled again for each candidate, without a new allocation. The masks hold the same as the
 * arrays, for models that work on words.
 */
import { MAX_EVENTS, type Relation, relation } from './relation.ts';

/** A memory order as bits, so that a weaker order has fewer of them. */
export const orderBits = { na: 0, rlx: 1, acq: 3, rel: 5, ar: 7, sc: 15 } as const;
export type Order = keyof typeof orderBits;
export const ACQUIRE = 2;
export const RELEASE = 4;
export const SEQUENTIAL = 8;

/** The kinds of an event, as bits: an update both reads and writes. */
export const eventBits = { read: 1, write: 2, update: 3, fence: 4 } as const;

/** The thread of the initial writes. */
export const INITIAL = -1;
/** The location of fences. */
export const NOWHERE = -1;

export interface Graph {
  size: number;
  readonly kind: Int32Array;
  readonly order: Int32Array;
  readonly location: Int32Array;
  readonly thread: Int32Array;
  readonly valueRead: Int32Array;
  readonly valueWritten: Int32Array;
  /** For each read, the write that it reads from. */
  readonly readsFrom: Int32Array;
  /** Sequenced before: initial writes come before all other events. */
  readonly before: Relation;
  /** Order of modification: from each write to the later ones of its location. */
  readonly modified: Relation;
  /** Other events of the same location. */
  readonly sameLocation: Relation;
  readonly masks: GraphMasks;
}

export interface GraphMasks {
  reads: number;
  writes: number;
  updates: number;
  fences: number;
  atomic: number;
  releases: number;
  acquires: number;
  sequential: number;
}

export interface GraphEvent {
  readonly kind: number;
  readonly order: number;
  readonly location: number;
  readonly valueRead: number;
  readonly valueWritten: number;
}

export function makeGraph(): Graph {
  const numbers = (): Int32Array => new Int32Array(MAX_EVENTS + 1);
  return {
    size: 0,
    kind: numbers(),
    order: numbers(),
    location: numbers(),
    thread: numbers(),
    valueRead: numbers(),
    valueWritten: numbers(),
    readsFrom: numbers().fill(-1),
    before: relation(),
    modified: relation(),
    sameLocation: relation(),
    masks: emptyMasks(),
  };
}

function emptyMasks(): GraphMasks {
  return {
    reads: 0,
    writes: 0,
    updates: 0,
    fences: 0,
    atomic: 0,
    releases: 0,
    acquires: 0,
    sequential: 0,
  };
}

/** Fills the graph with an initial write for each location, and the events of each thread in their order. */
export function fillGraph(
  graph: Graph,
  initial: readonly number[],
  threads: readonly (readonly GraphEvent[])[],
): void {
  let size = 0;
  const add = (event: GraphEvent, thread: number): void => {
    graph.kind[size] = event.kind;
    graph.order[size] = event.order;
    graph.location[size] = event.location;
    graph.thread[size] = thread;
    graph.valueRead[size] = event.valueRead;
    graph.valueWritten[size] = event.valueWritten;
    graph.readsFrom[size] = -1;
    graph.modified[size] = 0;
    size++;
  };
  initial.forEach((value, location) =>
    add({ kind: eventBits.write, order: 0, location, valueRead: 0, valueWritten: value }, INITIAL),
  );
  threads.forEach((events, thread) => {
    for (const event of events) add(event, thread);
  });
  graph.size = size;
  settleGraph(graph);
}

/** Computes everything that follows from the arrays: the program order, equal locations and the masks. */
export function settleGraph(graph: Graph): void {
  const { size, thread, location, before, sameLocation } = graph;
  for (let i = 0; i < size; i++) {
    let later = 0;
    let same = 0;
    for (let j = 0; j < size; j++) {
      if (i === j) continue;
      if (thread[i] === INITIAL ? thread[j] !== INITIAL : thread[i] === thread[j] && j > i) later |= 1 << j;
      if (location[i] !== NOWHERE && location[i] === location[j]) same |= 1 << j;
    }
    before[i] = later;
    sameLocation[i] = same;
  }
  setMasks(graph);
}

/** Computes the masks again after memory orders have changed; the rest of the graph stays. */
export function setMasks({ size, kind, order, masks }: Graph): void {
  Object.assign(masks, emptyMasks());
  for (let i = 0; i < size; i++) {
    const bit = 1 << i;
    const bits = order[i]!;
    const what = kind[i]!;
    if ((what & eventBits.read) !== 0) masks.reads |= bit;
    if ((what & eventBits.write) !== 0) masks.writes |= bit;
    if (what === eventBits.update) masks.updates |= bit;
    if (what === eventBits.fence) masks.fences |= bit;
    if (bits !== 0) masks.atomic |= bit;
    // A read cannot release and a write cannot acquire, even if the order of both is seq_cst.
    if ((bits & RELEASE) !== 0 && what !== eventBits.read) masks.releases |= bit;
    if ((bits & ACQUIRE) !== 0 && what !== eventBits.write) masks.acquires |= bit;
    if ((bits & SEQUENTIAL) !== 0) masks.sequential |= bit;
  }
}
