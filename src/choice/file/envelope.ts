/**
 * Envelope: what a file says about its sequence, in MessagePack, which every language reads.
 *
 * A later version's fields are kept. Invariant: equal envelopes give equal bytes, since fields stand in a
 * fixed order, known ones first.
 *
 * msgpackr trusts its input: lengths may claim gigabytes, and extensions may name classes and records. So
 * this file checks the bytes first, and accepts only plain values.
 */
import { Packr } from 'msgpackr/pack';
import type { Meaning } from '../sequence/meanings.ts';
import { malformed } from './sequence-file-error.ts';
import { choiceTuning } from '../tuning.ts';

/** The generator that made a sequence; the sequence means something only to it. */
export interface SourceId {
  readonly name: string;
  /**
   * Version of the generator; the generator decides what its versions look like. A change of version may
   * change what the choices stand for.
   */
  readonly version: string;
}

/** Data that an envelope may hold. */
export type PlainValue =
  null | boolean | number | string | readonly PlainValue[] | { readonly [key: string]: PlainValue };

export interface Envelope {
  readonly source: SourceId;
  /** Seed of the fresh draws; there only if the sequence was recorded and not mutated. */
  readonly seed?: number;
  readonly meanings?: readonly Meaning[];
  /** The origin of the sequence, in the words of its maker. */
  readonly provenance?: PlainValue;
  /** Further fields, from the caller or from a later version of cgfuzz. */
  readonly more?: Readonly<Record<string, PlainValue>>;
}

const KNOWN: readonly string[] = ['source', 'seed', 'meanings', 'provenance'];
const MAX_DEPTH = choiceTuning.maxEnvelopeDepth.value;

const packr = new Packr({ useRecords: false, variableMapSize: true, int64AsType: 'number' });

export function packEnvelope({ source, seed, meanings, provenance, more = {} }: Envelope): Uint8Array {
  const fields: Record<string, unknown> = {
    source: { name: source.name, version: source.version },
    ...(seed === undefined ? {} : { seed }),
    ...(meanings === undefined || meanings.length === 0
      ? {}
      : { meanings: meanings.map(({ label, kind, names }) => ({ label, kind, names })) }),
    ...(provenance === undefined ? {} : { provenance }),
  };
  for (const key of Object.keys(more).toSorted()) {
    if (KNOWN.includes(key)) throw new TypeError(`"${key}" is a field of its own in an envelope`);
    fields[key] = more[key];
  }
  return packr.pack(plain(fields, 0));
}

/** A copy with sorted keys, with well-formed texts, and without anything that a reader would refuse. */
function plain(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new TypeError(`an envelope is nested deeper than ${MAX_DEPTH}`);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    if (depth > 0) entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([key, item]) => [plain(key, depth + 1), plain(item, depth + 1)] as const),
    );
  }
  throw new TypeError(`an envelope cannot hold a ${typeof value}`);
}

export function unpackEnvelope(bytes: Uint8Array, from: number, end: number): Envelope {
  if (skipPlain(bytes, from, end, 0) !== end) throw malformed('bytes follow its envelope');
  const value: unknown = packr.unpack(bytes.slice(from, end));
  if (!isRecord(value)) throw malformed('its envelope is no map');
  const { source, seed, meanings, provenance, ...rest } = value;
  if (!isRecord(source) || typeof source['name'] !== 'string' || typeof source['version'] !== 'string') {
    throw malformed('its envelope names no source');
  }
  if (seed !== undefined && typeof seed !== 'number') throw malformed('its seed is no number');
  if (meanings !== undefined && !(Array.isArray(meanings) && meanings.every(isMeaning))) {
    throw malformed('its meanings are not what they should be');
  }
  const more = rest as Record<string, PlainValue>;
  return {
    source: { name: source['name'], version: source['version'] },
    ...(seed === undefined ? {} : { seed }),
    ...(meanings === undefined ? {} : { meanings: meanings as Meaning[] }),
    ...(provenance === undefined ? {} : { provenance: provenance as PlainValue }),
    ...(Object.keys(more).length === 0 ? {} : { more }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMeaning(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['label'] === 'string' &&
    typeof value['kind'] === 'string' &&
    Array.isArray(value['names']) &&
    value['names'].every((name) => name === null || typeof name === 'string')
  );
}

/** The end of the value that begins at a place, if it is plain, keyed by texts, and within the bytes. */
function skipPlain(bytes: Uint8Array, at: number, end: number, depth: number): number {
  if (depth > MAX_DEPTH) throw malformed('its envelope is nested too deeply');
  if (at >= end) throw malformed('its envelope ends too early');
  const type = bytes[at]!;
  const lengthAt = (size: number): number => {
    if (at + size >= end) throw malformed('its envelope ends too early');
    let length = 0;
    for (let i = 1; i <= size; i++) length = length * 256 + bytes[at + i]!;
    return length;
  };
  const skipBytes = (to: number): number => {
    if (to > end) throw malformed('its envelope ends too early');
    return to;
  };
  const skipList = (from: number, length: number, isMap: boolean): number => {
    let next = from;
    for (let i = 0; i < length; i++) {
      if (isMap) {
        if (!isText(bytes[next] ?? 0)) throw malformed('a key in its envelope is no text');
        next = skipPlain(bytes, next, end, depth + 1);
      }
      next = skipPlain(bytes, next, end, depth + 1);
    }
    return next;
  };
  if (type < 0x80 || type >= 0xe0) return at + 1;
  if (type < 0x90) return skipList(at + 1, type & 15, true);
  if (type < 0xa0) return skipList(at + 1, type & 15, false);
  if (type < 0xc0) return skipBytes(at + 1 + (type & 31));
  switch (type) {
    case 0xc0: // nil
    case 0xc2: // false
    case 0xc3: // true
      return at + 1;
    case 0xca: // float32
    case 0xcb: // float64
      return skipBytes(at + 1 + (type === 0xca ? 4 : 8));
    case 0xcc: // uint8, uint16, uint32, uint64
    case 0xcd:
    case 0xce:
    case 0xcf:
      return skipBytes(at + 1 + (1 << (type - 0xcc)));
    case 0xd0: // int8, int16, int32, int64
    case 0xd1:
    case 0xd2:
    case 0xd3:
      return skipBytes(at + 1 + (1 << (type - 0xd0)));
    case 0xd9: // str8, str16, str32
    case 0xda:
    case 0xdb: {
      const size = 1 << (type - 0xd9);
      return skipBytes(at + 1 + size + lengthAt(size));
    }
    case 0xdc: // array16, array32
    case 0xdd:
    case 0xde: // map16, map32
    case 0xdf: {
      const size = type & 1 ? 4 : 2;
      return skipList(at + 1 + size, lengthAt(size), type >= 0xde);
    }
    default:
      throw malformed(`its envelope holds a value of type 0x${type.toString(16)}`);
  }
}

function isText(type: number): boolean {
  return (type >= 0xa0 && type < 0xc0) || (type >= 0xd9 && type <= 0xdb);
}
