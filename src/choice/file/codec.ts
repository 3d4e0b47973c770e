/**
 * Codec: a choice sequence as the bytes of a file, and back.
 *
 * Around the packed choices lie a magic number, the version of the format, the size, an envelope about the
 * sequence's origin, and a checksum. The page docs/sequence-format.md has every detail. Files outlive their
 * program: the meaning of format 1 never changes, and test/choice/golden holds files that must stay readable
 * for ever.
 *
 * Invariants: equal sequences with equal envelopes give equal bytes, whatever their alphabets. Other bytes
 * than a sequence give a {@link SequenceFileError}, and take no more time than their size demands.
 */
import { crc32 } from '../../util/crc32.ts';
import type { Alphabet } from '../sequence/alphabet.ts';
import { ByteReader } from './bytes.ts';
import { type Envelope, packEnvelope, type SourceId, unpackEnvelope } from './envelope.ts';
import { packChoices } from './pack.ts';
import { damaged, malformed, SequenceFileError } from './sequence-file-error.ts';
import type { ChoiceSequence } from '../sequence/sequence.ts';
import { readCounts, unpackChoices } from './unpack.ts';

/** The newest format. Files are written in it. */
export const FORMAT_VERSION = 1;

/**
 * `cgseq` between bytes that occur in no text, and that programs would change if they took the file for text.
 */
const MAGIC: readonly number[] = [0x89, 0x63, 0x67, 0x73, 0x65, 0x71, 0x0d, 0x0a];
const VERSION_AT = 8;
const SIZE_AT = 12;
const ENVELOPE_SIZE_AT = 16;
const ENVELOPE_AT = 20;
const CHECKSUM_SIZE = 4;
const MIN_SIZE: number = ENVELOPE_AT + CHECKSUM_SIZE;

export interface Decoded {
  readonly sequence: ChoiceSequence;
  readonly envelope: Envelope;
}

/** Facts about a file that need no alphabet. */
export interface SequenceSummary {
  readonly formatVersion: number;
  readonly envelope: Envelope;
  readonly choiceCount: number;
  readonly scopeCount: number;
}

export function encodeSequence(sequence: ChoiceSequence, envelope: Envelope): Uint8Array {
  const head = packEnvelope(envelope);
  const choices = packChoices(sequence);
  const size = ENVELOPE_AT + head.length + choices.length + CHECKSUM_SIZE;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(VERSION_AT, FORMAT_VERSION, true);
  view.setUint32(SIZE_AT, size, true);
  view.setUint32(ENVELOPE_SIZE_AT, head.length, true);
  bytes.set(head, ENVELOPE_AT);
  bytes.set(choices, ENVELOPE_AT + head.length);
  view.setUint32(size - CHECKSUM_SIZE, crc32(bytes, 0, size - CHECKSUM_SIZE), true);
  return bytes;
}

/**
 * Reads a sequence into an alphabet, which learns its labels and sites. If `expected` is given, a sequence of another
 * generator, or of another version of it, is refused.
 */
export function decodeSequence(bytes: Uint8Array, alphabet: Alphabet, expected?: SourceId): Decoded {
  const { envelope, choicesAt, end } = open(bytes);
  if (expected !== undefined) checkSource(envelope.source, expected);
  return { sequence: unpackChoices(bytes, choicesAt, end, alphabet), envelope };
}

/** Reads the envelope alone, after checking the whole. */
export function readSummary(bytes: Uint8Array): SequenceSummary {
  const { formatVersion, envelope, choicesAt, end } = open(bytes);
  const { choices, scopes } = readCounts(new ByteReader(bytes, choicesAt, end));
  return { formatVersion, envelope, choiceCount: choices, scopeCount: scopes };
}

/** Refuses a sequence of another generator: its choices answer other questions. */
export function checkSource(actual: SourceId, expected: SourceId): void {
  if (actual.name !== expected.name) {
    throw new SequenceFileError(
      'other-source',
      `made by generator "${actual.name}", not "${expected.name}"`,
      [
        `allowed here: sequences of "${expected.name}" version ${expected.version}`,
        `name the generator that made it: ${actual.name}`,
      ],
    );
  }
  if (actual.version !== expected.version) {
    throw new SequenceFileError(
      'other-source',
      `made by version ${actual.version} of generator "${actual.name}"; this is version ${expected.version}`,
      [
        'another version may ask other questions, and the same choices then give another program',
        `use version ${actual.version}, or replay it anew: choices that still fit are kept`,
      ],
    );
  }
}

interface Opened {
  readonly formatVersion: number;
  readonly envelope: Envelope;
  readonly choicesAt: number;
  readonly end: number;
}

/** Checks everything around the choices. */
function open(bytes: Uint8Array): Opened {
  const known = Math.min(bytes.length, MAGIC.length);
  if (bytes.length === 0) throw foreign('it is empty');
  for (let i = 0; i < known; i++) {
    if (bytes[i] !== MAGIC[i])
      throw foreign(isText(bytes) ? 'it is text' : `it begins with ${hex(bytes.subarray(0, 8))}`);
  }
  if (bytes.length < MIN_SIZE) throw damaged(`it is cut off after ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = view.getUint32(SIZE_AT, true);
  if (bytes.length < size) throw damaged(`it is cut off after ${bytes.length} of ${size} bytes`);
  const end = bytes.length - CHECKSUM_SIZE;
  if (bytes.length > size) throw damaged(`${bytes.length - size} bytes follow the ${size} that belong to it`);
  if (crc32(bytes, 0, end) !== view.getUint32(end, true)) throw damaged('its checksum differs');
  const formatVersion = view.getUint32(VERSION_AT, true);
  if (formatVersion > FORMAT_VERSION) {
    throw new SequenceFileError(
      'newer',
      `made by a newer cgfuzz: its format is ${formatVersion}, and this cgfuzz reads up to ${FORMAT_VERSION}`,
      ['install a newer cgfuzz: npm install cgfuzz@latest'],
    );
  }
  if (formatVersion === 0) throw malformed('there is no format 0');
  const envelopeSize = view.getUint32(ENVELOPE_SIZE_AT, true);
  if (envelopeSize > end - ENVELOPE_AT) throw malformed('its envelope is larger than the file');
  const choicesAt = ENVELOPE_AT + envelopeSize;
  return { formatVersion, envelope: unpackEnvelope(bytes, ENVELOPE_AT, choicesAt), choicesAt, end };
}

function foreign(why: string): SequenceFileError {
  return new SequenceFileError('foreign', `not a cgfuzz sequence: ${why}`, [
    'a file of choices has a name like finding.cgseq, and lies beside the program that was made of it',
  ]);
}

/** Judged by how it begins. */
function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 256).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
