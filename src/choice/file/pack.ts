/**
 * Pack: the choices of a sequence as a dictionary and a stream of bits; docs/sequence-format.md has every
 * detail.
 *
 * The tree is a list of *steps*. A step is an entry of the dictionary (the start of a scope, or a choice),
 * and the number of scopes that end after it. The next step depends mostly on the last step, so each entry
 * has a prefix code of its own for the next step. A step that is rare there becomes an escape to one common
 * code; a step that is rare everywhere is spelled out. A choice's value follows its step, in the number of
 * bits that its bounds need.
 *
 * Invariants: equal sequences give equal bytes, whatever their alphabets; a step takes at least one bit.
 */
import { Alphabet, CLOSE, INLINE_SIGNED, INLINE_UNSIGNED } from '../sequence/alphabet.ts';
import { BitWriter, MAX_BITS_AT_ONCE } from './bits.ts';
import { ByteWriter } from './bytes.ts';
import { bitLength, type DictionaryEntry, writeDictionary } from './dictionary.ts';
import { makeLengths, makeWords, MAX_CODE_BITS } from './prefix-code.ts';
import { ChoiceSequence, readInlineBounds } from '../sequence/sequence.ts';
import { keepShape } from '../../util/keep-shape.ts';
import { choiceTuning } from '../tuning.ts';

/** A step as a number: `entry << CLOSES_BITS | closes`. Dictionary entry 0 stands for nothing. */
export const CLOSES_BITS = 4;
export const MAX_CLOSES = 15;
/** Entry 0 without an end of a scope: never a step, so it stands for "not in this code". */
export const ESCAPE = 0;
/** Values up to this size are written together with the word of their step. */
export const MAX_SHORT_VALUE_BITS: number = MAX_BITS_AT_ONCE - MAX_CODE_BITS;
/** Words that a choice with inline bounds takes; four of them are the bounds. */
export const INLINE_WIDTH = 6;

const MIN_USES = choiceTuning.minUses.value;
const MIN_USES_ANYWHERE = choiceTuning.minUsesAnywhere.value;
const MAX_LISTED = choiceTuning.maxListed.value;

/** The limit lets a step and the length of its word fit into 31 bits. */
const MAX_ENTRIES = 2 ** 23 - 1;

export function packChoices(sequence: ChoiceSequence): Uint8Array {
  const steps = new Steps(sequence);
  const writer = new ByteWriter();
  writer.number(steps.count);
  writer.number(sequence.choiceCount);
  writer.number(sequence.scopeCount);
  writeDictionary(writer, steps.entries);
  const codes = new Codes(steps, writer);
  const bits = writeSteps(sequence, steps, codes);
  const head = writer.bytes;
  const bytes = new Uint8Array(head.length + bits.length);
  bytes.set(head);
  bytes.set(bits, head.length);
  return bytes;
}

const UNKNOWN = -1;

/** The steps of a sequence. Each step is the place of a pair: the step, and the entry of the step before. */
class Steps {
  readonly entries: DictionaryEntry[] = [];
  /**
   * Number of bits in each entry's values, and of words that they take in this alphabet; 0 for scopes and for
   * entry 0.
   */
  readonly valueBits: number[] = [0];
  readonly widths: number[] = [0];
  readonly pairs = new Pairs();
  /** Pair of each step. */
  readonly pairOf: Int32Array;
  readonly #sequence: ChoiceSequence;
  /** Key of a symbol's entry, with no closes. */
  readonly #keyOf: Int32Array;
  readonly #integers = new Map<string, number>();

  constructor(sequence: ChoiceSequence) {
    this.#sequence = sequence;
    this.#keyOf = new Int32Array(sequence.alphabet.size).fill(UNKNOWN);
    const room = borrowScratch(sequence.ops.length);
    this.pairOf = room.subarray(0, this.#list(room));
  }

  get count(): number {
    return this.pairOf.length;
  }

  /** Makes steps from ops, and returns their number. */
  #list(pairOf: Int32Array): number {
    const { ops } = this.#sequence;
    const { pairs } = this;
    const progress: Progress = { op: 0, before: 0, count: 0 };
    for (;;) {
      listKnownSteps(ops, this.#keyOf, pairs, pairOf, progress);
      if (progress.op === ops.length) return progress.count;
      // A step with a new symbol, a new pair, or more closes than one step can hold.
      const first = progress.op++;
      let key = this.#keyOf[ops[first]!]!;
      if (key === UNKNOWN) key = this.#discover(ops[first]!, first);
      while (progress.op < ops.length && ops[progress.op] === CLOSE) progress.op++;
      let closes = progress.op - first - 1;
      for (; closes > MAX_CLOSES; closes -= MAX_CLOSES) {
        pairOf[progress.count++] = pairs.use(progress.before, key | MAX_CLOSES);
        progress.before = key >> CLOSES_BITS;
        key = 0;
      }
      pairOf[progress.count++] = pairs.use(progress.before, key | closes);
      progress.before = key >> CLOSES_BITS;
    }
  }

  /** The key of a symbol at its first use, or of an integer with inline bounds. */
  #discover(symbol: number, op: number): number {
    const { alphabet, words } = this.#sequence;
    const width = alphabet.widths[symbol]!;
    if (alphabet.isScope(symbol)) {
      return (this.#keyOf[symbol] = this.#add({ label: alphabet.labelOf(symbol) }, 0, 0));
    }
    if (symbol !== INLINE_SIGNED && symbol !== INLINE_UNSIGNED) {
      const site = alphabet.siteOf(symbol);
      return (this.#keyOf[symbol] = this.#add({ site }, bitLength(site.max - site.min), width));
    }
    // No integer has both a symbol and inline bounds: an alphabet asks the same question in one way.
    const { min, max } = readInlineBounds(symbol, words, this.#sequence.outline.word[op]!);
    const name = `${min} ${max}`;
    let key = this.#integers.get(name);
    if (key === undefined) {
      key = this.#add({ site: { kind: 'integer', min, max } }, bitLength(max - min), width);
      this.#integers.set(name, key);
    }
    return key;
  }

  #add(entry: DictionaryEntry, valueBits: number, width: number): number {
    this.valueBits.push(valueBits);
    this.widths.push(width);
    if (this.entries.push(entry) > MAX_ENTRIES) throw new Error('too many different questions for one file');
    return this.entries.length << CLOSES_BITS;
  }
}

/** Memory that all sequences share: fresh memory would cost more than the work in it. */
let scratch = new Int32Array(0);
const MAX_KEPT_SCRATCH = choiceTuning.maxKeptScratch.value;

function borrowScratch(size: number): Int32Array {
  if (size > MAX_KEPT_SCRATCH) return new Int32Array(size);
  if (scratch.length < size) scratch = new Int32Array(Math.min(2 * size, MAX_KEPT_SCRATCH));
  return scratch;
}

interface Progress {
  op: number;
  /** The entry of the last step. */
  before: number;
  count: number;
}

/**
 * The loop for steps with nothing new; it stops at the first step that has something new. The loop calls
 * nothing: after a call, V8 looks up the place of each array again, in every round.
 */
function listKnownSteps(
  ops: Uint16Array,
  keyOf: Int32Array,
  { data, slots, shift }: Pairs,
  pairOf: Int32Array,
  progress: Progress,
): void {
  const end = ops.length;
  const mask = slots.length - 1;
  let { op, before, count } = progress;
  steps: while (op < end) {
    const opened = keyOf[ops[op]!]!;
    if (opened === UNKNOWN) break;
    let next = op + 1;
    while (next < end && ops[next] === CLOSE) next++;
    const closes = next - op - 1;
    if (closes > MAX_CLOSES) break;
    const key = opened | closes;
    let slot = hashPair(before, key) >>> shift;
    let at = slots[slot]!;
    // Place 0 holds a pair that nobody asks for, so that one comparison tells whether a slot is free.
    while (((data[at]! ^ before) | (data[at + 1]! ^ key)) !== 0) {
      if (at === 0) break steps;
      slot = (slot + 1) & mask;
      at = slots[slot]!;
    }
    data[at + 2]!++;
    pairOf[count++] = at;
    before = opened >> CLOSES_BITS;
    op = next;
  }
  progress.op = op;
  progress.before = before;
  progress.count = count;
}

function hashPair(before: number, key: number): number {
  return (Math.imul(before, 0x9e3779b1) + Math.imul(key, 0x85ebca6b)) | 0;
}

/** A power of two; the fourth number is free. */
const PAIR_SIZE = 4;
const PAIR_BITS = 2;

/**
 * Pairs of an entry and the step after it, in a hash table. The loop above contains a copy of its lookup. A
 * pair's place in `data` identifies it; three numbers lie there: the entry, the step's key, and the number of
 * uses.
 */
class Pairs {
  data = new Int32Array(512 * PAIR_SIZE).fill(-1, 0, 2);
  /** Places in `data`, or 0; at most a quarter of the slots are taken. */
  slots = new Int32Array(2_048);
  /** Number of bits by which a hash is shifted to give a slot. */
  shift = 21;
  /** The place of the next pair; 0 means none, so the first place stays free. */
  end: number = PAIR_SIZE;

  /** Returns the place of a pair, and counts one more use. */
  use(before: number, key: number): number {
    let slot = hashPair(before, key) >>> this.shift;
    let at = this.slots[slot]!;
    while (at !== 0 && (this.data[at] !== before || this.data[at + 1] !== key)) {
      slot = (slot + 1) & (this.slots.length - 1);
      at = this.slots[slot]!;
    }
    if (at === 0) {
      at = this.end;
      this.end += PAIR_SIZE;
      this.slots[slot] = at;
      this.data[at] = before;
      this.data[at + 1] = key;
      if (this.end === this.data.length) this.#grow();
    }
    this.data[at + 2]!++;
    return at;
  }

  #grow(): void {
    const data = new Int32Array(this.data.length * 2);
    data.set(this.data);
    this.data = data;
    this.shift--;
    const slots = new Int32Array(this.slots.length * 2);
    for (let at = PAIR_SIZE; at < this.end; at += PAIR_SIZE) {
      let slot = hashPair(data[at]!, data[at + 1]!) >>> this.shift;
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = at;
    }
    this.slots = slots;
  }

  before(at: number): number {
    return this.data[at]!;
  }

  key(at: number): number {
    return this.data[at + 1]!;
  }

  uses(at: number): number {
    return this.data[at + 2]!;
  }
}

/**
 * A step as one number for writing: a word, its length, the number of bits in a value and the number of
 * words.
 */
const LENGTH_AT = 10;
const VALUE_BITS_AT = 14;
const WIDTH_AT = 21;
/** The word is the escape to the common code; in the common code, the escape to a spelled-out step. */
const IS_ESCAPED = 1 << 31;

function wordOf(plan: number): number {
  return plan & ((1 << LENGTH_AT) - 1);
}

function lengthOf(plan: number): number {
  return (plan >>> LENGTH_AT) & 15;
}

function valueBitsOf(plan: number): number {
  return (plan >>> VALUE_BITS_AT) & 0x7f;
}

function widthOf(plan: number): number {
  return (plan >>> WIDTH_AT) & 7;
}

/**
 * Finds the codes of steps and writes them. A plan for each pair, of an entry and the step after it, says how
 * to write that step.
 */
class Codes {
  /** A plan for each pair. A separate array, because the writer reads nothing else. */
  readonly plans: Int32Array;
  /** Plans for the steps that some code leaves out. */
  readonly anywhere = new Map<number, number>();
  readonly entryBits: number;
  /** Bits of all steps and values. */
  totalBits = 0;

  constructor(steps: Steps, writer: ByteWriter) {
    const { pairs, entries, valueBits, widths } = steps;
    this.plans = new Int32Array(pairs.end >> PAIR_BITS);
    this.entryBits = bitLength(BigInt(entries.length));
    const following: Used[][] = [];
    for (let entry = 0; entry <= entries.length; entry++) following.push([]);
    for (let at = PAIR_SIZE; at < pairs.end; at += PAIR_SIZE) {
      following[pairs.before(at)]!.push({ at, key: pairs.key(at), uses: pairs.uses(at) });
    }
    const escaped = new Map<number, Used>();
    for (const group of following) {
      const { plans, escape } = writeCode(writer, group, MIN_USES);
      for (let index = 0; index < group.length; index++) {
        const used = group[index]!;
        let plan = plans[index]!;
        if (plan === 0) {
          plan = escape | IS_ESCAPED;
          const uses = used.uses + (escaped.get(used.key)?.uses ?? 0);
          escaped.set(used.key, { ...used, uses });
        }
        const entry = used.key >> CLOSES_BITS;
        this.plans[used.at >> PAIR_BITS] =
          plan | (valueBits[entry]! << VALUE_BITS_AT) | (widths[entry]! << WIDTH_AT);
        this.totalBits += used.uses * (lengthOf(plan) + valueBits[entry]!);
      }
    }
    this.#codeAnywhere([...escaped.values()], writer);
  }

  /** The common code, for all steps that the other codes leave out. */
  #codeAnywhere(steps: readonly Used[], writer: ByteWriter): void {
    const { plans, escape } = writeCode(writer, steps, MIN_USES_ANYWHERE);
    for (let index = 0; index < steps.length; index++) {
      const { key, uses } = steps[index]!;
      const plan = plans[index] || escape | IS_ESCAPED;
      this.anywhere.set(key, plan);
      this.totalBits += uses * (lengthOf(plan) + (plan < 0 ? this.entryBits + CLOSES_BITS : 0));
    }
  }
}

/** A step, its number of uses, and the place for the plan that says how to write it. */
interface Used {
  readonly at: number;
  readonly key: number;
  readonly uses: number;
}

interface Code {
  /** The plan for each step; 0 for a step that the code leaves out. */
  readonly plans: readonly number[];
  readonly escape: number;
}

interface Listed {
  /** Index of the step; -1 for the escape. */
  readonly index: number;
  readonly key: number;
  readonly uses: number;
}

/** Entries have numbers in order of first use, so that every alphabet breaks ties in the same way. */
function byUse(a: Listed, b: Listed): number {
  return b.uses - a.uses || a.key - b.key;
}

// This function runs for each entry of each sequence, and makes no functions. At each collection, V8 forgets
// the compiled code of functions that live for one call.
function writeCode(writer: ByteWriter, steps: readonly Used[], minUses: number): Code {
  const plans: number[] = [];
  const listed: Listed[] = [];
  let left = 0;
  for (let index = 0; index < steps.length; index++) {
    const { key, uses } = steps[index]!;
    plans.push(0);
    if (uses >= minUses) listed.push({ index, key, uses });
    else left += uses;
  }
  listed.sort(byUse);
  for (const { uses } of listed.splice(MAX_LISTED)) left += uses;
  writer.number(listed.length === 0 ? 0 : listed.length + (left > 0 ? 1 : 0));
  if (listed.length === 0) return { plans, escape: 0 };
  if (left > 0) {
    listed.push({ index: -1, key: ESCAPE, uses: left });
    listed.sort(byUse);
  }
  const frequencies: number[] = [];
  for (const { uses } of listed) frequencies.push(uses);
  const lengthCounts = makeLengths(frequencies);
  if (listed.length > 1)
    for (let length = 1; length < lengthCounts.length; length++) writer.number(lengthCounts[length]!);
  let escape = 0;
  const words = makeWords(lengthCounts);
  for (let rank = 0; rank < words.length; rank++) {
    const { index, key } = listed[rank]!;
    const word = words[rank]!;
    writer.number(key);
    const plan = (word & 0xffff) | ((word >>> 16) << LENGTH_AT);
    if (key === ESCAPE) escape = plan;
    else plans[index] = plan;
  }
  return { plans, escape };
}

function writeSteps({ words }: ChoiceSequence, steps: Steps, codes: Codes): Uint8Array {
  const { pairOf, count } = steps;
  const { plans } = codes;
  const writer = new BitWriter(codes.totalBits);
  const progress = { step: 0, word: 0 };
  for (;;) {
    writeShortSteps(words, pairOf, count, plans, writer, progress);
    if (progress.step === count) return writer.finish();
    const pair = pairOf[progress.step++]!;
    const plan = plans[pair >> PAIR_BITS]!;
    const width = widthOf(plan);
    putStep(writer, plan, steps.pairs.key(pair), codes);
    putValue(writer, words, width === INLINE_WIDTH ? progress.word + 4 : progress.word, valueBitsOf(plan));
    progress.word += width;
  }
}

/**
 * The loop for steps without an escape and without a long value; it stops at the first other step, and calls
 * nothing.
 */
function writeShortSteps(
  words: Uint32Array,
  pairOf: Int32Array,
  count: number,
  plans: Int32Array,
  writer: BitWriter,
  progress: { step: number; word: number },
): void {
  const { view } = writer;
  let { at, held, heldBits } = writer;
  let { step, word } = progress;
  for (; step < count; step++) {
    const plan = plans[pairOf[step]! >> PAIR_BITS]!;
    const valueBits = valueBitsOf(plan);
    const width = widthOf(plan);
    // For the last scopes the loop would read beyond the last word, which is slow.
    if (plan < 0 || valueBits > MAX_SHORT_VALUE_BITS || width === INLINE_WIDTH || word >= words.length) break;
    const length = lengthOf(plan);
    // A scope has no value: this line writes no bit of the next choice's value.
    const value = words[word]! & ((1 << valueBits) - 1);
    held |= (wordOf(plan) | (value << length)) << heldBits;
    heldBits += length + valueBits;
    view.setInt32(at, held, true);
    at += heldBits >>> 3;
    held >>>= heldBits & 24;
    heldBits &= 7;
    word += width;
  }
  writer.at = at;
  writer.held = held;
  writer.heldBits = heldBits;
  progress.step = step;
  progress.word = word;
}

function putStep(writer: BitWriter, plan: number, key: number, codes: Codes): void {
  writer.put(wordOf(plan), lengthOf(plan));
  if (plan >= 0) return;
  const anywhere = codes.anywhere.get(key)!;
  writer.put(wordOf(anywhere), lengthOf(anywhere));
  if (anywhere >= 0) return;
  writer.putLong(key >>> CLOSES_BITS, codes.entryBits);
  writer.put(key & MAX_CLOSES, CLOSES_BITS);
}

function putValue(writer: BitWriter, words: Uint32Array, at: number, bits: number): void {
  if (bits === 0) return;
  writer.putLong(words[at]!, Math.min(bits, 32));
  if (bits > 32) writer.putLong(words[at + 1]!, bits - 32);
}

const nothing = new Steps(ChoiceSequence.empty(new Alphabet()));
keepShape(nothing, new Codes(nothing, new ByteWriter()));
