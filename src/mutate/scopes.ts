/**
 * Choosing scopes, fairly by size: a scope of 3 choices and one of 30,000 both have a chance.
 *
 * First a size class (the number of binary digits of the size), each present class with equal probability;
 * then a scope of that class. Nested scopes that hold exactly the same choices count once, as a chain. For a
 * test it makes no difference which of them is, for example, deleted. Within a chain all scopes are equally
 * likely, because their labels differ.
 *
 * Size is counted in words: nearly every choice has one word. Scopes without choices are never chosen. The
 * index takes four bytes a scope and is freed with its sequence.
 */

import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import { CLOSE, type ChoiceSequence, uniformBelow } from '../choice/index.ts';
import { mutateTuning } from './tuning.ts';

interface ScopeIndex {
  /** Opening ops of the outermost scope of each chain, sorted by size class. */
  readonly heads: Int32Array;
  /** The present classes, smallest first, and the end of each among the heads. */
  readonly sizeClasses: readonly number[];
  readonly ends: readonly number[];
}

const CLASSES = 33;
const indexes = new WeakMap<ChoiceSequence, ScopeIndex>();

/** Buffers for one pass over the ops. The pass finds scopes and their classes, which are sorted after it. */
let scratch = { found: new Int32Array(1_024), classes: new Uint8Array(1_024) };

/**
 * Opening op of a scope that holds choices; -1 if there is none. The choice is fair among scopes up to the
 * size class of `mostWords`, or in the smallest class if all scopes are larger.
 */
export function chooseScope(sequence: ChoiceSequence, rng: RandomGenerator, mostWords: number): number {
  let index = indexes.get(sequence);
  if (index === undefined) indexes.set(sequence, (index = makeIndex(sequence)));
  const { heads, sizeClasses, ends } = index;
  if (ends.length === 0) return -1;
  let classes = ends.length;
  const largest = classOf(mostWords);
  while (classes > 1 && sizeClasses[classes - 1]! > largest) classes--;
  const place = uniformBelow(rng, classes);
  const start = place === 0 ? 0 : ends[place - 1]!;
  return chooseInChain(sequence, heads[start + uniformBelow(rng, ends[place]! - start)]!, rng);
}

/** Number of binary digits of a number of words. */
function classOf(words: number): number {
  return 32 - Math.clz32(words);
}

function chooseInChain(sequence: ChoiceSequence, head: number, rng: RandomGenerator): number {
  const { match, word } = sequence.outline;
  const end = word[match[head]!]!;
  const chain = [head];
  for (let op = head + 1; !sequence.isChoice(op); op++) {
    if (sequence.isScope(op) && word[match[op]!] === end) chain.push(op);
  }
  return chain[uniformBelow(rng, chain.length)]!;
}

function makeIndex(sequence: ChoiceSequence): ScopeIndex {
  const { ops, scopeCount } = sequence;
  const { match, word } = sequence.outline;
  if (scratch.found.length <= scopeCount) {
    scratch = { found: new Int32Array(scopeCount + 1), classes: new Uint8Array(scopeCount + 1) };
  }
  const { found, classes } = scratch;
  // No branch depends on the op, as in makeOutline: each op is written to the next free place, and only some
  // advance it.
  let full = 0;
  for (let op = 0; op < ops.length; op++) {
    found[full] = op;
    // 1 for scopes with choices, else 0: a choice matches itself, and a closing op matches an earlier op.
    full += (word[op]! - word[match[op]!]!) >>> 31;
  }
  const counts = new Int32Array(CLASSES);
  let size = 0;
  let lastStart = 0;
  let lastEnd = 0;
  for (let i = 0; i < full; i++) {
    const op = found[i]!;
    const start = word[op]!;
    const end = word[match[op]!]!;
    // A chain's scopes open one after another, with nothing between them except scopes without choices.
    if (start === lastStart && end === lastEnd) continue;
    lastStart = start;
    lastEnd = end;
    const sizeClass = classOf(end - start);
    found[size] = op;
    classes[size] = sizeClass;
    counts[sizeClass]!++;
    size++;
  }
  const sizeClasses: number[] = [];
  const ends: number[] = [];
  const places = new Int32Array(CLASSES);
  let place = 0;
  for (let sizeClass = 0; sizeClass < CLASSES; sizeClass++) {
    places[sizeClass] = place;
    const count = counts[sizeClass]!;
    place += count;
    if (count === 0) continue;
    sizeClasses.push(sizeClass);
    ends.push(place);
  }
  const heads = new Int32Array(size);
  for (let i = 0; i < size; i++) heads[places[classes[i]!]!++] = found[i]!;
  return { heads, sizeClasses, ends };
}

const PROBES = mutateTuning.probes.value;
const MAX_STEPS = mutateTuning.searchSteps.value;

/** The wanted ops: ops of one symbol, or of some kinds of symbols, without excluded ones. */
export interface Wanted {
  readonly symbol?: number;
  /** A bit for each kind. */
  readonly kinds?: number;
  /** For scopes: limit of the words in them. */
  readonly mostWords?: number;
  /** A scope that must neither contain them nor lie in them. */
  readonly apartFrom?: number;
  /** An op that must not be chosen. */
  readonly except?: number;
}

/**
 * A wanted op in a range: a random one while random tries succeed, else the next one after a random place.
 * Returns -1 if such ops are too rare to be found quickly. It calls no function of its caller, since it runs
 * a hundred times for a mutant and tests thousands of ops.
 */
export function findOp(
  sequence: ChoiceSequence,
  rng: RandomGenerator,
  range: { readonly from: number; readonly to: number },
  { symbol = -1, kinds = 0, mostWords = Infinity, apartFrom = -1, except = -1 }: Wanted,
): number {
  const { ops } = sequence;
  const kindOf = sequence.alphabet.kinds;
  const count = range.to - range.from;
  if (count <= 0) return -1;
  let op = -1;
  for (let i = 0; i < PROBES + Math.min(count, MAX_STEPS); i++) {
    if (i <= PROBES) op = range.from + uniformBelow(rng, count);
    else if (++op === range.to) op = range.from;
    const each = ops[op]!;
    if (each !== symbol && ((kinds >>> kindOf[each]!) & 1) === 0) continue;
    if (op === except || wordsIn(sequence, op) > mostWords) continue;
    if (apartFrom === -1 || !overlap(sequence, apartFrom, op)) return op;
  }
  return -1;
}

export function wholeOf(sequence: ChoiceSequence): { readonly from: number; readonly to: number } {
  return { from: 0, to: sequence.ops.length };
}

/** True if one of two scopes contains the other, or they are the same. */
function overlap(sequence: ChoiceSequence, a: number, b: number): boolean {
  const { match } = sequence.outline;
  return a <= b ? b <= match[a]! : a <= match[b]!;
}

/** Opening op of the scope that encloses an op; -1 outside all scopes. */
export function scopeAround(sequence: ChoiceSequence, op: number): number {
  const { ops, outline } = sequence;
  for (let at = op - 1; at >= 0; at--) {
    if (ops[at] === CLOSE) at = outline.match[at]!;
    else if (sequence.isScope(at)) return at;
  }
  return -1;
}

const MIN_WORDS = mutateTuning.minWords.value;

/** Size of scopes that hold this share of a sequence. */
export function wordsOfShare(sequence: ChoiceSequence, share: number): number {
  return Math.max(MIN_WORDS, share * sequence.words.length);
}

/** Number of words of the choices in the scope that opens at an op. */
function wordsIn({ outline: { match, word } }: ChoiceSequence, op: number): number {
  return word[match[op]!]! - word[op]!;
}

/** Label of the scope that opens at an op; empty for -1. */
export function labelAt(sequence: ChoiceSequence, op: number): string {
  return op === -1 ? '' : sequence.alphabet.labelOf(sequence.ops[op]!);
}

/**
 * The beginning of a scope, together with the choice before it if there is one. In a list that asks before
 * each element whether there is another, that choice belongs to the element.
 */
export function withLead(sequence: ChoiceSequence, op: number): number {
  return op > 0 && sequence.isChoice(op - 1) ? op - 1 : op;
}
