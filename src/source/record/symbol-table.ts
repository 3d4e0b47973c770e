/**
 * SymbolTable: translates the symbols of one generator process to the engine's alphabet.
 *
 * Both sides append to one table: the engine appends the symbols of its sequences, the generator its new
 * questions. While no other process adds to the alphabet, both sides give equal numbers, and sequences pass
 * as they are.
 *
 * Invariant: whatever a generator writes into the table is accepted as a whole, or refused with a {@link
 * ProtocolError}.
 */

import {
  type Alphabet,
  ChoiceSequence,
  CLOSE,
  DrawError,
  MAX_SYMBOLS,
  type LearntAnswers,
  questionKey,
  questionOf,
  type Site,
  survey,
  SymbolKind,
} from '../../choice/index.ts';
import { ANSWER_BYTES } from '../process/memory-layout.ts';
import { ProtocolError } from './protocol-error.ts';

const FIRST_FREE_SYMBOL = 3;
const ENTRY_BYTES = 8;
const BOUNDS_BYTES = 16;
const INT64_MAX = 2n ** 63n - 1n;
const KINDS = ['pick', 'weighted', 'integer', 'word'] as const;

export class SymbolTable {
  readonly #alphabet: Alphabet;
  /** The alphabet's number by the generator's number, and the reverse. */
  readonly #outer: Uint16Array = new Uint16Array(MAX_SYMBOLS);
  readonly #inner: Uint16Array = new Uint16Array(MAX_SYMBOLS);
  /** Number of words of a choice in the generator's form. */
  readonly #innerWidths: Uint8Array = new Uint8Array(MAX_SYMBOLS);
  #size = FIRST_FREE_SYMBOL;
  #isIdentity = true;
  /** Integers of the generator's table that the alphabet keeps inline. */
  readonly #inlined = new Map<number, Site>();

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
    for (let symbol = 0; symbol < FIRST_FREE_SYMBOL; symbol++) {
      this.#outer[symbol] = symbol;
      this.#inner[symbol] = symbol;
      this.#innerWidths[symbol] = alphabet.widths[symbol]!;
    }
  }

  /** Entries in the table. */
  get count(): number {
    return this.#size - FIRST_FREE_SYMBOL;
  }

  /** Entries for symbols that are new in the alphabet, as bytes to append. */
  appendNews(): Buffer {
    const parts: Buffer[] = [];
    const { size } = this.#alphabet;
    for (let symbol = FIRST_FREE_SYMBOL; symbol < size; symbol++) {
      if (this.#inner[symbol] !== 0) continue;
      parts.push(entryOf(this.#alphabet, symbol));
      this.#add(symbol, this.#alphabet.widths[symbol]!);
    }
    return Buffer.concat(parts);
  }

  /** Reads entries that the generator appended. */
  takeIn(bytes: Buffer, count: number): void {
    let offset = 0;
    for (let i = 0; i < count; i++) {
      if (offset + ENTRY_BYTES > bytes.length) throw new ProtocolError('its symbol table is cut off');
      const length = bytes.readUInt16LE(offset + 2);
      const end = offset + ENTRY_BYTES + Math.ceil(length / 8) * 8;
      if (end > bytes.length) throw new ProtocolError('its symbol table is cut off');
      const payload = bytes.subarray(offset + ENTRY_BYTES, offset + ENTRY_BYTES + length);
      this.#tryEntry(bytes[offset]!, bytes[offset + 1]! !== 0, payload);
      offset = end;
    }
    if (offset !== bytes.length) throw new ProtocolError('its symbol table is longer than its entries');
  }

  /** A sequence's ops in the generator's numbers. */
  toGenerator(ops: Uint16Array): Uint16Array {
    if (this.#isIdentity) return ops;
    const translated = new Uint16Array(ops.length);
    for (let i = 0; i < ops.length; i++) translated[i] = this.#inner[ops[i]!]!;
    return translated;
  }

  /** Learnt answers in the generator's numbers. */
  translated(answers: LearntAnswers): Map<number, number> {
    const translated = new Map<number, number>();
    for (const [key, answer] of answers) {
      const { label, symbol } = questionOf(key);
      translated.set(questionKey({ label: this.#inner[label]!, symbol: this.#inner[symbol]! }), answer);
    }
    return translated;
  }

  /** The same as bytes, in the order of their questions. */
  answersToGenerator(answers: LearntAnswers): Buffer {
    const questions = [...this.translated(answers)].toSorted(([a], [b]) => a - b);
    const bytes = Buffer.alloc(questions.length * ANSWER_BYTES);
    for (const [index, [key, answer]] of questions.entries()) {
      bytes.writeUInt32LE(key, index * ANSWER_BYTES);
      bytes.writeUInt32LE(answer, index * ANSWER_BYTES + 4);
    }
    return bytes;
  }

  /**
   * The sequence for ops and words as a generator left them, perhaps in the middle of an operation. Open
   * scopes are closed, and words whose op is missing are dropped. `before` comes first in the result; `words`
   * already holds its words.
   */
  toSequence(before: ChoiceSequence, ops: Uint16Array, words: Uint32Array): ChoiceSequence {
    const alphabet = this.#alphabet;
    const start = before.ops.length;
    if (scratch.length < start + ops.length) scratch = new Uint16Array(2 * (start + ops.length));
    const translated = scratch.subarray(0, start + ops.length);
    translated.set(before.ops);
    if (this.#isIdentity && this.#size === alphabet.size) translated.set(ops, start);
    else this.#translate(ops, translated.subarray(start));
    const inAlphabet = this.#inlined.size === 0 ? words : this.#inline(ops, words, before.words.length);
    const { problem, openScopes, choiceCount, wordCount } = survey(alphabet, translated, inAlphabet);
    if (problem !== undefined) throw new ProtocolError(`its record makes no sense: ${problem}`);
    const closed = new Uint16Array(translated.length + openScopes).fill(CLOSE, translated.length);
    closed.set(translated);
    const used = wordCount === inAlphabet.length ? inAlphabet : inAlphabet.subarray(0, wordCount);
    return new ChoiceSequence(alphabet, closed, used, choiceCount);
  }

  #translate(ops: Uint16Array, translated: Uint16Array): void {
    const outer = this.#outer;
    const size = this.#size;
    for (let i = 0; i < ops.length; i++) {
      const inner = ops[i]!;
      if (inner >= size) throw unknownSymbol(inner);
      translated[i] = outer[inner]!;
    }
  }

  /** Words in which integers without a symbol have their bounds beside their values. */
  #inline(ops: Uint16Array, words: Uint32Array, firstWord: number): Uint32Array {
    const list = [...words.subarray(0, firstWord)];
    let word = firstWord;
    for (const inner of ops) {
      const width = this.#innerWidths[inner]!;
      if (word + width > words.length) throw new ProtocolError('its record has choices without values');
      const site = this.#inlined.get(inner);
      if (site !== undefined) {
        for (const bound of [site.min, site.max]) {
          list.push(Number(bound & 0xffff_ffffn), Number((bound >> 32n) & 0xffff_ffffn));
        }
        list.push(words[word]!, width === 1 ? 0 : words[word + 1]!);
      } else {
        for (let i = 0; i < width; i++) list.push(words[word + i]!);
      }
      word += width;
    }
    return Uint32Array.from(list);
  }

  /**
   * Reports an entry that the alphabet refuses, for example a label that is no UTF-8: decoding would make it
   * longer.
   */
  #tryEntry(kind: number, isUnsigned: boolean, payload: Buffer): void {
    try {
      this.#takeEntry(kind, isUnsigned, payload);
    } catch (error) {
      if (!(error instanceof DrawError)) throw error;
      throw new ProtocolError(`its symbol table has ${error.message}`);
    }
  }

  #takeEntry(kind: number, isUnsigned: boolean, payload: Buffer): void {
    if (this.#size >= MAX_SYMBOLS) throw new ProtocolError('it has more symbols than there are numbers');
    if (kind === SymbolKind.scope) {
      this.#add(this.#alphabet.label(payload.toString()), 0);
      return;
    }
    const name = KINDS[kind - SymbolKind.pick];
    if (name === undefined || payload.length !== BOUNDS_BYTES)
      throw new ProtocolError('its symbol table has an entry of no known kind');
    const min = isUnsigned ? payload.readBigUInt64LE(0) : payload.readBigInt64LE(0);
    const max = min + payload.readBigUInt64LE(8);
    const site: Site = { kind: name, min, max };
    const isWord = name !== 'word' || ((max + 1n) & max) === 0n;
    const isFromZero = name === 'integer' || (min === 0n && max < 2n ** (name === 'word' ? 64n : 32n));
    if (!isFromZero || !isWord || max > (isUnsigned ? 2n ** 64n - 1n : INT64_MAX))
      throw new ProtocolError(`its symbol table has a ${name} between ${min} and ${max}`);
    const symbol = this.#alphabet.site(site);
    if (symbol < FIRST_FREE_SYMBOL) this.#inlined.set(this.#size, site);
    this.#add(symbol, innerWidth(min, max));
  }

  #add(symbol: number, width: number): void {
    const inner = this.#size++;
    this.#outer[inner] = symbol;
    this.#innerWidths[inner] = width;
    if (this.#inner[symbol] === 0) this.#inner[symbol] = inner;
    if (inner !== symbol) this.#isIdentity = false;
  }
}

/**
 * Buffer for a record in the alphabet's numbers while the number of open scopes is unknown; reused, as in
 * choice-memory.ts.
 */
let scratch = new Uint16Array(0);

/** A function outside the loop: inside it V8 would make a string of the number in each round. */
function unknownSymbol(inner: number): ProtocolError {
  return new ProtocolError(`its record has an unknown symbol ${inner}`);
}

function innerWidth(min: bigint, max: bigint): number {
  const isExact = min >= Number.MIN_SAFE_INTEGER && max <= Number.MAX_SAFE_INTEGER;
  return max - min < 2n ** 32n && isExact ? 1 : 2;
}

function entryOf(alphabet: Alphabet, symbol: number): Buffer {
  if (alphabet.isScope(symbol)) {
    const text = Buffer.from(alphabet.labelOf(symbol));
    const entry = Buffer.alloc(ENTRY_BYTES + Math.ceil(text.length / 8) * 8);
    entry[0] = SymbolKind.scope;
    entry.writeUInt16LE(text.length, 2);
    text.copy(entry, ENTRY_BYTES);
    return entry;
  }
  const { min, max } = alphabet.siteOf(symbol);
  const entry = Buffer.alloc(ENTRY_BYTES + BOUNDS_BYTES);
  entry[0] = alphabet.kinds[symbol]!;
  entry[1] = max > INT64_MAX ? 1 : 0;
  entry.writeUInt16LE(BOUNDS_BYTES, 2);
  entry.writeBigUInt64LE(BigInt.asUintN(64, min), ENTRY_BYTES);
  entry.writeBigUInt64LE(max - min, ENTRY_BYTES + 8);
  return entry;
}
