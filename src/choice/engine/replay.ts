/**
 * Replay: runs a generator, answers its questions and keeps the canonical record of its draws.
 *
 * One engine records (without input every answer is fresh) and replays mutated sequences, for which the
 * generator may ask different questions. Scopes, not positions, are the anchor (see cursor.ts): deleting one
 * statement must not shift every later choice.
 *
 * Invariants, tested as laws over random generators:
 * - identity: replaying an unmutated record reproduces it exactly, with no fresh draw;
 * - locality: an edit inside a scope leaves the record outside it alone, if the generator's draws there do
 *   not depend on it;
 * - canonicity: the replay of a record gives the same record;
 * - totality: any sequence through any generator ends, at the latest as an overrun.
 */

import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import {
  Alphabet,
  CLOSE,
  DrawError,
  INLINE_SIGNED,
  INLINE_UNSIGNED,
  LateDrawError,
} from '../sequence/alphabet.ts';
import { adaptValue } from './adapt.ts';
import { giveBuffersBack, takeBuffers } from '../sequence/buffers.ts';
import { type Cursor, makeCursor } from './cursor.ts';
import type { Draw, FreshDraw, Generator } from './draw.ts';
import {
  bigBetween,
  drawWeighted,
  halvesOf,
  isNumber,
  makeRandom,
  possibleIndex,
  uniformBelow,
  uniformBig,
  uniformUnit,
  type Weighted,
} from './fresh.ts';
import type { Meanings } from '../sequence/meanings.ts';
import {
  type Filler,
  type Limits,
  type OverrunLimit,
  type Replayed,
  type ReplayOptions,
  Stopped,
} from './replay-options.ts';
import { ChoiceSequence, valueAt } from '../sequence/sequence.ts';
import { swarmFiller } from './swarm.ts';
import { randomFace } from '../sequence/words.ts';
import { keepShape } from '../../util/keep-shape.ts';
import { choiceTuning } from '../tuning.ts';

/** Runs a generator, and follows `options.sequence` as far as possible. */
export function replay<T>(generator: Generator<T>, options: ReplayOptions): Replayed<T> {
  const player = new Player(options);
  let outcome: { value: T } | { error: unknown };
  try {
    const value = options.guard === undefined ? generator(player) : options.guard(() => generator(player));
    if (isThenable(value)) {
      // The promise's result does not matter, and its rejection must not end the process.
      Promise.resolve(value).catch(() => undefined);
      throw new DrawError('the generator returned a promise; generators must be synchronous');
    }
    outcome = { value };
  } catch (error) {
    outcome = { error };
    if (error instanceof Stopped) player.overrun ??= 'time';
    if (isStackOverflow(error)) player.overrun ??= 'depth';
  }
  const { overrun, freshCount } = player;
  const record = player.finish();
  // The test is an overrun even if the generator catches the exception.
  if (overrun !== undefined) return { outcome: 'overrun', limit: overrun, record, freshCount };
  if ('value' in outcome) return { outcome: 'ok', value: outcome.value, record, freshCount };
  return {
    outcome: 'failed',
    error: outcome.error,
    scopePath: player.pathOf(outcome.error),
    record,
    freshCount,
  };
}

/** Thrown to unwind the generator; the player knows which limit was reached. */
class Overrun extends Error {
  override readonly name = 'Overrun';
}

const CLOCK_INTERVAL = choiceTuning.clockInterval.value;

class Player implements Draw {
  readonly #alphabet: Alphabet;
  readonly #widths: Uint8Array;
  readonly #counts: Float64Array;
  readonly #rng: RandomGenerator;
  readonly #filler: Filler | undefined;
  readonly #meanings: Meanings | undefined;
  #random: JumpableRandomGenerator | undefined;

  /**
   * The sequence to follow, which may be empty; its arrays are fields, since getters cost time at every draw.
   */
  readonly #recorded: ChoiceSequence;
  readonly #recordedOps: Uint16Array;
  readonly #recordedWords: Uint32Array;
  readonly #recordedPlaces: Int32Array;
  readonly #cursor: Cursor | undefined;

  #ops: Uint16Array;
  #words: Uint32Array;
  #opCount = 0;
  #wordCount = 0;
  #choiceCount = 0;
  #scopeCount = 0;
  /** Labels of the open scopes, outermost first. */
  readonly #labels: number[] = [];

  readonly #limits: Required<Omit<Limits, 'maxTimeMs'>>;
  readonly #now: () => number;
  readonly #deadline: number;
  /** Counts at which the player checks the limits again; 0 after the last draw. */
  #checkAtChoices: number;
  #checkAtScopes: number;
  #isFinished = false;
  #failedError: unknown;
  /**
   * The op after the end of the last scope that the error passed: the next outer scope sees the same throw
   * there.
   */
  #failedOp = -1;
  #failedPath: readonly string[] = [];

  overrun: OverrunLimit | undefined;
  freshCount = 0;

  constructor(options: ReplayOptions) {
    const { alphabet, sequence, limits = {}, now } = options;
    if (sequence !== undefined && sequence.alphabet !== alphabet) {
      throw new Error('a sequence can only be replayed with its own alphabet');
    }
    this.#alphabet = alphabet;
    this.#widths = alphabet.widths;
    this.#counts = alphabet.counts;
    this.#rng = makeRandom(options.seed ?? 0);
    this.#filler =
      options.filler ?? (options.swarm === undefined ? undefined : swarmFiller(alphabet, options.swarm));
    this.#meanings = options.meanings;
    this.#recorded = sequence ?? ChoiceSequence.empty(alphabet);
    this.#recordedOps = this.#recorded.ops;
    this.#recordedWords = this.#recorded.words;
    this.#recordedPlaces = this.#recorded.outline.word;
    this.#cursor = sequence === undefined ? undefined : makeCursor(sequence, options.resync ?? 'scopes');
    this.#limits = {
      maxChoices: limits.maxChoices ?? choiceTuning.maxChoices.value,
      maxScopes: limits.maxScopes ?? choiceTuning.maxScopes.value,
      maxDepth: limits.maxDepth ?? choiceTuning.maxDepth.value,
    };
    if (limits.maxTimeMs === undefined) {
      this.#now = () => 0;
      this.#deadline = Infinity;
    } else {
      if (now === undefined) throw new Error('a limit in time needs a clock');
      this.#now = now;
      this.#deadline = now() + limits.maxTimeMs;
    }
    this.#checkAtChoices = Math.min(CLOCK_INTERVAL, this.#limits.maxChoices);
    this.#checkAtScopes = Math.min(CLOCK_INTERVAL, this.#limits.maxScopes);
    ({ ops: this.#ops, words: this.#words } = takeBuffers());
  }

  get random(): JumpableRandomGenerator {
    this.#random ??= randomFace(() => this.word(32));
    return this.#random;
  }

  pick(count: number): number;
  pick<T>(options: readonly T[]): T;
  pick<T>(options: number | readonly T[]): number | T {
    if (typeof options === 'number') return this.#narrow(this.#alphabet.pick(options));
    const symbol = this.#alphabet.pick(options.length);
    this.#meanings?.note(this.#label(), symbol, options);
    return options[this.#narrow(symbol)]!;
  }

  weighted<T>(pairs: Weighted<T>): T {
    const symbol = this.#alphabet.weighted(pairs.length);
    if (this.#meanings !== undefined) {
      const options = pairs.map((pair) => pair[1]);
      this.#meanings.note(this.#label(), symbol, options);
    }
    let answer = this.#told(symbol);
    if (answer === -1) answer = drawWeighted(this.#rng, pairs);
    else if (!(pairs[answer]![0] > 0)) answer = possibleIndex(pairs, answer);
    this.#keep(symbol, answer);
    return pairs[answer]![1];
  }

  boolean(probability = 0.5): boolean {
    if (!(probability >= 0 && probability <= 1)) {
      throw new DrawError(`boolean with probability ${probability}; it must be between 0 and 1`);
    }
    const symbol = this.#alphabet.weighted(2);
    this.#meanings?.note(this.#label(), symbol, BOOLEANS);
    let answer = this.#told(symbol);
    if (answer === -1) answer = uniformUnit(this.#rng) < probability ? 1 : 0;
    else if (probability === 0) answer = 0;
    else if (probability === 1) answer = 1;
    this.#keep(symbol, answer);
    return answer === 1;
  }

  integer(min: number, max: number, fresh?: FreshDraw<number>): number;
  integer(min: bigint, max: bigint, fresh?: FreshDraw<bigint>): bigint;
  integer(
    min: number | bigint,
    max: number | bigint,
    fresh?: FreshDraw<number> | FreshDraw<bigint>,
  ): number | bigint {
    if (typeof min === 'number' && typeof max === 'number') {
      const symbol = this.#alphabet.integer(min, max);
      if (this.#widths[symbol] === 1) {
        return min + (fresh === undefined ? this.#narrow(symbol) : this.#narrowBy(symbol, min, fresh));
      }
      return Number(this.#wide(symbol, BigInt(min), BigInt(max), fresh));
    }
    const from = BigInt(min);
    const to = BigInt(max);
    const symbol = this.#alphabet.bigInteger(from, to);
    if (this.#widths[symbol] === 1) {
      return from + BigInt(fresh === undefined ? this.#narrow(symbol) : this.#narrowBy(symbol, from, fresh));
    }
    return this.#wide(symbol, from, to, fresh);
  }

  word(bits: number): number;
  word(bits: bigint): bigint;
  word(bits: number | bigint): number | bigint {
    if (typeof bits === 'number') {
      if (bits > 32)
        throw new DrawError(`word of ${bits} bits as a number; ask for word(${bits}n) to get a bigint`);
      return this.#narrow(this.#alphabet.word(bits));
    }
    const symbol = this.#alphabet.word(Number(bits));
    if (this.#widths[symbol] === 1) return BigInt(this.#narrow(symbol));
    return this.#wide(symbol, 0n, 2n ** bits - 1n);
  }

  scope<T>(label: string, body: () => T): T {
    this.#open(this.#alphabet.label(label));
    try {
      return body();
    } catch (error) {
      if (this.#failedError !== error || this.#failedOp !== this.#opCount) {
        this.#failedError = error;
        this.#failedPath = this.#scopePath();
      }
      // After a stack overflow nothing is certain, even if the generator continues.
      if (isStackOverflow(error)) this.#mark('depth');
      this.#failedOp = this.#opCount + 1;
      throw error;
    } finally {
      this.#close();
    }
  }

  /** Labels of the scopes that were open when an error was thrown, outermost first. */
  pathOf(error: unknown): readonly string[] {
    return this.#failedError === error && this.#failedOp === this.#opCount ? this.#failedPath : [];
  }

  /** Returns the record; after that the generator can draw nothing. */
  finish(): ChoiceSequence {
    if (this.overrun !== undefined) this.#repair();
    const record = new ChoiceSequence(
      this.#alphabet,
      this.#ops.slice(0, this.#opCount),
      this.#words.slice(0, this.#wordCount),
      this.#choiceCount,
    );
    giveBuffersBack({ ops: this.#ops, words: this.#words });
    this.#isFinished = true;
    this.#checkAtChoices = 0;
    this.#checkAtScopes = 0;
    return record;
  }

  /**
   * Completes the record after an end that may have come at any moment. A watchdog skips `finally`, and a
   * full stack can fail any call.
   */
  #repair(): void {
    let depth = 0;
    let words = 0;
    let choices = 0;
    let ops = 0;
    for (; ops < this.#opCount; ops++) {
      const symbol = this.#ops[ops]!;
      const width = this.#widths[symbol]!;
      if (words + width > this.#wordCount) break;
      words += width;
      if (width > 0) choices++;
      else depth += symbol === CLOSE ? -1 : 1;
    }
    this.#opCount = ops;
    this.#wordCount = words;
    this.#choiceCount = choices;
    while (this.#opCount + depth > this.#ops.length) this.#growOps();
    for (; depth > 0; depth--) this.#ops[this.#opCount++] = CLOSE;
  }

  /** Answers a question of one word, as an offset. */
  #narrow(symbol: number): number {
    let answer = this.#told(symbol);
    if (answer === -1) answer = uniformBelow(this.#rng, this.#counts[symbol]!);
    this.#keep(symbol, answer);
    return answer;
  }

  /** Answers a question of one word with a number that has its own way to be drawn fresh. */
  #narrowBy(symbol: number, min: number | bigint, fresh: FreshDraw<number | bigint>): number {
    let answer = this.#told(symbol);
    if (answer === -1) answer = Number(BigInt(fresh(this.#rng)) - BigInt(min));
    if (!(answer >= 0 && answer < this.#counts[symbol]!)) throw new DrawError(OUT_OF_BOUNDS);
    this.#keep(symbol, answer);
    return answer;
  }

  /** The record's answer to a question of one word, or else the filler's; -1 if both have none. */
  #told(symbol: number): number {
    if (this.#choiceCount >= this.#checkAtChoices) this.#checkLimits();
    const at = this.#cursor === undefined ? -1 : this.#cursor.next();
    if (at !== -1) {
      if (this.#recordedOps[at] === symbol) return this.#recordedWords[this.#recordedPlaces[at]!]!;
      return Number(adaptValue(this.#recorded, at, this.#alphabet.siteOf(symbol)));
    }
    this.freshCount++;
    if (this.#filler === undefined) return -1;
    const count = this.#counts[symbol]!;
    const min = this.#alphabet.mins[symbol]!;
    const answer = this.#filler({ symbol, label: this.#label(), min, count });
    return isNumber(answer) ? Math.max(0, Math.min(Math.floor(answer) - min, count - 1)) : -1;
  }

  /** Answers a question of two words or with inline bounds, as a value. */
  #wide(symbol: number, min: bigint, max: bigint, fresh?: FreshDraw<number | bigint>): bigint {
    this.#checkLimits();
    let offset = -1n;
    const at = this.#cursor === undefined ? -1 : this.#cursor.next();
    if (at === -1) {
      this.freshCount++;
      const count = max - min + 1n;
      if (this.#filler !== undefined) {
        const answer = this.#filler({ symbol, label: this.#label(), min: Number(min), count: Number(count) });
        if (isNumber(answer)) offset = bigBetween(answer, min, max) - min;
      }
      if (offset === -1n) {
        offset = fresh === undefined ? uniformBig(this.#rng, count) : BigInt(fresh(this.#rng)) - min;
        if (offset < 0n || offset >= count) throw new DrawError(OUT_OF_BOUNDS);
      }
    } else {
      const recorded = this.#recorded;
      const isSame = recorded.ops[at] === symbol && symbol > INLINE_UNSIGNED;
      offset = isSame
        ? valueAt(recorded, at) - min
        : adaptValue(recorded, at, { kind: this.#alphabet.kindOf(symbol), min, max });
    }
    this.#keepWide(symbol, min, max, offset);
    return min + offset;
  }

  #keep(symbol: number, word: number): void {
    if (this.#opCount === this.#ops.length) this.#growOps();
    if (this.#wordCount === this.#words.length) this.#growWords();
    this.#ops[this.#opCount++] = symbol;
    this.#words[this.#wordCount++] = word;
    this.#choiceCount++;
  }

  #keepWide(symbol: number, min: bigint, max: bigint, offset: bigint): void {
    if (this.#opCount === this.#ops.length) this.#growOps();
    if (this.#wordCount + 6 > this.#words.length) this.#growWords();
    const isInline = symbol === INLINE_SIGNED || symbol === INLINE_UNSIGNED;
    const halves = (isInline ? [min, max, offset] : [offset]).flatMap(halvesOf);
    // No calls from here on: with a full stack any call can fail, and half a choice must not stay.
    for (let i = 0; i < halves.length; i++) this.#words[this.#wordCount++] = halves[i]!;
    this.#ops[this.#opCount++] = symbol;
    this.#choiceCount++;
  }

  #open(label: number): void {
    if (this.#scopeCount >= this.#checkAtScopes) this.#checkLimits();
    if (this.#labels.length >= this.#limits.maxDepth) this.#stop('depth');
    // Room for the ends of this scope and of all outer scopes, so that closing a scope cannot fail.
    if (this.#opCount + this.#labels.length + 2 > this.#ops.length) this.#growOps();
    this.#ops[this.#opCount++] = label;
    this.#scopeCount++;
    this.#labels.push(label);
    this.#cursor?.open(label);
  }

  #close(): void {
    if (this.#opCount === this.#ops.length) this.#growOps();
    this.#ops[this.#opCount++] = CLOSE;
    this.#labels.pop();
    this.#cursor?.close();
  }

  #label(): number {
    return this.#labels[this.#labels.length - 1] ?? CLOSE;
  }

  #scopePath(): string[] {
    return this.#labels.map((label) => this.#alphabet.labelOf(label));
  }

  #checkLimits(): void {
    if (this.#isFinished) throw new LateDrawError('a choice was drawn after the generator had ended');
    const { maxChoices, maxScopes } = this.#limits;
    if (this.overrun !== undefined) this.#stop(this.overrun);
    if (this.#choiceCount >= maxChoices) this.#stop('choices');
    if (this.#scopeCount >= maxScopes) this.#stop('scopes');
    if (this.#now() > this.#deadline) this.#stop('time');
    this.#checkAtChoices = Math.min(this.#choiceCount + CLOCK_INTERVAL, maxChoices);
    this.#checkAtScopes = Math.min(this.#scopeCount + CLOCK_INTERVAL, maxScopes);
  }

  #stop(limit: OverrunLimit): never {
    this.#mark(limit);
    throw new Overrun(`the generator went past its limit of ${limit}`);
  }

  #mark(limit: OverrunLimit): void {
    this.overrun ??= limit;
    this.#checkAtChoices = 0;
    this.#checkAtScopes = 0;
  }

  #growOps(): void {
    const larger = new Uint16Array(this.#ops.length * 2);
    larger.set(this.#ops);
    this.#ops = larger;
  }

  #growWords(): void {
    const larger = new Uint32Array(this.#words.length * 2);
    larger.set(this.#words);
    this.#words = larger;
  }
}

const OUT_OF_BOUNDS = 'a number that was drawn fresh lies outside of the bounds of its question';

const BOOLEANS: readonly string[] = ['false', 'true'];

const alphabet = new Alphabet();
keepShape(new Player({ alphabet, sequence: ChoiceSequence.empty(alphabet) }));

/** True for a promise: the result of a generator that is not synchronous. */
function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** True for a generator that recursed without scopes until Node's stack was full. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
