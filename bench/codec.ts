/** What it costs to write a sequence to a corpus and to read it back. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Alphabet } from '../src/choice/sequence/alphabet.ts';
import type { ChoiceSequence } from '../src/choice/sequence/sequence.ts';
import { decodeSequence, encodeSequence } from '../src/choice/file/codec.ts';
import { replay } from '../src/choice/engine/replay.ts';
import { program } from './csmith-like.ts';
import { type Bench, compare, cpuMs, type Measurement } from './harness.ts';

const envelope = { source: { name: 'csmith-like', version: '1' } };
const CHOICES = 69_900;

/** For the benchmark `engine` too, which has them among its goals. */
export function* measureCodec(): Generator<Measurement> {
  const alphabet = new Alphabet();
  const { record } = replay((draw) => program(draw, CHOICES), { alphabet, seed: 1 });
  const what = `a Csmith-like record, ${record.choiceCount} choices in ${record.scopeCount} scopes`;

  const encodeColdMs = timed(() => encodeSequence(record, envelope));
  const bytes = encodeSequence(record, envelope);
  const decodeColdMs = timed(() => decodeSequence(bytes, alphabet));
  const plain = plainBytes(record);
  const deflated = deflateRawSync(plain, { level: 1 });

  const { ns, how } = compare(
    {
      encode: (times) => repeat(times, () => encodeSequence(record, envelope).length),
      decode: (times) => repeat(times, () => decodeSequence(bytes, alphabet).sequence.choiceCount),
      deflate: (times) => repeat(times, () => deflateRawSync(plain, { level: 1 }).length),
      inflate: (times) => repeat(times, () => inflateRawSync(deflated).length),
    },
    { rounds: 31 },
  );
  const ms = (name: Parameters<typeof ns>[0]): number => ns(name) / 1e6;
  const atMost3 = { atMost: 3 };
  const inAll = `${what}; ${how}`;
  yield { name: 'encode a sequence', value: ms('encode'), unit: 'ms', goal: atMost3, how: inAll };
  yield { name: 'decode a sequence', value: ms('decode'), unit: 'ms', goal: atMost3, how: inAll };
  yield {
    name: 'a choice on disk, with its scopes',
    value: bytes.length / record.choiceCount,
    unit: 'bytes',
    goal: { atMost: 3 },
    how: `${what}; ${bytes.length} bytes in all`,
  };
  const once = `${what}; CPU time of the first call in a process, not compiled`;
  yield { name: 'encode for the first time', value: encodeColdMs, unit: 'ms', how: once };
  yield { name: 'decode for the first time', value: decodeColdMs, unit: 'ms', how: once };
  const alternative = 'alternative: a byte for each event, values in whole bytes, deflate -1; only deflating';
  yield { name: 'deflate instead', value: ms('deflate'), unit: 'ms', how: alternative };
  yield { name: 'inflate instead', value: ms('inflate'), unit: 'ms', how: alternative };
  yield {
    name: 'a choice on disk, deflated',
    value: deflated.length / record.choiceCount,
    unit: 'bytes',
    how: alternative,
  };
}

export const codec: Bench = {
  name: 'codec',
  question: 'What does it cost to write a sequence to a corpus and to read it back?',
  decision: 'whether entries are kept in memory or on disk, and whether a general compressor would do',
  run: measureCodec,
};

function timed(work: () => unknown): number {
  const before = cpuMs();
  work();
  return cpuMs() - before;
}

function repeat(times: number, work: () => number): number {
  let sum = 0;
  for (let i = 0; i < times; i++) sum += work();
  return sum;
}

/** The simplest thing that could be compressed; fewer than 256 symbols are asked for. */
function plainBytes({ alphabet, ops, words }: ChoiceSequence): Uint8Array {
  const bytes: number[] = [];
  let word = 0;
  for (const symbol of ops) {
    bytes.push(symbol);
    for (let left = alphabet.widths[symbol]!; left > 0; left--) {
      const value = words[word++]!;
      const size = Math.min(4, Math.ceil(Math.log2(alphabet.counts[symbol]!) / 8));
      for (let i = 0; i < size; i++) bytes.push((value >>> (8 * i)) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}
