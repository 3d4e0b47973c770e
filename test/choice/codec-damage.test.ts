/**
 * Fuzzes the decoder: whatever bytes it is given, it refuses them with an error of its own or reads a sequence that is in
 * order. Half of the inputs get their size and checksum put right after the damage, to reach what lies behind them.
 */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import { checkSequence } from '../../src/choice/sequence/sequence.ts';
import { decodeSequence, encodeSequence, readSummary } from '../../src/choice/file/codec.ts';
import { replay } from '../../src/choice/engine/replay.ts';
import { SequenceFileError } from '../../src/choice/file/sequence-file-error.ts';
import { crc32 } from '../../src/util/crc32.ts';
import { program } from './csmith-like.ts';
import { record } from './random-sequences.ts';

const ENVELOPE_AT = 20;

function repair(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 24) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  view.setUint32(12, bytes.length, true);
  view.setUint32(bytes.length - 4, crc32(bytes, 0, bytes.length - 4), true);
  return bytes;
}

function samples(): Uint8Array[] {
  const envelope = {
    source: { name: 'csmith', version: '2.3.0' },
    seed: 1,
    meanings: [{ label: 'a', kind: 'pick' as const, names: ['x', null] }],
    provenance: { mutator: 'splice', parents: ['a', 'b'], at: [1, 2.5] },
    more: { longer: 'x'.repeat(40) },
  };
  const sequences = [0, 1, 3, 30, 200, 1_000].map((choices) => {
    const replayed = replay((draw) => program(draw, choices), { alphabet: new Alphabet(), seed: choices });
    return replayed.record;
  });
  const wide = record(
    new Alphabet(),
    [
      { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n },
      { kind: 'integer', min: 0n, max: 2n ** 40n },
      { kind: 'word', size: 64 },
      { kind: 'word', size: 17 },
    ],
    1,
  );
  return [...sequences, wide].map((sequence) => encodeSequence(sequence, envelope));
}

const files = samples();

/** One damaged input after another, always the same for a seed. */
function damager(seed: number): () => Uint8Array {
  const rng = xoroshiro128plus(seed);
  const below = (count: number): number => (rng.next() >>> 0) % Math.max(1, count);
  const pick = (): Uint8Array => files[below(files.length)]!;
  const spots = [8, 12, 16, ENVELOPE_AT, ENVELOPE_AT + 1];
  const somewhere = (bytes: Uint8Array): number =>
    below(8) === 0 ? spots[below(spots.length)]! : below(bytes.length);
  const damages: ((bytes: Uint8Array) => Uint8Array)[] = [
    (bytes) => {
      for (let flips = 1 + below(4); flips > 0; flips--) bytes[somewhere(bytes)]! ^= 1 << below(8);
      return bytes;
    },
    (bytes) => {
      for (let times = 1 + below(8); times > 0; times--) bytes[somewhere(bytes)] = below(256);
      return bytes;
    },
    (bytes) => bytes.slice(0, below(bytes.length + 1)),
    (bytes) => {
      const other = pick();
      return Uint8Array.from([...bytes.slice(0, below(bytes.length)), ...other.slice(below(other.length))]);
    },
    // Numbers that claim to be huge, of this format and of MessagePack.
    (bytes) => {
      const claims = [
        [0xff, 0xff, 0xff, 0xff],
        [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
        [0xdd, 0x7f, 0xff, 0xff, 0xff],
        [0xdf, 0xff, 0xff, 0xff, 0xff],
        [0xdb, 0x0f, 0xff, 0xff, 0xff],
        [0xc9, 0, 0, 0, 1, 0x74],
        [0x91, 0x91, 0x91, 0x91, 0x91, 0x91, 0x91, 0x91],
      ];
      const claim = claims[below(claims.length)]!;
      const at = somewhere(bytes);
      if (below(2) === 0) return Uint8Array.from([...bytes.slice(0, at), ...claim, ...bytes.slice(at)]);
      bytes.set(claim.slice(0, bytes.length - at), at);
      return bytes;
    },
    (bytes) => {
      const from = ENVELOPE_AT + below(bytes.length - ENVELOPE_AT);
      for (let at = from; at < bytes.length; at++) bytes[at] = rng.next();
      return bytes;
    },
    () => Uint8Array.from({ length: below(300) }, () => rng.next()),
  ];
  let count = 0;
  return () => {
    const file = files[Math.min(below(files.length), below(files.length))]!;
    const damaged = damages[below(damages.length)]!(file.slice());
    return count++ % 2 === 0 ? repair(damaged) : damaged;
  };
}

describe('the decoder', () => {
  const inputs = 120_000;

  it(`refuses or reads each of ${inputs} damaged files, and nothing else happens`, () => {
    const next = damager(1);
    let alphabet = new Alphabet();
    const outcomes: Record<string, number> = { read: 0 };
    for (let i = 0; i < inputs; i++) {
      const bytes = next();
      // Forged labels would fill it up in the end.
      if (alphabet.size > 20_000) alphabet = new Alphabet();
      try {
        const { sequence } = decodeSequence(bytes, alphabet);
        const wrong = checkSequence(alphabet, sequence.ops, sequence.words);
        if (wrong !== undefined) throw new Error(`input ${i} was read, and ${wrong}`);
        if (sequence.ops.length > 16 * bytes.length) throw new Error(`input ${i} became too large`);
        outcomes['read']!++;
      } catch (error) {
        if (!(error instanceof SequenceFileError)) throw error;
        const kind = `${error.reason}${error.message.includes('although') ? ' behind the checksum' : ''}`;
        outcomes[kind] = (outcomes[kind] ?? 0) + 1;
      }
    }
    // It was not always the first check that said no.
    expect(outcomes['damaged behind the checksum']).toBeGreaterThan(inputs / 10);
    expect(outcomes['damaged']).toBeGreaterThan(inputs / 10);
    expect(outcomes['foreign']).toBeGreaterThan(100);
    expect(outcomes['newer']).toBeGreaterThan(10);
    expect(outcomes['read']).toBeGreaterThan(100);
  }, 60_000);

  it('notices every single flipped bit', () => {
    const file = files[1]!;
    const alphabet = new Alphabet();
    for (let bit = 0; bit < file.length * 8; bit++) {
      const bytes = file.slice();
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => decodeSequence(bytes, alphabet), `bit ${bit}`).toThrow(SequenceFileError);
    }
  });

  it('notices wherever a file is cut off, and what follows it', () => {
    const file = files[2]!;
    for (let length = 0; length < file.length; length++) {
      expect(() => readSummary(file.slice(0, length))).toThrow(SequenceFileError);
    }
    expect(() => readSummary(Uint8Array.from([...file, 0]))).toThrow('1 bytes follow');
  });
});

describe('a file that is refused', () => {
  const complaint = (bytes: Uint8Array): string => {
    try {
      decodeSequence(bytes, new Alphabet());
    } catch (error) {
      if (error instanceof SequenceFileError) return `${error.reason}: ${error.message}`;
      throw error;
    }
    return 'none';
  };
  const changed = (change: (bytes: Uint8Array) => Uint8Array | void): Uint8Array => {
    const bytes = files[2]!.slice();
    return change(bytes) ?? bytes;
  };

  it.each([
    ['nothing at all', new Uint8Array(0), /^foreign: not a cgfuzz sequence: it is empty$/],
    ['text', Buffer.from('int main() {}'), /^foreign: .*it is text$/],
    ['cut off', changed((bytes) => bytes.slice(0, 100)), /^damaged: .*cut off after 100 of \d+ bytes$/],
    ['changed', changed((bytes) => void bytes[60]!++), /^damaged: damaged: its checksum differs$/],
    [
      'newer',
      changed((bytes) => repair(((bytes[8] = 3), bytes))),
      /^newer: made by a newer cgfuzz: its format is 3, and this cgfuzz reads up to 1$/,
    ],
    [
      'forged',
      changed((bytes) => repair(((bytes[ENVELOPE_AT] = 0xc0), bytes))),
      /^damaged: .* although the checksum is right$/,
    ],
  ])('is told why: %s', (_name, bytes, reason) => {
    expect(complaint(bytes)).toMatch(reason);
  });
});
