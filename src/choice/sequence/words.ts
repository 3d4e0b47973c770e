/**
 * RandomGenerator face: lets code that wants a pure-rand generator draw its 32-bit words as choices.
 *
 * A clone must replay what its original draws from here on. So generators read from a shared tape: the first
 * generator at a place draws the word, and later readers see the same word. Invariant: equal tape and place
 * give an equal future.
 */

import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';

interface Tape {
  readonly id: number;
  readonly words: number[];
  /** The tape to which a jump from a place leads; made once for each place, so that clones jump alike. */
  readonly jumps: Map<number, Tape>;
}

export function randomFace(drawWord: () => number): JumpableRandomGenerator {
  let tapes = 0;
  const makeTape = (): Tape => ({ id: tapes++, words: [], jumps: new Map() });

  class TapeReader implements JumpableRandomGenerator {
    #tape: Tape;
    #place: number;

    constructor(tape: Tape, place: number) {
      this.#tape = tape;
      this.#place = place;
    }

    clone(): JumpableRandomGenerator {
      return new TapeReader(this.#tape, this.#place);
    }

    next(): number {
      const { words } = this.#tape;
      if (this.#place === words.length) words.push(drawWord() | 0);
      return words[this.#place++]!;
    }

    jump(): void {
      let target = this.#tape.jumps.get(this.#place);
      if (target === undefined) this.#tape.jumps.set(this.#place, (target = makeTape()));
      this.#tape = target;
      this.#place = 0;
    }

    /** The tape, and the place on it: within one test, equal states have equal futures. */
    getState(): readonly number[] {
      return [this.#tape.id, this.#place];
    }
  }

  return new TapeReader(makeTape(), 0);
}
