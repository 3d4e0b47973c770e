/**
 * Visibles: the names that can be used at a point of the program. Names come and go at the end of a list, as
 * blocks do.
 *
 * There are also lists of variables for each purpose, so that a use does not go through all variables. For
 * the same reason the answer to a ticket is kept for names that stay: mostly globals, since there are few
 * locals.
 */
import type { Variable } from '../ir/nodes.ts';
import { finished, keyOf, keyOfTicket } from '../policy/profile.ts';

/** A variable that can be used, with the hash of its name. */
export interface Visible {
  readonly variable: Variable;
  readonly identity: number;
}

/** The same function must mean the same purpose. */
export type Fits = (visible: Visible) => boolean;

export const TICKETS = 1024;

/**
 * For each ticket the position of the best among the first candidates, and the number of candidates compared.
 */
interface Known {
  readonly best: Int32Array;
  readonly seen: Int32Array;
}

export class Visibles {
  readonly #all: Visible[] = [];
  /**
   * Two numbers for each candidate, which follow from its identity: the hash of a ticket mixes one of them
   * in.
   */
  readonly #keys: number[] = [];
  readonly #parts = new Map<Fits, Part>();
  /** Number of leading candidates that are never cut off. */
  #kept = 0;
  #known: Known | undefined;

  get length(): number {
    return this.#all.length;
  }

  push(visible: Visible): void {
    const position = this.#all.push(visible) - 1;
    const [first, second] = keysOf(visible);
    this.#keys.push(first, second);
    for (const part of this.#parts.values()) if (part.fits(visible)) part.add(visible, position);
  }

  cut(length: number): void {
    if (this.#all.length <= length) return;
    this.#all.length = length;
    this.#keys.length = 2 * length;
    for (const part of this.#parts.values()) part.cut(length);
  }

  /** From now on, all present candidates stay. */
  keep(): void {
    if (this.#kept === this.#all.length) return;
    this.#kept = this.#all.length;
    for (const { candidates } of this.#parts.values()) candidates.keep();
  }

  /** Data that fit the purpose, in the same order. */
  those(fits: Fits): Visibles {
    let part = this.#parts.get(fits);
    if (part === undefined) {
      this.#parts.set(fits, (part = new Part(fits)));
      for (const [position, visible] of this.#all.entries()) {
        if (fits(visible)) part.add(visible, position);
        if (position + 1 === this.#kept) part.candidates.keep();
      }
    }
    return part.candidates;
  }

  has(fits: Fits): boolean {
    return this.those(fits).length > 0;
  }

  /** The list, from the first candidate or a later one. */
  list(from: number = 0): readonly Visible[] {
    return from === 0 ? this.#all : this.#all.slice(from);
  }

  /** The variable that a ticket means: it has the highest hash, and comes first among equals. */
  best(ticket: number): Visible | undefined {
    if (this.#kept === 0) return this.#all[this.#bestOf(ticket, -1, 0, this.#all.length)];
    const known = (this.#known ??= { best: new Int32Array(TICKETS), seen: new Int32Array(TICKETS) });
    const seen = known.seen[ticket]!;
    if (seen < this.#kept) {
      known.best[ticket] = this.#bestOf(ticket, seen === 0 ? -1 : known.best[ticket]!, seen, this.#kept);
      known.seen[ticket] = this.#kept;
    }
    return this.#all[this.#bestOf(ticket, known.best[ticket]!, this.#kept, this.#all.length)];
  }

  /** The position of the best candidate among `known` and the positions from `from` to `to`. */
  #bestOf(ticket: number, known: number, from: number, to: number): number {
    const keys = this.#keys;
    const key = keyOfTicket(ticket);
    let best = known;
    let bestHash = known < 0 || from === to ? -1 : hashOf(key, keys[2 * known]!, keys[2 * known + 1]!);
    for (let at = from; at < to; at++) {
      const hash = hashOf(key, keys[2 * at]!, keys[2 * at + 1]!);
      if (hash > bestHash) {
        best = at;
        bestHash = hash;
      }
    }
    return best;
  }
}

/** The candidates that fit a purpose, and the position of each among all. */
class Part {
  readonly fits: Fits;
  readonly candidates: Visibles = new Visibles();
  readonly #positions: number[] = [];

  constructor(fits: Fits) {
    this.fits = fits;
  }

  add(visible: Visible, position: number): void {
    this.candidates.push(visible);
    this.#positions.push(position);
  }

  cut(length: number): void {
    let left = this.#positions.length;
    while (left > 0 && this.#positions[left - 1]! >= length) left--;
    this.#positions.length = left;
    this.candidates.cut(left);
  }
}

/** The same for the items of any list; items that are no data have one hash each. */
export function bestOf<T extends { readonly identity: number; readonly variable?: Variable }>(
  candidates: readonly T[],
  ticket: number,
): T | undefined {
  const key = keyOfTicket(ticket);
  let best: T | undefined;
  let bestHash = -1;
  for (const candidate of candidates) {
    const hash = hashOf(key, ...keysOf(candidate));
    if (hash > bestHash) [best, bestHash] = [candidate, hash];
  }
  return best;
}

/**
 * Locals and mixed data count with the better of two hashes, since values that are written are worth reading.
 */
function keysOf({
  variable,
  identity,
}: Partial<Visible> & Pick<Visible, 'identity'>): readonly [number, number] {
  const isTwice = variable?.dataClass === 'local' || variable?.dataClass === 'mixed';
  return [keyOf(identity, 0), keyOf(identity, isTwice ? 1 : 0)];
}

function hashOf(ticket: number, first: number, second: number): number {
  const hash = finished(ticket ^ first);
  return first === second ? hash : Math.max(hash, finished(ticket ^ second));
}
