/**
 * Unpack: the way back from the bytes of pack.ts to a sequence in a given alphabet.
 *
 * The reader does not trust the bytes, even if their checksum is right. Invariants: memory and time are
 * bounded by the number of bytes. Any sequence that comes out has balanced scopes and values within their
 * bounds.
 */
import { type Alphabet, CLOSE } from '../sequence/alphabet.ts';
import { endsTooEarly, peekBits, readBits } from './bits.ts';
import { ByteReader } from './bytes.ts';
import { bitLength, type DictionaryEntry, readDictionary, symbolsIn } from './dictionary.ts';
import { CLOSES_BITS, ESCAPE, INLINE_WIDTH, MAX_CLOSES, MAX_SHORT_VALUE_BITS } from './pack.ts';
import { makeTable, MAX_CODE_BITS } from './prefix-code.ts';
import { malformed } from './sequence-file-error.ts';
import { ChoiceSequence } from '../sequence/sequence.ts';

export interface Counts {
  readonly steps: number;
  readonly choices: number;
  readonly scopes: number;
}

/**
 * Numbers of steps, choices and scopes. A step takes at least a bit, and holds a choice, a scope or neither.
 */
export function readCounts(reader: ByteReader): Counts {
  const steps = reader.number(reader.left * 8, 'the number of steps');
  const choices = reader.number(steps, 'the number of choices');
  const scopes = reader.number(steps - choices, 'the number of scopes');
  return { steps, choices, scopes };
}

/** Reads the choices between two places; at least two bytes must follow. */
export function unpackChoices(
  bytes: Uint8Array,
  from: number,
  end: number,
  alphabet: Alphabet,
): ChoiceSequence {
  const reader = new ByteReader(bytes, from, end);
  const counts = readCounts(reader);
  const entries = readDictionary(reader);
  const codes = readCodes(reader, entries.length);
  return readSteps({ bytes, from: reader.at, end }, counts, entries, codes, alphabet);
}

/**
 * All codes in one table: the code of the steps after entry e begins at `starts[e]`, and the common code
 * comes last.
 */
interface Codes {
  readonly table: Int32Array;
  readonly starts: Int32Array;
  readonly masks: Int32Array;
}

function readCodes(reader: ByteReader, entryCount: number): Codes {
  const starts = new Int32Array(entryCount + 2);
  const masks = new Int32Array(entryCount + 2);
  // An entry without a code gets an escape of no bits, which leads to the common code.
  const tables: Int32Array[] = [Int32Array.of(ESCAPE)];
  let size = 1;
  for (let context = 0; context < starts.length; context++) {
    const length = reader.number(reader.left, 'the length of a code');
    if (length === 0) continue;
    const lengthCounts = length === 1 ? [0, 1] : readLengthCounts(reader, length);
    const keys: number[] = [];
    const lastKey = ((entryCount + 1) << CLOSES_BITS) - 1;
    for (let i = 0; i < length; i++) keys.push(reader.number(lastKey, 'a step'));
    const table = makeTable(lengthCounts, keys);
    starts[context] = size;
    masks[context] = table.length - 1;
    tables.push(table);
    size += table.length;
  }
  const table = new Int32Array(size);
  let at = 0;
  for (const part of tables) {
    table.set(part, at);
    at += part.length;
  }
  return { table, starts, masks };
}

function readLengthCounts(reader: ByteReader, length: number): number[] {
  const lengthCounts = [0];
  for (let left = length; left > 0;) {
    if (lengthCounts.length > MAX_CODE_BITS) throw malformed('a code has too long words');
    const count = reader.number(left, 'the number of words in a code');
    lengthCounts.push(count);
    left -= count;
  }
  return lengthCounts;
}

/**
 * Numbers for reading each entry, also for entry 0, which stands for nothing. They lie side by side, so that
 * a step finds all of them in one line of the cache.
 */
const INFO_SIZE = 8;
const START = 0;
const MASK = 1;
const SYMBOL = 2;
const OPENS = 3;
const EVENTS = 4;
const WIDTH = 5;
const VALUE_BITS = 6;
/** Highest value in the short form. */
const MOST = 7;

function describeEntries(alphabet: Alphabet, entries: readonly DictionaryEntry[], codes: Codes): Int32Array {
  const info = new Int32Array((entries.length + 1) * INFO_SIZE);
  const symbols = symbolsIn(alphabet, entries);
  info[SYMBOL] = CLOSE;
  for (let entry = 0; entry <= entries.length; entry++) {
    const at = entry * INFO_SIZE;
    info[at + START] = codes.starts[entry]!;
    info[at + MASK] = codes.masks[entry]!;
    const described = entries[entry - 1];
    if (described === undefined) continue;
    const symbol = symbols[entry - 1]!;
    info[at + SYMBOL] = symbol;
    info[at + EVENTS] = 1;
    if ('label' in described) {
      info[at + OPENS] = 1;
    } else {
      const most = described.site.max - described.site.min;
      info[at + WIDTH] = alphabet.widths[symbol]!;
      info[at + VALUE_BITS] = bitLength(most);
      info[at + MOST] = Number(BigInt.asIntN(32, most));
    }
  }
  return info;
}

interface Span {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly end: number;
}

function readSteps(
  { bytes, from, end }: Span,
  counts: Counts,
  entries: readonly DictionaryEntry[],
  codes: Codes,
  alphabet: Alphabet,
): ChoiceSequence {
  const { table, starts, masks } = codes;
  const [startAnywhere, maskAnywhere] = [starts[entries.length + 1]!, masks[entries.length + 1]!];
  const info = describeEntries(alphabet, entries, codes);
  const entryBits = bitLength(BigInt(entries.length));
  // New arrays are full of zeros, and a zero ends a scope: the code skips a place to close a scope. One extra
  // word, which the scopes after the last choice write into. JavaScript ignores writes beyond an array.
  const ops = new Uint16Array(counts.choices + 2 * counts.scopes);
  const words = new Uint32Array(counts.choices * widestOf(info) + 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const endBit = end * 8;
  let bit = from * 8;
  let op = 0;
  let word = 0;
  let choices = 0;
  let depth = 0;
  let at = 0;
  for (let step = 0; step < counts.steps; step++) {
    if (bit > endBit) throw endsTooEarly();
    let next = view.getInt32(bit >>> 3, true) >>> (bit & 7);
    let found = table[info[at + START]! + (next & info[at + MASK]!)]!;
    if (found >> 4 === ESCAPE) {
      bit += found & 15;
      next = peekBits(view, bit, endBit);
      found = table[startAnywhere + (next & maskAnywhere)]!;
      if (found >> 4 === ESCAPE) {
        bit += found & 15;
        found = readListed(view, bit, entryBits, endBit);
        bit += entryBits + CLOSES_BITS;
        next = peekBits(view, bit, endBit);
      }
    }
    if (found < 0) throw malformed('a word stands in no code');
    const closes = (found >>> 4) & MAX_CLOSES;
    at = (found >>> (4 + CLOSES_BITS)) * INFO_SIZE;
    if (at >= info.length) throw malformed('a step has no label and no site');

    ops[op] = info[at + SYMBOL]!;
    op += info[at + EVENTS]! + closes;
    depth += info[at + OPENS]! - closes;
    if (depth < 0) throw malformed('it ends a scope that never began');

    const valueBits = info[at + VALUE_BITS]!;
    const width = info[at + WIDTH]!;
    if (width <= 1 && valueBits <= MAX_SHORT_VALUE_BITS) {
      // A scope writes a zero, and the next choice overwrites it.
      const value = (next >>> (found & 15)) & ((1 << valueBits) - 1);
      if (value > info[at + MOST]!) throw outOfBounds();
      bit += (found & 15) + valueBits;
      words[word] = value;
      word += width;
      choices += width;
    } else {
      bit += found & 15;
      const described = entries[at / INFO_SIZE - 1]!;
      readLongValue(view, bit, endBit, described, width, words, word);
      bit += valueBits;
      word += width;
      choices++;
    }
  }
  checkEnd(bit, endBit, depth, choices === counts.choices && op === ops.length);
  return new ChoiceSequence(alphabet, ops, words.slice(0, word), choices);
}

/** Number of words in the widest choice. */
function widestOf(info: Int32Array): number {
  let widest = 1;
  for (let at = 0; at < info.length; at += INFO_SIZE) widest = Math.max(widest, info[at + WIDTH]!);
  return widest;
}

/** A spelled-out step, which is in no code: its entry and the number of scopes that it closes. */
function readListed(view: DataView, bit: number, entryBits: number, endBit: number): number {
  const entry = readBits(view, bit, entryBits, endBit);
  return ((entry << CLOSES_BITS) | readBits(view, bit + entryBits, CLOSES_BITS, endBit)) << 4;
}

function checkEnd(bit: number, endBit: number, depth: number, isWhole: boolean): void {
  if (bit > endBit) throw endsTooEarly();
  if (endBit - bit > 7) throw malformed('bytes follow its choices');
  if (depth !== 0) throw malformed(`${depth} of its scopes never end`);
  if (!isWhole) throw malformed('it holds more or less than it says');
}

/** A value of two words, or a value of any size after inline bounds. */
function readLongValue(
  view: DataView,
  bit: number,
  endBit: number,
  entry: DictionaryEntry,
  width: number,
  words: Uint32Array,
  word: number,
): void {
  if ('label' in entry) throw new Error('a scope has no value');
  const { min, max } = entry.site;
  const valueBits = bitLength(max - min);
  const lowBits = Math.min(valueBits, 32);
  const low = readBits(view, bit, lowBits, endBit);
  const high = valueBits > 32 ? readBits(view, bit + 32, valueBits - 32, endBit) : 0;
  if (((BigInt(high) << 32n) | BigInt(low)) > max - min) throw outOfBounds();
  if (width === INLINE_WIDTH) {
    words[word] = low32(min);
    words[word + 1] = low32(min >> 32n);
    words[word + 2] = low32(max);
    words[word + 3] = low32(max >> 32n);
  }
  words[word + width - (width > 1 ? 2 : 1)] = low;
  if (width > 1) words[word + width - 1] = high;
}

function low32(value: bigint): number {
  return Number(BigInt.asUintN(32, value));
}

function outOfBounds(): Error {
  return malformed('a value is out of its bounds');
}
