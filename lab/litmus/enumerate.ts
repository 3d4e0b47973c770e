/** All skeletons up to a size, and the minimal tests of skeletons. */
import {
  type AccessKind,
  canonicalLine,
  Descent,
  type MinimalOptions,
  type Skeleton,
  type SkeletonAccess,
} from './descent.ts';

export interface SkeletonBound {
  readonly accesses: number;
  readonly locations: number;
  readonly kinds: readonly AccessKind[];
}

/** Each once, whatever the names of threads; locations are named in the order of their first use. */
export function* skeletonsUpTo({ accesses, locations, kinds }: SkeletonBound): Generator<Skeleton> {
  for (let size = 2; size <= accesses; size++) {
    for (const sizes of partitions(size, size)) {
      for (const shape of shapes(
        sizes.reduce((sum, part) => sum + part, 0),
        locations,
        kinds,
      )) {
        const threads = dealt(shape, sizes);
        if (isCanonical(threads)) yield* outcomes(threads);
      }
    }
  }
}

type Shape = Omit<SkeletonAccess, 'from'>;

/** Sizes of threads, the largest first. */
function* partitions(total: number, largest: number): Generator<number[]> {
  if (total === 0) yield [];
  for (let first = Math.min(total, largest); first > 0; first--) {
    for (const rest of partitions(total - first, first)) yield [first, ...rest];
  }
}

function* shapes(
  count: number,
  locations: number,
  kinds: readonly AccessKind[],
  used = 0,
): Generator<Shape[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let location = 0; location < Math.min(locations, used + 1); location++) {
    for (const kind of kinds) {
      for (const rest of shapes(count - 1, locations, kinds, Math.max(used, location + 1))) {
        yield [{ kind, location }, ...rest];
      }
    }
  }
}

function dealt(shape: readonly Shape[], sizes: readonly number[]): Shape[][] {
  let place = 0;
  return sizes.map((size) => shape.slice(place, (place += size)));
}

/** Each location has two accesses and a write; no order of the threads gives a smaller text. */
function isCanonical(threads: readonly (readonly Shape[])[]): boolean {
  const all = threads.flat();
  const locations = new Set(all.map(({ location }) => location));
  for (const location of locations) {
    const here = all.filter((access) => access.location === location);
    if (here.length < 2 || here.every(({ kind }) => kind === 'R')) return false;
  }
  const own = textOf(threads);
  return ordersOfThreads(threads).every((other) => textOf(other) >= own);
}

function ordersOfThreads<T>(threads: readonly (readonly T[])[]): T[][][] {
  if (threads.length === 0) return [[]];
  const size = threads[0]!.length;
  return threads.flatMap((thread, index) =>
    // Sizes fall, and equal sizes may change places.
    thread.length === size
      ? ordersOfThreads(threads.toSpliced(index, 1)).map((rest) => [[...thread], ...rest])
      : [],
  );
}

function textOf(threads: readonly (readonly Shape[])[]): string {
  const names = new Map<number, number>();
  return threads
    .map((thread) =>
      thread
        .map(({ kind, location }) => {
          if (!names.has(location)) names.set(location, names.size);
          return `${names.get(location)}${kind}`;
        })
        .join(''),
    )
    .join('|');
}

/** All values that the reads could have, and all last writes. */
function* outcomes(threads: readonly (readonly Shape[])[]): Generator<Skeleton> {
  const all = threads.flat();
  const locations = Math.max(...all.map(({ location }) => location)) + 1;
  const writers = Array.from({ length: locations }, (_, location) =>
    all.flatMap((access, index) => (access.location === location && access.kind !== 'R' ? [index + 1] : [])),
  );
  const choices = [
    ...all.map(({ kind, location }, index) =>
      kind === 'W' ? [0] : [0, ...writers[location]!.filter((writer) => writer !== index + 1)],
    ),
    ...writers,
  ];
  for (const chosen of products(choices)) {
    let index = 0;
    yield {
      threads: threads.map((thread) => thread.map((access) => ({ ...access, from: chosen[index++]! }))),
      locations,
      last: chosen.slice(all.length),
    };
  }
}

function* products(lists: readonly (readonly number[])[]): Generator<number[]> {
  const [first, ...rest] = lists;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const item of first) for (const others of products(rest)) yield [item, ...others];
}

export interface MinimalTests {
  /** In the short notation, sorted. */
  readonly lines: readonly string[];
  readonly checks: number;
}

export function minimalTests(skeletons: Iterable<Skeleton>, options: MinimalOptions = {}): MinimalTests {
  const lines = new Set<string>();
  let checks = 0;
  for (const skeleton of skeletons) {
    const descent = new Descent(skeleton, options);
    for (const test of descent.minimal()) lines.add(canonicalLine(test));
    checks += descent.checks;
  }
  return { lines: [...lines].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)), checks };
}
