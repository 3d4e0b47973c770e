/**
 * ChoiceSequence: all draws of a generator for one test, as a tree of labelled scopes.
 *
 * The data are flat arrays, and readers see a tree. `ops` is the walk through the tree. A label's symbol
 * opens a scope, {@link CLOSE} ends it, any other symbol is a choice. `words` holds the choices' values in
 * the same order, as offsets from their lower bounds. Two bytes for an event and four for a value keep a
 * sequence of 70,000 choices in 100,000 scopes under 1 MB. Any run of complete scopes and choices can be cut
 * out and pasted elsewhere as it is.
 *
 * Invariants: scopes are balanced; a finished sequence never changes. The outermost scope has no ops of its
 * own.
 */

import {
  type Alphabet,
  type Bounds,
  type ChoiceKind,
  INLINE_SIGNED,
  INLINE_UNSIGNED,
  SymbolKind,
} from './alphabet.ts';

/** One choice of a sequence, for readers; hot code reads `ops` and `words`. */
export interface Choice extends Bounds {
  readonly kind: ChoiceKind;
  readonly value: bigint;
}

/** Positions in a sequence; made at first use, in one pass. */
export interface Outline {
  /** For an opening op the index of its closing op, and the other way round; for a choice its own index. */
  readonly match: Int32Array;
  /** Index into `words` at the start of each op; it has one entry more than ops. */
  readonly word: Int32Array;
}

export class ChoiceSequence {
  readonly alphabet: Alphabet;
  readonly ops: Uint16Array;
  readonly words: Uint32Array;
  readonly choiceCount: number;
  readonly scopeCount: number;
  #outline: Outline | undefined;

  /**
   * Takes ownership of the arrays, which must be balanced (see {@link checkSequence} for arrays from
   * elsewhere).
   */
  constructor(alphabet: Alphabet, ops: Uint16Array, words: Uint32Array, choiceCount?: number) {
    this.alphabet = alphabet;
    this.ops = ops;
    this.words = words;
    this.choiceCount = choiceCount ?? countChoices(alphabet, ops);
    this.scopeCount = (ops.length - this.choiceCount) / 2;
  }

  static empty(alphabet: Alphabet): ChoiceSequence {
    return new ChoiceSequence(alphabet, new Uint16Array(0), new Uint32Array(0), 0);
  }

  get outline(): Outline {
    this.#outline ??= makeOutline(this);
    return this.#outline;
  }

  isScope(op: number): boolean {
    return this.alphabet.kinds[this.ops[op]!] === SymbolKind.scope;
  }

  isChoice(op: number): boolean {
    return this.alphabet.kinds[this.ops[op]!]! > SymbolKind.scope;
  }

  /** The choice made at an op. */
  choiceAt(op: number): Choice {
    const symbol = this.ops[op]!;
    const kind = this.alphabet.kindOf(symbol);
    const isInline = symbol === INLINE_SIGNED || symbol === INLINE_UNSIGNED;
    const { min, max } = isInline
      ? readInlineBounds(symbol, this.words, this.outline.word[op]!)
      : this.alphabet.siteOf(symbol);
    return { kind, min, max, value: valueAt(this, op) };
  }

  /** The words for another value of the choice at an op. */
  wordsFor(op: number, value: bigint): Uint32Array {
    const { min, max } = this.choiceAt(op);
    if (value < min || value > max) throw new Error(`value ${value} is not between ${min} and ${max}`);
    const at = this.outline.word[op]!;
    const words = this.words.slice(at, this.outline.word[op + 1]);
    const offset = value - min;
    if (words.length === 1) {
      words[0] = Number(offset);
    } else {
      words[words.length - 2] = Number(offset & 0xffff_ffffn);
      words[words.length - 1] = Number(offset >> 32n);
    }
    return words;
  }

  equals(other: ChoiceSequence): boolean {
    if (this === other) return true;
    return (
      this.alphabet === other.alphabet &&
      this.ops.length === other.ops.length &&
      this.words.length === other.words.length &&
      sameElements(this.ops, other.ops) &&
      sameElements(this.words, other.words)
    );
  }

  /** A 64-bit hash as text, equal for equal sequences of one alphabet; for caches within one process. */
  fingerprint(): string {
    let a = 0x9e3779b9 ^ this.ops.length;
    let b = 0x85ebca6b ^ this.words.length;
    for (let i = 0; i < this.ops.length; i++) {
      a = Math.imul(a ^ this.ops[i]!, 0x01000193);
      b = Math.imul(b ^ this.ops[i]! ^ (a >>> 15), 0x5bd1e995);
    }
    for (let i = 0; i < this.words.length; i++) {
      a = Math.imul(a ^ this.words[i]!, 0x01000193);
      b = Math.imul(b ^ this.words[i]! ^ (a >>> 15), 0x5bd1e995);
    }
    return `${(a >>> 0).toString(36)}.${((b ^ (b >>> 13)) >>> 0).toString(36)}`;
  }
}

/** The end of the scope or choice that begins at an op: the index after it. Needs no outline. */
export function endOf({ alphabet, ops }: ChoiceSequence, op: number): number {
  const { depthSteps } = alphabet;
  let end = op;
  let depth = 0;
  do depth += depthSteps[ops[end++]!]!;
  while (depth > 0);
  return end;
}

/**
 * The parts before and after an op that lies in no scope; they share the sequence's memory and need no
 * outline.
 */
export function splitAt(
  { alphabet, ops, words, choiceCount }: ChoiceSequence,
  op: number,
): readonly [before: ChoiceSequence, after: ChoiceSequence] {
  const opsBefore = ops.subarray(0, op);
  let word = 0;
  for (const symbol of opsBefore) word += alphabet.widths[symbol]!;
  const before = new ChoiceSequence(alphabet, opsBefore, words.subarray(0, word));
  const rest = choiceCount - before.choiceCount;
  return [before, new ChoiceSequence(alphabet, ops.subarray(op), words.subarray(word), rest)];
}

/** Replaces part of a sequence: `ops` and `words` take the place of the ops from `from` to before `to`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly ops?: Uint16Array | undefined;
  readonly words?: Uint32Array | undefined;
}

/**
 * A new sequence with several parts replaced. Edits are in order and do not overlap; each edit must keep the
 * balance.
 */
export function applyEdits(sequence: ChoiceSequence, edits: readonly Edit[]): ChoiceSequence {
  const { ops, words } = sequence;
  const { word } = sequence.outline;
  let opCount = ops.length;
  let wordCount = words.length;
  let choiceCount = sequence.choiceCount;
  for (const edit of edits) {
    if (edit.ops !== undefined) choiceCount += countChoices(sequence.alphabet, edit.ops);
    choiceCount -= countChoices(sequence.alphabet, ops.subarray(edit.from, edit.to));
    opCount += (edit.ops?.length ?? 0) - (edit.to - edit.from);
    wordCount += (edit.words?.length ?? 0) - (word[edit.to]! - word[edit.from]!);
  }
  const newOps = new Uint16Array(opCount);
  const newWords = new Uint32Array(wordCount);
  let atOp = 0;
  let atWord = 0;
  let from = 0;
  const copy = (to: number): void => {
    newOps.set(ops.subarray(from, to), atOp);
    atOp += to - from;
    newWords.set(words.subarray(word[from], word[to]), atWord);
    atWord += word[to]! - word[from]!;
  };
  for (const edit of edits) {
    copy(edit.from);
    if (edit.ops !== undefined) {
      newOps.set(edit.ops, atOp);
      atOp += edit.ops.length;
    }
    if (edit.words !== undefined) {
      newWords.set(edit.words, atWord);
      atWord += edit.words.length;
    }
    from = edit.to;
  }
  copy(ops.length);
  return new ChoiceSequence(sequence.alphabet, newOps, newWords, choiceCount);
}

/** A run of ops with its words, to be pasted by {@link applyEdits}. */
export function cut(
  sequence: ChoiceSequence,
  from: number,
  to: number,
): { ops: Uint16Array; words: Uint32Array } {
  const { word } = sequence.outline;
  return { ops: sequence.ops.subarray(from, to), words: sequence.words.subarray(word[from], word[to]) };
}

/** Says what is wrong with arrays from outside; undefined if they make a sequence. */
export function checkSequence(alphabet: Alphabet, ops: Uint16Array, words: Uint32Array): string | undefined {
  const { problem, openScopes, wordCount } = survey(alphabet, ops, words);
  if (problem !== undefined) return problem;
  if (openScopes !== 0) return `${openScopes} scopes never end`;
  return wordCount === words.length ? undefined : `${words.length - wordCount} words belong to no choice`;
}

/** Facts about arrays from outside, perhaps the beginning of a sequence. */
export interface Survey {
  /** The first problem, in words; later parts of the arrays were not checked. */
  readonly problem: string | undefined;
  readonly openScopes: number;
  readonly choiceCount: number;
  /** Words that belong to choices. */
  readonly wordCount: number;
}

export function survey(alphabet: Alphabet, ops: Uint16Array, words: Uint32Array): Survey {
  const { size, depthSteps, widths, counts } = alphabet;
  const last = words.length - 1;
  let problem: ((at: number) => string) | undefined;
  let openScopes = 0;
  let choiceCount = 0;
  let wordCount = 0;
  let op = 0;
  for (; op < ops.length; op++) {
    const symbol = ops[op]!;
    openScopes += depthSteps[symbol]!;
    const width = widths[symbol]!;
    const word = wordCount;
    wordCount += width;
    // Only choices have words, and none has more than eight.
    choiceCount += (width + 7) >> 3;
    // Symbols without words have infinitely many options. Reading a word beyond the last would be slow.
    const isPlain = width <= 1 && words[word < last ? word : last]! < counts[symbol]!;
    if (isPlain && symbol < size && openScopes >= 0 && wordCount <= words.length) continue;
    problem = problemWith(alphabet, symbol, openScopes, words, word);
    if (problem !== undefined) break;
  }
  return { problem: problem?.(op), openScopes, choiceCount, wordCount };
}

/**
 * Texts of problems are made here and not in the loop: V8 would make strings of the numbers in each round.
 */
function problemWith(
  alphabet: Alphabet,
  symbol: number,
  openScopes: number,
  words: Uint32Array,
  word: number,
): ((at: number) => string) | undefined {
  if (symbol >= alphabet.size) return (at) => `unknown symbol ${symbol} at ${at}`;
  if (openScopes < 0) return (at) => `a scope that was never opened ends at ${at}`;
  if (word + alphabet.widths[symbol]! > words.length) return (at) => `the choice at ${at} has no value`;
  return isInBounds(alphabet, symbol, words, word)
    ? undefined
    : (at) => `the choice at ${at} is out of its bounds`;
}

/** Value of the choice at an op. */
export function valueAt(sequence: ChoiceSequence, op: number): bigint {
  const { alphabet, words } = sequence;
  const symbol = sequence.ops[op]!;
  const at = sequence.outline.word[op]!;
  switch (alphabet.widths[symbol]) {
    case 1:
      return BigInt(alphabet.mins[symbol]! + words[at]!);
    case 2:
      return alphabet.siteOf(symbol).min + readU64(words, at);
    default:
      return readInlineBounds(symbol, words, at).min + readU64(words, at + 4);
  }
}

function readU64(words: Uint32Array, at: number): bigint {
  return (BigInt(words[at + 1]!) << 32n) | BigInt(words[at]!);
}

export function readInlineBounds(symbol: number, words: Uint32Array, at: number): Bounds {
  const min = readU64(words, at);
  const max = readU64(words, at + 2);
  if (symbol === INLINE_UNSIGNED) return { min, max };
  return { min: BigInt.asIntN(64, min), max: BigInt.asIntN(64, max) };
}

function isInBounds(alphabet: Alphabet, symbol: number, words: Uint32Array, at: number): boolean {
  const width = alphabet.widths[symbol]!;
  if (width === 0) return true;
  if (width === 1) return words[at]! < alphabet.counts[symbol]!;
  if (symbol === INLINE_SIGNED || symbol === INLINE_UNSIGNED) {
    const { min, max } = readInlineBounds(symbol, words, at);
    return min <= max && min + readU64(words, at + 4) <= max;
  }
  // Clearly below the bound in plain numbers, as nearly all values are; bigints would be garbage for each
  // choice.
  if (words[at + 1]! * 2 ** 32 + words[at]! < alphabet.counts[symbol]! * NEARLY) return true;
  const { min, max } = alphabet.siteOf(symbol);
  return min + readU64(words, at) <= max;
}

/** The product with a number is smaller by more than the error of plain numbers. */
const NEARLY = 1 - 2 ** -50;

// The loops below run over all ops of large sequences, and a processor would predict a branch on the op
// wrongly half of the time. A branch that is predicted wrongly costs more than the rest of the loop. So these
// loops have no branches on ops.

function countChoices({ kinds }: Alphabet, ops: Uint16Array): number {
  let choices = 0;
  // 1 for choices, which are the kinds from 2 on, else 0.
  for (let i = 0; i < ops.length; i++) choices += (kinds[ops[i]!]! + 6) >> 3;
  return choices;
}

/** Openings of the enclosing scopes, while an outline is being made. */
let openings = new Int32Array(1_024);

function makeOutline(sequence: ChoiceSequence): Outline {
  const { ops, scopeCount } = sequence;
  const { depthSteps, widths } = sequence.alphabet;
  const match = new Int32Array(ops.length);
  const word = new Int32Array(ops.length + 1);
  if (openings.length < scopeCount + 1) openings = new Int32Array(scopeCount + 1);
  const open = openings;
  // Two loops take less time than one loop that does both things.
  let depth = 0;
  for (let i = 0; i < ops.length; i++) {
    const step = depthSteps[ops[i]!]!;
    // The opening op of each op: the op itself, or for an end, the opening one level down.
    open[depth] = i;
    const other = open[depth + (step >> 31)]!;
    match[i] = other;
    match[other] = i;
    depth += step;
  }
  let words = 0;
  for (let i = 0; i < ops.length; i++) {
    word[i] = words;
    words += widths[ops[i]!]!;
  }
  word[ops.length] = words;
  return { match, word };
}

function sameElements(a: Uint16Array | Uint32Array, b: Uint16Array | Uint32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
