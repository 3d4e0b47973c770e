/**
 * Replies of a binary to a request to execute one input. Tags changed between releases. The first blob of a
 * reply tells the binary's age, since it always marks the begin of an input.
 */
import { type Blob, BlobError } from './blobs.ts';

/** The tags of one age. `features` was 1 in all of them. */
export interface Age {
  readonly features: number;
  readonly begin: number;
  readonly end: number;
  readonly stats: number;
  readonly metadata: number;
}

const ages: readonly Age[] = [2, 3].map((begin) => ({
  features: 1,
  begin,
  end: begin + 1,
  stats: begin + 2,
  metadata: begin + 3,
}));

export interface Reply {
  readonly hasBegun: boolean;
  /** True if the input was executed to its end. */
  readonly hasEnded: boolean;
  /** Numbers of features, in no order. */
  readonly features: Uint32Array;
  /** The greatest memory of the process so far; absent in older binaries and after some ends. */
  readonly peakMegabytes: number;
  /** Wall time of preparing, executing and finishing. */
  readonly microseconds: number;
}

const NO_FEATURES = new Uint32Array();
const STATS_BYTES = 32;

export function readReply(blobs: readonly Blob[]): Reply {
  const [first] = blobs;
  const age = ages.find(({ begin }) => begin === first?.tag);
  if (first !== undefined && age === undefined)
    throw new BlobError(`a reply begins with a blob of tag ${first.tag}, which no release writes`);
  let features: Uint32Array = NO_FEATURES;
  let hasEnded = false;
  let peakMegabytes = 0;
  let microseconds = 0;
  for (const { tag, bytes } of blobs) {
    if (tag === age?.features) features = readFeatures(bytes);
    if (tag === age?.end) hasEnded = true;
    if (tag === age?.stats && bytes.length === STATS_BYTES) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, STATS_BYTES);
      const [before, during, after, peak] = [0, 8, 16, 24].map((at) => Number(view.getBigUint64(at, true)));
      microseconds = (before ?? 0) + (during ?? 0) + (after ?? 0);
      peakMegabytes = peak ?? 0;
    }
  }
  return { hasBegun: first !== undefined, hasEnded, features, peakMegabytes, microseconds };
}

/** Features are words of 64 bits, of which the lower half is used. */
function readFeatures(bytes: Uint8Array): Uint32Array {
  if (bytes.length % 8 !== 0) throw new BlobError(`a list of features has ${bytes.length} bytes`);
  const halves = new Uint32Array(Uint8Array.from(bytes).buffer);
  const features = new Uint32Array(halves.length / 2);
  for (let index = 0; index < features.length; index++) {
    if (halves[2 * index + 1] !== 0) throw new BlobError('a feature has more than 32 bits');
    features[index] = halves[2 * index]!;
  }
  return features;
}
