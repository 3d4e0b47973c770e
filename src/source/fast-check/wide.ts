/** Whole numbers beyond 64 bits, made of several choices. */

/** A number in bounds for one that may be out of them: itself, or wrapped around. */
export function bigIntBetween(min: bigint, max: bigint, value: bigint): bigint {
  if (value >= min && value <= max) return value;
  const count = max - min + 1n;
  const offset = (value - min) % count;
  return min + (offset < 0n ? offset + count : offset);
}

/**
 * A number from 0 to `max` for any `max`, drawn 64 bits at a time from the top. Each draw is bounded exactly: by what
 * is left of `max` while all above it were at their maximum. The first draw takes the top 64 bits, so hardly any number
 * is likelier than another.
 */
export function drawWide(max: bigint, draw: (max: bigint) => bigint): bigint {
  let left = max.toString(2).length;
  let value = 0n;
  let isAtMax = true;
  while (left > 0) {
    const bits = Math.min(64, left);
    left -= bits;
    const top: bigint = isAtMax ? (max >> BigInt(left)) & (2n ** BigInt(bits) - 1n) : 2n ** BigInt(bits) - 1n;
    const part: bigint = draw(top);
    isAtMax &&= part === top;
    value = (value << BigInt(bits)) | part;
  }
  return value;
}
