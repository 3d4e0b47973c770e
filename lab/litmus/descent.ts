/**
 * Minimal forbidden tests of one skeleton: accesses without orders, and an outcome.
 *
 * Orders, and a fence in each gap, form a lattice. Stronger orders never allow what weaker orders forbid. So
 * the search begins with the strongest orders, and goes down as long as a weaker neighbour is forbidden. A
 * minimal test also becomes allowed by each of three other changes: an access is taken away, an update becomes
 * a read and a write, or nobody looks at a result.
 */
import { forEachExecution } from '../../src/litmus/model/executions.ts';
import {
  ACQUIRE,
  eventBits,
  fillGraph,
  type Graph,
  type GraphEvent,
  makeGraph,
  NOWHERE,
  orderBits,
  RELEASE,
  SEQUENTIAL,
  setMasks,
} from '../../src/litmus/model/graph.ts';
import { rc11 } from '../../src/litmus/model/rc11.ts';
import { MAX_EVENTS } from '../../src/litmus/model/relation.ts';

export type AccessKind = 'R' | 'W' | 'U';

export interface SkeletonAccess {
  readonly kind: AccessKind;
  readonly location: number;
  /**
   * The access that a read or an update reads from: its number, from 1 in the order of the skeleton; 0 is the
   * first value.
   */
  readonly from: number;
}

/** Threads of accesses; each write has the number of its access as its value. */
export interface Skeleton {
  readonly threads: readonly (readonly SkeletonAccess[])[];
  readonly locations: number;
  /** The access that each location has its final value from; 0 is the first value. */
  readonly last: readonly number[];
}

export interface MinimalTest {
  readonly skeleton: Skeleton;
  /** Bits of the order of each access. */
  readonly orders: readonly number[];
  /** Bits of the order of the fence after each access; 0 is no fence. */
  readonly fences: readonly number[];
  /** For each access, true if the test looks at the value that the access reads. */
  readonly isObserved: readonly boolean[];
}

export interface MinimalOptions {
  /** True if a result of an update may be unused. */
  readonly hasUnused?: boolean;
}

const { rlx, acq, rel, ar, sc } = orderBits;
/** The memory orders that are one step weaker, by kind and order. */
const weaker: Readonly<Record<'R' | 'W' | 'U' | 'F', Readonly<Record<number, readonly number[]>>>> = {
  R: { [sc]: [acq], [acq]: [rlx] },
  W: { [sc]: [rel], [rel]: [rlx] },
  U: { [sc]: [ar], [ar]: [acq, rel], [acq]: [rlx], [rel]: [rlx] },
  F: { [sc]: [ar], [ar]: [acq, rel], [acq]: [0], [rel]: [0] },
};

const graph: Graph = makeGraph();
const model = rc11();
const lastWrite = new Int32Array(MAX_EVENTS + 1);

/** A list of events with all orders still open. */
interface Layout {
  readonly threads: readonly (readonly GraphEvent[])[];
  /**
   * For each event of the graph: its access, and whether it is the fence after that access; -1 for initial
   * writes.
   */
  readonly access: readonly number[];
  readonly isFence: readonly boolean[];
  /** Which part of an update that was taken apart. */
  readonly part: readonly ('whole' | 'read' | 'write')[];
  /** Reads that may read anything. */
  readonly free: number;
  /** The write that must be last at each location; -1 if any write may be. */
  readonly last: readonly number[];
}

interface Execution {
  readonly readsFrom: Int32Array;
  readonly modified: Int32Array;
}

/** A change to one access. */
interface Change {
  readonly removed?: number;
  readonly split?: number;
  /** A mask of accesses whose results are not looked at. */
  readonly unobserved: number;
}

/**
 * A point of the lattice: orders of the accesses, then orders of the fences after them, then the results that
 * nobody looks at.
 */
type Point = readonly number[];

export class Descent {
  readonly #skeleton: Skeleton;
  readonly #accesses: readonly SkeletonAccess[];
  readonly #gaps: readonly boolean[];
  readonly #hasUnused: boolean;
  readonly #known = new Map<string, { layout: Layout; executions: Execution[] }>();
  readonly #forbidden = new Map<string, boolean>();
  #checks = 0;

  constructor(skeleton: Skeleton, { hasUnused = false }: MinimalOptions = {}) {
    this.#skeleton = skeleton;
    this.#accesses = skeleton.threads.flat();
    this.#gaps = skeleton.threads.flatMap((thread) => thread.map((_, index) => index + 1 < thread.length));
    this.#hasUnused = hasUnused;
  }

  /** How many points have been asked about. */
  get checks(): number {
    return this.#checks;
  }

  minimal(): MinimalTest[] {
    const count = this.#accesses.length;
    const top = [...this.#accesses.map(() => sc as number), ...this.#gaps.map((gap) => (gap ? sc : 0)), 0];
    if (!this.#isForbidden(top)) return [];
    const bottom = [...this.#accesses.map(() => rlx as number), ...this.#gaps.map(() => 0), 0];
    const found: Point[] = [];
    const seen = new Set<string>();
    const stack: Point[] = [this.#isForbidden(bottom) ? bottom : top];
    for (let point = stack.pop(); point !== undefined; point = stack.pop()) {
      const below = this.#below(point).filter((lower) => this.#isForbidden(lower));
      if (below.length === 0 && this.#needsAllAccesses(point)) found.push(point);
      for (const lower of below) {
        const key = lower.join();
        if (seen.has(key)) continue;
        seen.add(key);
        stack.push(lower);
      }
    }
    return found.map((point) => ({
      skeleton: this.#skeleton,
      orders: point.slice(0, count),
      fences: point.slice(count, 2 * count),
      isObserved: this.#accesses.map(
        ({ kind }, index) => kind !== 'W' && ((point[2 * count]! >> index) & 1) === 0,
      ),
    }));
  }

  #below(point: Point): Point[] {
    const count = this.#accesses.length;
    const lower: Point[] = [];
    for (let index = 0; index < 2 * count; index++) {
      const kind = index < count ? this.#accesses[index]!.kind : 'F';
      for (const order of weaker[kind][point[index]!] ?? []) lower.push(point.with(index, order));
    }
    if (this.#hasUnused) {
      this.#accesses.forEach(({ kind }, index) => {
        const unobserved = point[2 * count]!;
        if (kind === 'U' && ((unobserved >> index) & 1) === 0) {
          lower.push(point.with(2 * count, unobserved | (1 << index)));
        }
      });
    }
    return lower;
  }

  #needsAllAccesses(point: Point): boolean {
    return this.#accesses.every(
      ({ kind }, index) =>
        !this.#isForbidden(point, { removed: index }) &&
        (kind !== 'U' || !this.#isForbidden(point, { split: index })),
    );
  }

  #isForbidden(point: Point, changed: Omit<Change, 'unobserved'> = {}): boolean {
    const key = `${point.join()};${changed.removed};${changed.split}`;
    const known = this.#forbidden.get(key);
    if (known !== undefined) return known;
    this.#checks++;
    const answer = this.#hasNoExecution(point, { ...changed, unobserved: point.at(-1)! });
    this.#forbidden.set(key, answer);
    return answer;
  }

  #hasNoExecution(point: Point, change: Change): boolean {
    const { layout, executions } = this.#executions(change);
    if (executions.length === 0) return true;
    const count = this.#accesses.length;
    fillGraph(
      graph,
      this.#skeleton.last.map(() => 0),
      layout.threads,
    );
    for (let event = 0; event < graph.size; event++) {
      const access = layout.access[event]!;
      if (access < 0) continue;
      let order = point[layout.isFence[event] ? count + access : access]!;
      if (layout.part[event] === 'read') order = order === sc ? sc : (order & ACQUIRE) !== 0 ? acq : rlx;
      if (layout.part[event] === 'write') order = order === sc ? sc : (order & RELEASE) !== 0 ? rel : rlx;
      graph.order[event] = order;
    }
    setMasks(graph);
    for (const { readsFrom, modified } of executions) {
      graph.readsFrom.set(readsFrom);
      graph.modified.set(modified);
      if (model.violated(graph) === undefined) return false;
    }
    return true;
  }

  /** The executions do not depend on orders, so cgfuzz finds them once for each set of accesses. */
  #executions(change: Change): { layout: Layout; executions: Execution[] } {
    const key = `${change.removed};${change.split};${change.unobserved}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const layout = layoutOf(this.#skeleton, change);
    const executions: Execution[] = [];
    fillGraph(
      graph,
      this.#skeleton.last.map(() => 0),
      layout.threads,
    );
    forEachExecution(
      graph,
      this.#skeleton.locations,
      () => {
        if (layout.last.every((write, location) => write < 0 || lastWrite[location] === write)) {
          executions.push({ readsFrom: graph.readsFrom.slice(), modified: graph.modified.slice() });
        }
        return false;
      },
      { last: lastWrite, free: layout.free },
    );
    const found = { layout, executions };
    this.#known.set(key, found);
    return found;
  }
}

function layoutOf({ threads, last }: Skeleton, { removed, split, unobserved }: Change): Layout {
  const initial = last.map(() => -1);
  const access = [...initial];
  const isFence = last.map(() => false);
  const part: Layout['part'][number][] = last.map(() => 'whole');
  let free = 0;
  let number = 0;
  const writers = new Map<number, number>();
  const add = (
    of: number,
    fence: boolean,
    which: Layout['part'][number],
    event: GraphEvent,
    events: GraphEvent[],
  ): void => {
    access.push(of);
    isFence.push(fence);
    part.push(which);
    events.push(event);
  };
  const laidOut = threads.map((thread) => {
    const events: GraphEvent[] = [];
    thread.forEach(({ kind, location, from }, place) => {
      const index = number++;
      const none = { order: 0, location: NOWHERE, valueRead: 0, valueWritten: 0, kind: eventBits.fence };
      if (index !== removed) {
        const isFree = removed !== undefined && from === removed + 1;
        if (kind !== 'W' && (isFree || ((unobserved >> index) & 1) !== 0)) free |= 1 << access.length;
        const event = { order: 0, location, valueRead: kind === 'W' ? 0 : from, valueWritten: index + 1 };
        if (kind === 'U' && index === split) {
          add(index, false, 'read', { ...event, kind: eventBits.read }, events);
          writers.set(index, access.length);
          add(index, false, 'write', { ...event, kind: eventBits.write }, events);
        } else {
          if (kind !== 'R') writers.set(index, access.length);
          const bits = kind === 'R' ? eventBits.read : kind === 'W' ? eventBits.write : eventBits.update;
          add(index, false, 'whole', { ...event, kind: bits }, events);
        }
      }
      if (place + 1 < thread.length) add(index, true, 'whole', none, events);
    });
    return events;
  });
  const lastEvents = last.map((write, location) => {
    if (write === 0) return location;
    return removed === write - 1 ? -1 : writers.get(write - 1)!;
  });
  return { threads: laidOut, access, isFence, part, free, last: lastEvents };
}

/** In the short notation, with values as numbers from 1 in each location. */
export function lineOf({ skeleton, orders, fences, isObserved }: MinimalTest): string {
  const names = 'xyzwvuts';
  const orderName = (bits: number): string =>
    (bits & SEQUENTIAL) !== 0
      ? 'sc'
      : (bits & ACQUIRE) !== 0 && (bits & RELEASE) !== 0
        ? 'ar'
        : (bits & ACQUIRE) !== 0
          ? 'acq'
          : (bits & RELEASE) !== 0
            ? 'rel'
            : 'rlx';
  const accesses = skeleton.threads.flat();
  const counts = skeleton.last.map(() => 0);
  const values = accesses.map(({ kind, location }) => (kind === 'R' ? 0 : ++counts[location]!));
  const valueOf = (number: number): number => (number === 0 ? 0 : values[number - 1]!);
  let index = 0;
  const threads = skeleton.threads.map((thread) =>
    thread
      .map(({ kind, location, from }) => {
        const place = names[location]!;
        const order = orderName(orders[index]!);
        const seen = isObserved[index] === true ? `=${valueOf(from)}` : '';
        const text =
          kind === 'R'
            ? `R${place}.${order}${seen}`
            : `${kind === 'U' ? 'X' : 'W'}${place}${values[index]}${order}${kind === 'U' ? seen : ''}`;
        const fence = fences[index]!;
        index++;
        return fence === 0 ? text : `${text} F${orderName(fence)}`;
      })
      .join(' '),
  );
  const finals = skeleton.last
    .map((write, location) => [location, write] as const)
    .filter(([location]) => counts[location]! > 1)
    .map(([location, write]) => `${names[location]}=${valueOf(write)}`);
  return `${threads.join(' | ')}${finals.length === 0 ? '' : ` ; ${finals.join(' ')}`}`;
}

/** The same text for tests that differ only in the names of threads, locations and values. */
export function canonicalLine(test: MinimalTest): string {
  const { skeleton } = test;
  let best = '';
  for (const threads of permutationsOf(skeleton.threads.map((_, index) => index))) {
    const line = lineOf(renamed(test, threads));
    if (best === '' || line < best) best = line;
  }
  return best;
}

/** The same test with its threads in another order, and locations numbered as they come. */
function renamed(test: MinimalTest, order: readonly number[]): MinimalTest {
  const { threads, last } = test.skeleton;
  const starts = threads.map((_, index) =>
    threads.slice(0, index).reduce((sum, thread) => sum + thread.length, 0),
  );
  const old = order.flatMap((thread) => threads[thread]!.map((_, place) => starts[thread]! + place));
  const numberOf = (number: number): number => (number === 0 ? 0 : old.indexOf(number - 1) + 1);
  const places: number[] = [];
  for (const thread of order) {
    for (const { location } of threads[thread]!) if (!places.includes(location)) places.push(location);
  }
  return {
    skeleton: {
      threads: order.map((thread) =>
        threads[thread]!.map(({ kind, location, from }) => ({
          kind,
          location: places.indexOf(location),
          from: numberOf(from),
        })),
      ),
      locations: places.length,
      last: places.map((place) => numberOf(last[place]!)),
    },
    orders: old.map((index) => test.orders[index]!),
    fences: old.map((index) => test.fences[index]!),
    isObserved: old.map((index) => test.isObserved[index]!),
  };
}

export function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
