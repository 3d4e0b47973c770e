/**
 * Blobs: the form in which Centipede's engine and its binaries write requests and replies into shared memory,
 * one blob after the other.
 *
 * A blob is a tag of 64 bits, a size of 64 bits, and that number of bytes; all numbers are little-endian. A
 * tag of 0 ends the list. Invariant: from any bytes a reader gets blobs, or an error.
 */
export interface Blob {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

const HEADER_BYTES = 16;
const EMPTY = new Uint8Array();

/** The end of a list, which also makes an old reply unreadable. */
export const END_OF_BLOBS: Uint8Array = new Uint8Array(HEADER_BYTES);

/** The bytes are no list of blobs. */
export class BlobError extends Error {}

/** A list of blobs with its end. */
export function writeBlobs(blobs: readonly Blob[]): Uint8Array {
  const size = blobs.reduce((sum, { bytes }) => sum + HEADER_BYTES + bytes.length, HEADER_BYTES);
  const written = new Uint8Array(size);
  const view = new DataView(written.buffer);
  let at = 0;
  for (const { tag, bytes } of blobs) {
    view.setBigUint64(at, BigInt(tag), true);
    view.setBigUint64(at + 8, BigInt(bytes.length), true);
    written.set(bytes, at + HEADER_BYTES);
    at += HEADER_BYTES + bytes.length;
  }
  return written;
}

export interface ReadBlobs {
  readonly blobs: readonly Blob[];
  /** The number of bytes that the next blob needs, if the bytes end before the list ends. */
  readonly needed?: number;
}

/** `bytes` is the beginning of a memory of `size` bytes. A last blob that the memory cannot hold was never written. */
export function readBlobs(bytes: Uint8Array, size: number = bytes.length): ReadBlobs {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const blobs: Blob[] = [];
  let at = 0;
  while (at + HEADER_BYTES <= size) {
    if (at + HEADER_BYTES > bytes.length) return { blobs, needed: at + HEADER_BYTES };
    const tag = view.getBigUint64(at, true);
    const length = view.getBigUint64(at + 8, true);
    if (tag === 0n) break;
    const end = at + HEADER_BYTES + Number(length);
    if (tag > 0xffn) throw new BlobError(`there is no blob with the tag ${tag}`);
    if (end > size) throw new BlobError(`a blob of ${length} bytes does not fit into the memory`);
    if (end > bytes.length) return { blobs, needed: end };
    blobs.push({ tag: Number(tag), bytes: bytes.subarray(at + HEADER_BYTES, end) });
    at = end;
  }
  return { blobs };
}

const tags = { execution: 1, mutation: 2, inputs: 3, mutants: 4, input: 6 } as const;

/** A request to execute inputs; it is the same in all ages of the protocol. */
export function executionRequest(inputs: readonly Uint8Array[]): Uint8Array {
  return writeBlobs([
    { tag: tags.execution, bytes: EMPTY },
    { tag: tags.inputs, bytes: wordOf(inputs.length) },
    ...inputs.map((bytes) => ({ tag: tags.input, bytes })),
  ]);
}

export type EngineRequest =
  | { readonly kind: 'execute'; readonly inputs: readonly Uint8Array[] }
  | { readonly kind: 'mutate'; readonly inputs: readonly Uint8Array[]; readonly mutants: number };

/** A request as a binary reads it. An engine may lack room for the last inputs. */
export function readRequest(blobs: readonly Blob[]): EngineRequest {
  const inputs = blobs.filter(({ tag }) => tag === tags.input).map(({ bytes }) => bytes);
  if (blobs[0]?.tag === tags.execution) return { kind: 'execute', inputs };
  const mutants = blobs.find(({ tag }) => tag === tags.mutants)?.bytes;
  if (blobs[0]?.tag !== tags.mutation || mutants?.length !== 8)
    throw new BlobError('the request asks neither to execute nor to mutate');
  return { kind: 'mutate', inputs, mutants: numberOf(mutants) };
}

/** A number of 64 bits. */
export function wordOf(value: number | bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

function numberOf(bytes: Uint8Array): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true));
}
