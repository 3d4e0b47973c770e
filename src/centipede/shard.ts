/**
 * Shard of a corpus: Centipede's form of many inputs in one file. Each input stands between two marks, with its
 * SHA-1 and its size.
 */
import { createHash } from 'node:crypto';

const text = new TextEncoder();
const BEGIN = text.encode('-Centipede-');
const END = text.encode('-edepitneC-');
/** Length of a SHA-1 in hexadecimal. */
const DIGEST_LENGTH = 40;

/** The name of the first shard in a working folder of Centipede. */
export const FIRST_SHARD = 'corpus.000000';

/** One input as a shard holds it; a shard is a series of such pieces. */
export function inputInShard(input: Uint8Array): Uint8Array {
  const digest = text.encode(createHash('sha1').update(input).digest('hex'));
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(input.length), true);
  return Buffer.concat([BEGIN, digest, size, input, END]);
}

/** The inputs of a shard, up to a piece that is cut off: an engine may end in the middle of its work. */
export function inputsOfShard(shard: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(shard.buffer, shard.byteOffset, shard.length);
  const inputs: Uint8Array[] = [];
  const head = BEGIN.length + DIGEST_LENGTH + 8;
  for (let at = 0; at + head <= bytes.length;) {
    if (!bytes.subarray(at, at + BEGIN.length).equals(BEGIN)) break;
    const from = at + head;
    const to = from + Number(bytes.readBigUInt64LE(from - 8));
    if (!bytes.subarray(to, to + END.length).equals(END)) break;
    inputs.push(Uint8Array.from(bytes.subarray(from, to)));
    at = to + END.length;
  }
  return inputs;
}
