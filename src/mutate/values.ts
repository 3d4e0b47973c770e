/**
 * Other values for a choice: near values, boundary values, values seen at the same site, flipped bits, any
 * value.
 */

import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import { type Choice, type ChoiceSequence, uniformBelow, uniformBig, valueAt } from '../choice/index.ts';
import { findOp, wholeOf } from './scopes.ts';
import { mutateTuning } from './tuning.ts';

type Way = (choice: Choice, sequence: ChoiceSequence, op: number, rng: RandomGenerator) => bigint;

/** An option has no near neighbour and no boundary; a number has both; raw bits may be anything. */
const ways: Readonly<Record<Choice['kind'], readonly Way[]>> = {
  pick: [any, any, any, seen],
  weighted: [any, any, any, seen],
  integer: [near, near, boundary, boundary, seen, seen, any, flip],
  word: [any, any, flip, seen],
};

const MAX_ATTEMPTS = mutateTuning.valueAttempts.value;
const NEAR_BITS = mutateTuning.nearBits.value;

/** Another possible value for the choice at an op; undefined if there is none. */
export function otherValue(sequence: ChoiceSequence, op: number, rng: RandomGenerator): bigint | undefined {
  const choice = sequence.choiceAt(op);
  if (choice.min === choice.max) return undefined;
  const list = ways[choice.kind];
  for (let i = 0; i < MAX_ATTEMPTS; i++) {
    const value = list[uniformBelow(rng, list.length)]!(choice, sequence, op, rng);
    if (value !== choice.value && value >= choice.min && value <= choice.max) return value;
  }
  return any(choice, sequence, op, rng);
}

/** All other values, equally likely. */
function any(
  { min, max, value }: Choice,
  _sequence: ChoiceSequence,
  _op: number,
  rng: RandomGenerator,
): bigint {
  const other = min + uniformBig(rng, max - min);
  return other < value ? other : other + 1n;
}

/** At most 32 away, mostly less. */
function near({ value }: Choice, _sequence: ChoiceSequence, _op: number, rng: RandomGenerator): bigint {
  const distance = BigInt(1 + uniformBelow(rng, 2 ** uniformBelow(rng, NEAR_BITS)));
  return uniformBelow(rng, 2) === 0 ? value + distance : value - distance;
}

/** The ends of the range, and numbers at which programs often go wrong: around 0 and around powers of two. */
function boundary(
  { min, max }: Choice,
  _sequence: ChoiceSequence,
  _op: number,
  rng: RandomGenerator,
): bigint {
  const offset = BigInt(uniformBelow(rng, 3) - 1);
  const power = 2n ** BigInt(uniformBelow(rng, 65));
  const candidates = [min, max, 0n, power, power, -power];
  return candidates[uniformBelow(rng, candidates.length)]! + offset;
}

/**
 * The value of another choice at the same site: values that this generator uses there tend to matter there.
 */
function seen({ value }: Choice, sequence: ChoiceSequence, op: number, rng: RandomGenerator): bigint {
  const other = findOp(sequence, rng, wholeOf(sequence), { symbol: sequence.ops[op]!, except: op });
  return other === -1 ? value : valueAt(sequence, other);
}

/** One binary digit of the distance to the lower bound. */
function flip(
  { min, max, value }: Choice,
  _sequence: ChoiceSequence,
  _op: number,
  rng: RandomGenerator,
): bigint {
  const digits = (max - min).toString(2).length;
  return min + ((value - min) ^ (1n << BigInt(uniformBelow(rng, digits))));
}
