/**
 * ChoiceRandom: a stand-in for fast-check's `Random`, with a typed choice for every draw.
 *
 * A clone must give the same as its original from here on. So clones share one tape: the first at a place
 * draws, and later readers get the same answer and draw nothing. A reader with other bounds than the first
 * one gets the answer adapted to its bounds.
 *
 * Invariant: equal place and bounds give an equal answer.
 */

import { bigIntBetween } from './wide.ts';

/** Answers questions beyond the end of the tape. */
export interface Answers {
  integer(min: number, max: number): number;
  bigInteger(min: bigint, max: bigint): bigint;
  boolean(): boolean;
  word(bits: number): number;
  more(probability: number): boolean;
  /** Somebody keeps a clone. */
  cloned(): void;
}

type Answer = number | bigint;

interface Tape {
  /** Answers from place `start` on; before the first clone nothing is kept. */
  readonly answers: { readonly min: Answer; readonly max: Answer; readonly value: Answer }[];
  start: number;
  isShared: boolean;
}

const MIN_INT = -0x8000_0000;
const MAX_INT = 0x7fff_ffff;

export class ChoiceRandom<Session extends Answers> {
  readonly session: Session;
  readonly #tape: Tape;
  #place: number;

  constructor(session: Session, tape: Tape = { answers: [], start: 0, isShared: false }, place: number = 0) {
    this.session = session;
    this.#tape = tape;
    this.#place = place;
  }

  clone(): ChoiceRandom<Session> {
    this.session.cloned();
    if (!this.#tape.isShared) {
      this.#tape.isShared = true;
      this.#tape.start = this.#place;
    }
    return new ChoiceRandom(this.session, this.#tape, this.#place);
  }

  next(bits: number): number {
    return Number(this.#take(0, 2 ** bits - 1, () => this.session.word(bits)));
  }

  nextBoolean(): boolean {
    return this.#take(0, 1, () => (this.session.boolean() ? 1 : 0)) === 1;
  }

  nextInt(min: number = MIN_INT, max: number = MAX_INT): number {
    return Number(this.#take(min, max, () => (min === max ? min : this.session.integer(min, max))));
  }

  nextBigInt(min: bigint, max: bigint): bigint {
    return BigInt(this.#take(min, max, () => (min === max ? min : this.session.bigInteger(min, max))));
  }

  /** From 0 to below 1, with 53 bits. */
  nextDouble(): number {
    return (this.next(26) * 2 ** 27 + this.next(27)) * 2 ** -53;
  }

  /** Whether a list goes on. */
  more(probability: number): boolean {
    return this.#take(0, 1, () => (this.session.more(probability) ? 1 : 0)) === 1;
  }

  /** Within one test, equal states have equal futures. */
  getState(): readonly number[] {
    return [this.#place];
  }

  #take(min: Answer, max: Answer, draw: () => Answer): Answer {
    const tape = this.#tape;
    if (!tape.isShared) {
      this.#place++;
      return draw();
    }
    const known = tape.answers[this.#place - tape.start];
    if (known !== undefined) {
      this.#place++;
      if (known.min === min && known.max === max) return known.value;
      return bigIntBetween(BigInt(min), BigInt(max), BigInt(known.value));
    }
    const value = draw();
    tape.answers.push({ min, max, value });
    this.#place++;
    return value;
  }
}
