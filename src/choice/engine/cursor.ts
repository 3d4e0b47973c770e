/**
 * Cursors: find the recorded choice that answers the next question, even if the generator has left the
 * recorded path.
 *
 * - `scopes` (the engine's own): every open scope has two cursors into its recorded scope: over its own
 *   choices, and over its child scopes. So deleting or adding a child shifts nothing else.
 * - `depth` (the published rule): one cursor; a recorded choice answers a question of equal depth, and labels
 *   do not count.
 * - `position`: the n-th recorded choice answers the n-th question, as in fuzzers over raw bytes.
 *
 * Benchmarks compare the first rule with the other two. Invariant of all three: an unmutated record answers
 * every question of the generator that made it, in order.
 */

import { type ChoiceSequence } from '../sequence/sequence.ts';
import { CLOSE, SymbolKind } from '../sequence/alphabet.ts';

export type ResyncStrategy = 'scopes' | 'depth' | 'position';

export interface Cursor {
  /** The generator opened a scope. */
  open(label: number): void;
  /** The generator left its innermost scope. */
  close(): void;
  /** Op index of the recorded choice for the next question, or -1 if there is none. */
  next(): number;
}

export function makeCursor(sequence: ChoiceSequence, strategy: ResyncStrategy): Cursor {
  switch (strategy) {
    case 'scopes':
      return new ScopeCursor(sequence);
    case 'depth':
      return new DepthCursor(sequence);
    case 'position':
      return new PositionCursor(sequence);
  }
}

/** End of a scope that has no recorded counterpart. */
const FRESH = -1;

class ScopeCursor implements Cursor {
  readonly #ops: Uint16Array;
  readonly #kinds: Uint8Array;
  readonly #match: Int32Array;
  // The cursors of the innermost scope are fields; cursors of outer scopes wait in the stack, three numbers
  // for each scope.
  #choice = 0;
  #child = 0;
  #end: number;
  #stack: Int32Array = new Int32Array(192);
  #top = 0;
  #fresh = 0;
  /**
   * Labels that a search did not find among the remaining children of a scope. Cursors only move forward, so
   * later searches cannot find these labels either. Without this set, replay would be quadratic.
   */
  readonly #absent = new Map<number, Set<number>>();

  constructor(sequence: ChoiceSequence) {
    this.#ops = sequence.ops;
    this.#kinds = sequence.alphabet.kinds;
    this.#match = sequence.outline.match;
    this.#end = sequence.ops.length;
  }

  open(label: number): void {
    if (this.#end === FRESH) {
      this.#fresh++;
      return;
    }
    if (this.#top + 3 > this.#stack.length) {
      const larger = new Int32Array(this.#stack.length * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    const found = this.#findChild(label);
    this.#stack[this.#top] = this.#choice;
    this.#stack[this.#top + 1] = found === -1 ? this.#child : this.#match[found]! + 1;
    this.#stack[this.#top + 2] = this.#end;
    this.#top += 3;
    if (found === -1) {
      this.#end = FRESH;
    } else {
      this.#choice = found + 1;
      this.#child = found + 1;
      this.#end = this.#match[found]!;
    }
  }

  close(): void {
    if (this.#fresh > 0) {
      this.#fresh--;
      return;
    }
    if (this.#absent.size > 0) this.#absent.delete(this.#top);
    this.#top -= 3;
    this.#choice = this.#stack[this.#top]!;
    this.#child = this.#stack[this.#top + 1]!;
    this.#end = this.#stack[this.#top + 2]!;
  }

  next(): number {
    const end = this.#end;
    let at = this.#choice;
    while (at < end) {
      if (this.#kinds[this.#ops[at]!] !== SymbolKind.scope) {
        this.#choice = at + 1;
        return at;
      }
      at = this.#match[at]! + 1;
    }
    this.#choice = at;
    return -1;
  }

  #findChild(label: number): number {
    let at = this.#child;
    if (at < this.#end && this.#ops[at] === label) return at;
    if (this.#absent.get(this.#top)?.has(label) === true) return -1;
    while (at < this.#end) {
      const op = this.#ops[at]!;
      if (op === label) return at;
      at = this.#match[at]! + 1;
    }
    let absent = this.#absent.get(this.#top);
    if (absent === undefined) this.#absent.set(this.#top, (absent = new Set()));
    absent.add(label);
    return -1;
  }
}

class DepthCursor implements Cursor {
  readonly #ops: Uint16Array;
  readonly #kinds: Uint8Array;
  readonly #match: Int32Array;
  #at = 0;
  /** Depth of the generator and of the cursor's place in the record. */
  #depth = 0;
  #recordedDepth = 0;

  constructor(sequence: ChoiceSequence) {
    this.#ops = sequence.ops;
    this.#kinds = sequence.alphabet.kinds;
    this.#match = sequence.outline.match;
  }

  open(): void {
    if (this.#recordedDepth === this.#depth) {
      if (this.#at < this.#ops.length && this.#kinds[this.#ops[this.#at]!] === SymbolKind.scope) {
        this.#at++;
        this.#recordedDepth++;
      }
    }
    this.#depth++;
  }

  close(): void {
    if (this.#recordedDepth === this.#depth) {
      while (this.#at < this.#ops.length && this.#ops[this.#at] !== CLOSE)
        this.#at = this.#match[this.#at]! + 1;
      this.#at++;
      this.#recordedDepth--;
    }
    this.#depth--;
  }

  next(): number {
    if (this.#recordedDepth !== this.#depth) return -1;
    while (this.#at < this.#ops.length) {
      const symbol = this.#ops[this.#at]!;
      if (symbol === CLOSE) return -1;
      if (this.#kinds[symbol] !== SymbolKind.scope) return this.#at++;
      this.#at = this.#match[this.#at]! + 1;
    }
    return -1;
  }
}

class PositionCursor implements Cursor {
  readonly #ops: Uint16Array;
  readonly #kinds: Uint8Array;
  #at = 0;

  constructor(sequence: ChoiceSequence) {
    this.#ops = sequence.ops;
    this.#kinds = sequence.alphabet.kinds;
  }

  open(): void {}

  close(): void {}

  next(): number {
    while (this.#at < this.#ops.length) {
      if (this.#kinds[this.#ops[this.#at]!]! > SymbolKind.scope) return this.#at++;
      this.#at++;
    }
    return -1;
  }
}
