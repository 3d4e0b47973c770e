/**
 * Lists of features as bytes: differences between neighbours, seven bits a byte. Near features hit together, so that a
 * feature takes little more than one byte.
 *
 * Invariant: what is packed is ascending, without repeats.
 */
export function packFeatures(features: Uint32Array): Uint8Array {
  // Kept from call to call: memory outside the heap, taken and dropped with every list, makes the collector run.
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

/** The reverse; throws a `RangeError` on bytes that are no such list. */
export function unpackFeatures(bytes: Uint8Array): Uint32Array {
  const features = new Uint32Array(bytes.length);
  let count = 0;
  let value = 0;
  let difference = 0;
  let scale = 1;
  for (const byte of bytes) {
    difference += (byte & 127) * scale;
    scale *= 128;
    if (byte > 127) continue;
    value += difference;
    if (value > 0xffff_ffff) throw new RangeError('a feature beyond 32 bits');
    if (count > 0 && difference === 0) throw new RangeError('a feature twice');
    features[count++] = value;
    difference = 0;
    scale = 1;
  }
  if (scale !== 1) throw new RangeError('the last feature is cut off');
  return features.slice(0, count);
}
