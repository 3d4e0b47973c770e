/**
 * Critical cycles: rings of threads, each of which goes from one location to the next. Most well-known tests
 * are such rings.
 */
import type { AccessKind, Skeleton, SkeletonAccess } from './descent.ts';

/** The usual name of a ring, by the kinds of its threads; a 1 says that a thread with a single write follows. */
export const familyNames: Readonly<Record<string, string>> = {
  'RR WW': 'MP',
  'WR WR': 'SB',
  'WR WW': 'R',
  'RW WW': 'S',
  'RW RW': 'LB',
  'WW WW': '2+2W',
  'RR1 RW': 'WRC',
  'RR WR1': 'RWC',
  'RR1 RR1': 'IRIW',
  'RW RW1': 'WWC',
  'RR1 RW1': 'IRRWIW',
  'RW1 RW1': 'IRWIW',
  'RR WW1': 'WRR+2W',
  'RW WW1': 'WRW+2W',
  'RW WR1': 'WRW+WR',
  'RR WW RW': 'ISA2',
  'RR WR WW': 'W+RWC',
  'WR WR WR': '3.SB',
  'WW WW WW': '3.2W',
  'RW RW RW': '3.LB',
};

export interface Cycle {
  /** For example `RR1 WW`: the kinds of each thread, and a 1 where a thread with a single write follows. */
  readonly name: string;
  readonly skeleton: Skeleton;
}

/** Rings of threads with two accesses each, joined by communication; each once, wherever it begins. */
export function cyclesOf(threads: number): Cycle[] {
  const steps = ['RR', 'RW', 'WR', 'WW'];
  const cycles = new Map<string, Cycle>();
  const extend = (names: readonly string[]): void => {
    if (names.length < threads) {
      for (const step of steps) extend([...names, step]);
      return;
    }
    for (const marked of markings(names)) {
      const turns = marked.map((_, index) => [...marked.slice(index), ...marked.slice(0, index)].join(' '));
      const name = turns.toSorted((a, b) => (a < b ? -1 : 1))[0]!;
      if (!cycles.has(name)) cycles.set(name, { name, skeleton: skeletonOf(name.split(' ')) });
    }
  };
  extend([]);
  return [...cycles.values()];
}

/** All ways of saying between which threads one with a single write stands, where it must or may. */
function markings(names: readonly string[]): string[][] {
  return names.reduce<string[][]>(
    (lists, name, index) => {
      const next = names[(index + 1) % names.length]!;
      const joint = `${name[1]}${next[0]}`;
      const forms = joint === 'RR' ? [`${name}1`] : joint === 'WR' ? [name, `${name}1`] : [name];
      return lists.flatMap((list) => forms.map((form) => [...list, form]));
    },
    [[]],
  );
}

/** Location i lies between thread i and the next one. */
function skeletonOf(names: readonly string[]): Skeleton {
  const count = names.length;
  const threads: SkeletonAccess[][] = names.map((name, index) => [
    { kind: name[0] as AccessKind, location: (index + count - 1) % count, from: 0 },
    { kind: name[1] as AccessKind, location: index, from: 0 },
  ]);
  const last: number[] = [];
  names.forEach((name, index) => {
    const own = 2 * index + 2;
    const next = (index + 1) % count;
    const first = 2 * next + 1;
    const single = 2 * count + names.slice(0, index).filter((other) => other.endsWith('1')).length + 1;
    const isSingle = name.endsWith('1');
    if (isSingle) threads.push([{ kind: 'W', location: index, from: 0 }]);
    const source = isSingle ? single : own;
    if (names[next]![0] === 'R') {
      // The next thread reads what the single write stores, or else what this thread stores.
      threads[next]![0] = { kind: 'R', location: index, from: source };
      last[index] = source;
    } else {
      last[index] = first;
    }
  });
  return { threads, locations: count, last };
}
