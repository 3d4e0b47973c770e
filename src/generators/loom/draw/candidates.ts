/**
 * Candidates: what can be referred to at a point of the program. They come and go at the end of a list, as blocks do.
 *
 * Lists of those that fit some purpose are kept beside it, so that nobody goes through all of them for each use. For the
 * same reason the answer to a ticket is kept: what was the best of some candidates is so until it goes itself, and only those
 * that came later can be better.
 */
import type { Variable } from '../ir/nodes.ts';
import { mixed } from '../policy/profile.ts';

/** A variable that can be referred to, with the hash of its name. */
export interface Visible {
  readonly variable: Variable;
  readonly identity: number;
}

/** The same function means the same purpose. */
export type Fits = (visible: Visible) => boolean;

export const TICKETS = 1024;
/** Shorter lists are gone through each time. */
const SHORT = 24;

/** What was found for a ticket, by ticket. */
interface Known {
  /** Position of the best one, and how many were looked at. */
  readonly best: Int32Array;
  readonly seen: Int32Array;
  /** The numbers of the best one and of the last one that was looked at, which tell whether they are still there. */
  readonly bestNumber: Int32Array;
  readonly lastNumber: Int32Array;
}

export class Candidates {
  readonly #all: Visible[] = [];
  /** Every candidate of a list gets the next number. */
  readonly #numbers: number[] = [];
  #count = 0;
  readonly #parts = new Map<Fits, Part>();
  #known: Known | undefined;

  get length(): number {
    return this.#all.length;
  }

  push(visible: Visible): void {
    const position = this.#all.push(visible);
    this.#numbers.push(++this.#count);
    for (const part of this.#parts.values()) if (part.fits(visible)) part.add(visible, position);
  }

  cut(length: number): void {
    if (this.#all.length <= length) return;
    this.#all.length = length;
    this.#numbers.length = length;
    for (const part of this.#parts.values()) part.cutTo(length);
  }

  /** Those that fit, in the same order. */
  those(fits: Fits): Candidates {
    let part = this.#parts.get(fits);
    if (part === undefined) {
      this.#parts.set(fits, (part = new Part(fits)));
      for (const [at, visible] of this.#all.entries()) if (fits(visible)) part.add(visible, at + 1);
    }
    return part.candidates;
  }

  has(fits: Fits): boolean {
    return this.those(fits).length > 0;
  }

  /** From the first one or a later one on. */
  list(from: number = 0): readonly Visible[] {
    return from === 0 ? this.#all : this.#all.slice(from);
  }

  /** The one that a ticket means. */
  best(ticket: number): Visible | undefined {
    if (this.#all.length < SHORT) return bestOf(this.#all, ticket);
    const { best, seen, bestNumber, lastNumber } = (this.#known ??= {
      best: new Int32Array(TICKETS),
      seen: new Int32Array(TICKETS),
      bestNumber: new Int32Array(TICKETS),
      lastNumber: new Int32Array(TICKETS),
    });
    const [known, count] = [best[ticket]!, seen[ticket]!];
    const numbers = this.#numbers;
    const isBestThere = count > 0 && numbers[known] === bestNumber[ticket];
    const areAllThere = count > 0 && numbers[count - 1] === lastNumber[ticket];
    const from = isBestThere ? (areAllThere ? count : known + 1) : 0;
    const found = this.#bestFrom(ticket, isBestThere ? known : 0, from);
    best[ticket] = found;
    seen[ticket] = numbers.length;
    bestNumber[ticket] = numbers[found]!;
    lastNumber[ticket] = numbers[numbers.length - 1]!;
    return this.#all[found];
  }

  /** The position of the best among the one given and all from `from` on; the first of equals. */
  #bestFrom(ticket: number, known: number, from: number): number {
    let best = known;
    let bestHash = hashOf(ticket, this.#all[known]!);
    for (let at = from; at < this.#all.length; at++) {
      const hash = hashOf(ticket, this.#all[at]!);
      if (hash > bestHash) [best, bestHash] = [at, hash];
    }
    return best;
  }
}

/** Those candidates that fit a purpose, and where each stands among all. */
class Part {
  readonly fits: Fits;
  readonly candidates: Candidates = new Candidates();
  readonly #positions: number[] = [];

  constructor(fits: Fits) {
    this.fits = fits;
  }

  add(visible: Visible, position: number): void {
    this.candidates.push(visible);
    this.#positions.push(position);
  }

  cutTo(length: number): void {
    let left = this.#positions.length;
    while (left > 0 && this.#positions[left - 1]! > length) left--;
    this.#positions.length = left;
    this.candidates.cut(left);
  }
}

/** The one that a ticket means; the first of equals. */
export function bestOf(candidates: readonly Visible[], ticket: number): Visible | undefined {
  let best: Visible | undefined;
  let bestHash = -1;
  for (const candidate of candidates) {
    const hash = hashOf(ticket, candidate);
    if (hash > bestHash) [best, bestHash] = [candidate, hash];
  }
  return best;
}

/** Locals and mixed data get the better of two hashes: what is written is worth reading. */
function hashOf(ticket: number, { variable: { dataClass }, identity }: Visible): number {
  const hash = mixed(ticket, identity, 0);
  if (dataClass !== 'local' && dataClass !== 'mixed') return hash;
  return Math.max(hash, mixed(ticket, identity, 1));
}
