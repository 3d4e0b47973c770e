/**
 * Shard of a corpus: how Centipede keeps many inputs in one file. Each input stands between two marks, with its SHA-1 and
 * its size.
 */
import { createHash } from 'node:crypto';

const text = new TextEncoder();
const BEGIN = text.encode('-Centipede-');
const END = text.encode('-edepitneC-');

/** The name of the first shard in a working folder of Centipede. */
export const FIRST_SHARD = 'corpus.000000';

/** One input as a shard holds it; a shard is a series of such pieces. */
export function inputInShard(input: Uint8Array): Uint8Array {
  const digest = text.encode(createHash('sha1').update(input).digest('hex'));
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(input.length), true);
  return Buffer.concat([BEGIN, digest, size, input, END]);
}
