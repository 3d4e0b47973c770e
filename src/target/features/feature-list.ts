/**
 * Lists of features as bytes: differences between neighbours, seven bits a byte. Near features hit together,
 * so that a feature takes little more than one byte. Servers and corpora use this form, so a campaign passes
 * on the received bytes.
 *
 * Invariant: packed lists are ascending, without repeats.
 */
import { PAGE_BYTES, type PagedBytes, pageOf } from '../../util/paged-bytes.ts';

export function packFeatures(features: Uint32Array): Uint8Array {
  // Reused between calls: memory outside the heap, taken and dropped with every list, makes the collector
  // run.
  if (scratch.length < features.length * MAX_BYTES) scratch = new Uint8Array(features.length * MAX_BYTES * 2);
  const bytes = scratch;
  let at = 0;
  let before = 0;
  for (let i = 0; i < features.length; i++) {
    const feature = features[i]!;
    let left = feature - before;
    if (left < 0 || (left === 0 && i > 0)) throw new Error('features are not in ascending order');
    before = feature;
    for (; left > 127; left >>>= 7) bytes[at++] = (left & 127) | 128;
    bytes[at++] = left;
  }
  return bytes.slice(0, at);
}

const MAX_BYTES = 5;
let scratch = new Uint8Array(0);

/** The reverse; throws a `RangeError` for other bytes. */
export function unpackFeatures(bytes: Uint8Array): Uint32Array {
  if (found.length < bytes.length) found = new Uint32Array(bytes.length * 2);
  const features = found;
  let count = 0;
  let feature = 0;
  for (let at = 0; at < bytes.length; at++) {
    let difference = bytes[at]!;
    if (difference > 127) {
      difference &= 127;
      for (let scale = 128; ; scale *= 128) {
        if (++at === bytes.length) throw new RangeError('the last feature is cut off');
        difference += (bytes[at]! & 127) * scale;
        if (bytes[at]! < 128) break;
      }
    }
    feature += difference;
    if (feature > 0xffff_ffff) throw new RangeError('a feature beyond 32 bits');
    if (count > 0 && difference === 0) throw new RangeError('a feature twice');
    features[count++] = feature;
  }
  return features.slice(0, count);
}

let found = new Uint32Array(0);

/**
 * Adds one to the counter of each feature in a list, up to the limit of a byte. Reads the packed list
 * directly: unpacking first takes 0.44 ms instead of 0.34 for 38,000 features, for each kept test.
 */
export function countFeatures(bytes: Uint8Array, counters: PagedBytes): void {
  let feature = 0;
  let ahead = 0;
  for (let at = 0; at < bytes.length;) {
    // The page stays the same throughout the inner loop, which makes it as quick as one over a single array.
    const page = counters.page(ahead);
    const pageNumber = pageOf(ahead);
    for (let next = at; next < bytes.length; at = next) {
      let difference = bytes[next++]!;
      if (difference > 127) {
        difference &= 127;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[next++] ?? 0;
          difference |= (byte & 127) << shift;
          if (byte < 128) break;
        }
      }
      ahead = feature + difference;
      if (pageOf(ahead) !== pageNumber) break;
      feature = ahead;
      const inPage = feature & (PAGE_BYTES - 1);
      const count = page[inPage]!;
      if (count < 255) page[inPage] = count + 1;
    }
  }
}
