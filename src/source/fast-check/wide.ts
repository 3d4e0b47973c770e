/** Whole numbers beyond 64 bits, made from several choices. */

import { uniformBigInt } from 'pure-rand/distribution/uniformBigInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** A number within the bounds: the given one, or wrapped around if it is outside. */
export function bigIntBetween(min: bigint, max: bigint, value: bigint): bigint {
  if (value >= min && value <= max) return value;
  const count = max - min + 1n;
  const offset = (value - min) % count;
  return min + (offset < 0n ? offset + count : offset);
}

type Fresh = (rng: RandomGenerator) => bigint;

/** Asks for a number from 0 to `top`. */
type Ask = (top: bigint, fresh: Fresh) => bigint;

/**
 * A number from `min` to `max`, in the order of reduction. First comes its distance from the simplest number:
 * a smaller top part, then parts of 64 bits. Then comes its side. Each part has an exact bound: the rest of
 * the largest distance while all higher parts are at their maximum. `whole` draws a number without a record.
 */
export function drawWide(min: bigint, max: bigint, ask: Ask, whole: Fresh): bigint {
  const simplest = min > 0n ? min : max < 0n ? max : 0n;
  const [below, above] = [simplest - min, max - simplest];
  let drawn: bigint | undefined;
  const planned = (rng: RandomGenerator): bigint => (drawn ??= whole(rng)) - simplest;
  const distance = drawDistance(below > above ? below : above, ask, planned);
  const isEither = distance > 0n && distance <= below && distance <= above;
  const isBelow = isEither
    ? ask(1n, (rng) => {
        const plan = planned(rng);
        return plan === -distance ? 1n : plan === distance ? 0n : uniformBigInt(rng, 0n, 1n);
      }) === 1n
    : distance > above;
  return isBelow ? simplest - distance : simplest + distance;
}

function drawDistance(max: bigint, ask: Ask, planned: Fresh): bigint {
  let left = max.toString(2).length;
  let value = 0n;
  let isAtMax = true;
  while (left > 0) {
    const bits = left % 64 === 0 ? 64 : left % 64;
    left -= bits;
    const rest = BigInt(left);
    const mask = 2n ** BigInt(bits) - 1n;
    const top: bigint = isAtMax ? (max >> rest) & mask : mask;
    const soFar = value;
    const part: bigint = ask(top, (rng) => {
      const plan = planned(rng);
      const distance = (plan < 0n ? -plan : plan) >> rest;
      return distance >> BigInt(bits) === soFar ? distance & mask : uniformBigInt(rng, 0n, top);
    });
    isAtMax &&= part === top;
    value = (value << BigInt(bits)) | part;
  }
  return value;
}
