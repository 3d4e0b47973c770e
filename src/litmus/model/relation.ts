/**
 * Relations over the events of one execution: row i has bit j if event i is related to event j.
 *
 * Rows are 32-bit integers, so that most tests are a few operations on words. No event uses bit 31.
 */

export type Relation = Int32Array;

/** Events of one execution, initial writes included. */
export const MAX_EVENTS = 30;

export function relation(): Relation {
  return new Int32Array(MAX_EVENTS + 1);
}

/** The number of the lowest bit that is set. */
export function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** Makes the relation transitive, in place. */
export function closeRelation(rows: Relation, size: number): void {
  for (let middle = 0; middle < size; middle++) {
    const further = rows[middle]!;
    if (further === 0) continue;
    const bit = 1 << middle;
    for (let from = 0; from < size; from++) {
      if ((rows[from]! & bit) !== 0) rows[from]! |= further;
    }
  }
}

/** All events that the relation reaches in one step from an event in a mask. */
export function imageOf(mask: number, rows: Relation): number {
  let image = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) image |= rows[lowestBit(rest)]!;
  return image;
}

/** Adds the targets to the row of each event of the mask, whose places are counted from `start`. */
export function addFrom(rows: Relation, sources: number, start: number, targets: number): void {
  for (let rest = sources; rest !== 0; rest &= rest - 1) rows[start + lowestBit(rest)]! |= targets;
}

/** Takes away events without a successor until nothing is left, or nothing can be taken away. */
export function isAcyclic(rows: Relation, size: number): boolean {
  let left = 2 ** size - 1;
  for (;;) {
    const before = left;
    for (let rest = left; rest !== 0; rest &= rest - 1) {
      const event = lowestBit(rest);
      if ((rows[event]! & left) === 0) left &= ~(1 << event);
    }
    if (left === 0) return true;
    if (left === before) return false;
  }
}

/** The events of one shortest cycle, in order; empty if there is none. */
export function shortestCycle(rows: Relation, size: number): number[] {
  let best: number[] = [];
  for (let start = 0; start < size; start++) {
    const path = shortestPath(rows, start, start);
    if (path !== undefined && (best.length === 0 || path.length - 1 < best.length)) best = path.slice(0, -1);
  }
  return best;
}

/** A path of at least one step, with both given events. */
export function shortestPath(rows: Relation, from: number, to: number): number[] | undefined {
  let paths: number[][] = [[from]];
  let seen = 0;
  while (paths.length > 0) {
    const longer: number[][] = [];
    for (const path of paths) {
      const next = rows[path.at(-1)!]! & ~seen;
      if (((next >> to) & 1) !== 0) return [...path, to];
      for (let rest = next; rest !== 0; rest &= rest - 1) longer.push([...path, lowestBit(rest)]);
      seen |= next;
    }
    paths = longer;
  }
  return undefined;
}
