/**
 * Kept: quantities that several choices make together, and that must stay while the first of these choices
 * become simpler.
 *
 * Sums and products have passes of their own. This module keeps sums with factors, bits, products that must
 * stay exact, and values that change places. Each pass lists pairs of choices, so that it works on small
 * tests only.
 */
import { type ChoiceSequence, rankOf, simplestValue } from '../../../choice/index.ts';
import { reduceTuning } from '../../tuning.ts';
import type { Candidate } from '../reduction.ts';
import { treeOf } from '../tree.ts';
import { withValues } from './edits.ts';
import { type Pass, sweep } from './pass.ts';

const MOST_NUMBERS = reduceTuning.mostTraders.value;
const MOST_FACTOR = BigInt(reduceTuning.mostTradedFactor.value);
const MOST_SCANNED = BigInt(reduceTuning.mostScannedFactors.value);
const MOST_CHOICES = reduceTuning.mostExchanged.value;

/** Lowers a number and changes a later one so that a quantity of both stays the same. */
export const keepQuantities: Pass = sweep('keep quantities', function* (best) {
  const numbers = treeOf(best).choices.filter((op) => best.choiceAt(op).kind === 'integer');
  if (numbers.length > MOST_NUMBERS) return;
  for (const [i, first] of numbers.entries())
    for (const second of numbers.slice(i + 1)) {
      yield* exactProducts(best, first, second);
      yield* commonBits(best, first, second);
      yield* trades(best, first, second);
    }
});

/** Sets both values at once; undefined if one of them is out of its bounds. */
function pairOf(best: ChoiceSequence, values: ReadonlyMap<number, bigint>): ChoiceSequence | undefined {
  for (const [op, value] of values) {
    const { min, max } = best.choiceAt(op);
    if (value < min || value > max) return undefined;
  }
  return withValues(best, values);
}

function* exactProducts(best: ChoiceSequence, first: number, second: number): Iterable<Candidate> {
  const [a, b] = [best.choiceAt(first), best.choiceAt(second)];
  if (a.value <= 1n || b.value <= 0n) return;
  const product = a.value * b.value;
  const end = a.value < MOST_SCANNED ? a.value : MOST_SCANNED;
  for (let factor = 1n; factor < end; factor++)
    if (product % factor === 0n && product / factor <= b.max)
      yield {
        make: () =>
          pairOf(
            best,
            new Map([
              [first, factor],
              [second, product / factor],
            ]),
          ),
      };
}

/** Clears bits in a number and flips the same bits in a later number: all of them, or one. */
function* commonBits(best: ChoiceSequence, first: number, second: number): Iterable<Candidate> {
  const [a, b] = [best.choiceAt(first).value, best.choiceAt(second).value];
  if (a <= 0n || b < 0n) return;
  const bits = [a];
  for (let bit = 1n; bit < a; bit <<= 1n) if ((a & bit) !== 0n) bits.push(bit);
  for (const mask of bits)
    yield {
      make: () =>
        pairOf(
          best,
          new Map([
            [first, a ^ mask],
            [second, b ^ mask],
          ]),
        ),
    };
}

/**
 * Lowers a number by some steps, and changes a later one by others, up or down: the total worth of two kinds
 * of coins stays.
 */
function* trades(best: ChoiceSequence, first: number, second: number): Iterable<Candidate> {
  const [a, b] = [best.choiceAt(first), best.choiceAt(second)];
  const distance = a.value - simplestValue(a);
  // All other passes try the last step of a number; a trade for it alone hardly ever pays.
  if (distance >= -1n && distance <= 1n) return;
  const step = distance > 0n ? -1n : 1n;
  for (let p = 1n; p <= MOST_FACTOR; p++)
    for (let q = 1n; q <= MOST_FACTOR; q++) {
      if (divisorOf(p, q) !== 1n || (p === 1n && q === 1n)) continue;
      for (const way of [step, -step]) {
        const grow = (k: number): ChoiceSequence | undefined => {
          const times = BigInt(k);
          if (p * times > (distance > 0n ? distance : -distance)) return undefined;
          return pairOf(
            best,
            new Map([
              [first, a.value + step * p * times],
              [second, b.value + way * q * times],
            ]),
          );
        };
        yield { make: () => grow(1), grow };
      }
    }
}

function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisorOf(b, a % b);
}

/**
 * Looks for the simplest front among structures of equal size. Two choices of one kind change their values,
 * or one moves to the front of others. This turns a tree whose nodes are coins, or reorders a word.
 */
export const exchangeValues: Pass = sweep('exchange values', function* (best) {
  const { choices } = treeOf(best);
  if (choices.length > MOST_CHOICES) return;
  const groups = new Map<string, number[]>();
  for (const op of choices) {
    const { kind, min, max } = best.choiceAt(op);
    const key = `${kind} ${min} ${max}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [op]);
    else group.push(op);
  }
  for (const ops of groups.values()) {
    const values = ops.map((op) => best.choiceAt(op).value);
    const ranks = ops.map((op) => rankOf(best.choiceAt(op)));
    for (let i = 0; i < ops.length; i++)
      for (let j = i + 1; j < ops.length; j++) {
        if (ranks[j]! >= ranks[i]!) continue;
        const moved = values.toSpliced(j, 1).toSpliced(i, 0, values[j]!);
        const exchanged = values.with(i, values[j]!).with(j, values[i]!);
        for (const order of [moved, exchanged])
          yield { make: () => withValues(best, new Map(ops.map((op, at) => [op, order[at]!]))) };
      }
  }
});
