/**
 * Dictionary: the labels and sites of one sequence, in order of first use, as a file holds them.
 *
 * Invariant: it depends on the questions alone. An alphabet's symbol numbers do not matter. Nor does it
 * matter whether the bounds of an integer stand in the alphabet or in the choice. So equal sequences have
 * equal bytes.
 */
import {
  type Alphabet,
  type ChoiceKind,
  DrawError,
  INT64_MAX,
  INT64_MIN,
  type Site,
  UINT64_MAX,
} from '../sequence/alphabet.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { malformed } from './sequence-file-error.ts';

/** A scope's label, or the question that a choice answers. */
export type DictionaryEntry = { readonly label: string } | { readonly site: Site };

/** The numbers stand in files: they never change. */
const SCOPE = 0;
const KINDS: readonly (ChoiceKind | undefined)[] = [undefined, 'pick', 'weighted', 'integer', 'word'];

/** Larger picks have no exact number of options in JavaScript. */
const MAX_OPTION = 2n ** 53n - 1n;

export function writeDictionary(writer: ByteWriter, entries: readonly DictionaryEntry[]): void {
  writer.number(entries.length);
  for (const entry of entries) {
    if ('label' in entry) {
      writer.byte(SCOPE);
      writer.text(entry.label);
      continue;
    }
    const { kind, min, max } = entry.site;
    writer.byte(KINDS.indexOf(kind));
    if (kind === 'word') writer.byte(bitLength(max));
    else {
      if (kind === 'integer') writer.bigNumber(min < 0n ? -2n * min - 1n : 2n * min);
      writer.bigNumber(max - min);
    }
  }
}

export function readDictionary(reader: ByteReader): DictionaryEntry[] {
  // An entry takes two bytes or more.
  const length = reader.number(reader.left >> 1, 'the number of labels and sites');
  const entries: DictionaryEntry[] = [];
  for (let i = 0; i < length; i++) entries.push(readEntry(reader));
  return entries;
}

function readEntry(reader: ByteReader): DictionaryEntry {
  const code = reader.byte();
  if (code === SCOPE) return { label: reader.text('a label') };
  const kind = KINDS[code];
  switch (kind) {
    case undefined:
      throw malformed(`there is no kind of choice with number ${code}`);
    case 'word': {
      const bits = reader.byte();
      if (bits < 1 || bits > 64) throw malformed(`a word of ${bits} bits`);
      return { site: { kind, min: 0n, max: 2n ** BigInt(bits) - 1n } };
    }
    case 'integer': {
      const zigzag = reader.bigNumber(2n * UINT64_MAX, 'a bound');
      const min = zigzag & 1n ? -(zigzag + 1n) / 2n : zigzag / 2n;
      const max = min + reader.bigNumber(UINT64_MAX, 'a bound');
      if (min < INT64_MIN || max > (min < 0n ? INT64_MAX : UINT64_MAX))
        throw malformed(`an integer from ${min} to ${max}`);
      return { site: { kind, min, max } };
    }
    default:
      return { site: { kind, min: 0n, max: reader.bigNumber(MAX_OPTION, 'a number of options') } };
  }
}

/** Symbols of the entries in an alphabet, which learns new entries. */
export function symbolsIn(alphabet: Alphabet, entries: readonly DictionaryEntry[]): number[] {
  try {
    return entries.map((entry) =>
      'label' in entry ? alphabet.label(entry.label) : alphabet.site(entry.site),
    );
  } catch (error) {
    if (error instanceof DrawError) throw malformed(error.message);
    throw error;
  }
}

/** Number of bits that hold every number up to `most`. */
export function bitLength(most: bigint): number {
  return most === 0n ? 0 : most.toString(2).length;
}
