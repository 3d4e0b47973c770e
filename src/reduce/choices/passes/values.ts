/**
 * Passes over values: they try other values for choices, alone and together.
 */

import { type Choice, type ChoiceSequence, rankOf, simplestValue } from '../../../choice/index.ts';
import type { Reduction } from '../reduction.ts';
import { treeOf } from '../tree.ts';
import { withValues } from './edits.ts';
import { type Pass, sweep } from './pass.ts';
import { reduceTuning } from '../../tuning.ts';

const MAX_OPTIONS_TRIED = reduceTuning.maxOptionsTried.value;
const MAX_OPTIONS = reduceTuning.maxOptions.value;
const TRIED_OF_SCALE = reduceTuning.triedOfScale.value;

/**
 * Sets all numbers to the simplest value at once: this one evaluation often removes most of the later work.
 */
export const zeroNumbers: Pass = sweep('zero numbers', function* (best) {
  const values = new Map(numbersOf(best).map((op) => [op, simplestValue(best.choiceAt(op))]));
  if (values.size > 2) yield { make: () => withValues(best, values) };
});

/** Lowers every choice as far as possible, from left to right. */
export const lowerChoices: Pass = {
  name: 'lower choices',
  async run(reduction) {
    for (let at = 0; at < treeOf(reduction.best).choices.length; at++) {
      const { kind } = reduction.best.choiceAt(treeOf(reduction.best).choices[at]!);
      if (kind === 'pick' || kind === 'weighted') await lowerOption(reduction, at);
      else await lowerNumber(reduction, at);
    }
  },
};

async function lowerOption<T>(reduction: Reduction<T>, at: number): Promise<void> {
  const { best } = reduction;
  const op = treeOf(best).choices[at]!;
  const { value, min, max } = best.choiceAt(op);
  const most = max - min < MAX_OPTIONS ? MAX_OPTIONS_TRIED : TRIED_OF_SCALE;
  const options = Array.from({ length: Number(value < most ? value : most) }, (_, i) => i);
  await reduction.considerFirst(
    options.map((option) => ({ make: () => withValues(best, new Map([[op, BigInt(option)]])) })),
  );
}

async function lowerNumber<T>(reduction: Reduction<T>, at: number): Promise<void> {
  const lowerTo = async (value: bigint): Promise<boolean> => {
    const { best } = reduction;
    const op = treeOf(best).choices[at];
    if (op === undefined) return false;
    const choice = best.choiceAt(op);
    if (value < choice.min || value > choice.max || rankOf({ ...choice, value }) >= rankOf(choice))
      return false;
    return reduction.consider(withValues(best, new Map([[op, value]])));
  };
  const current = (): Choice | undefined => {
    const op = treeOf(reduction.best).choices[at];
    return op === undefined ? undefined : reduction.best.choiceAt(op);
  };
  const choice = current()!;
  const simplest = simplestValue(choice);
  if (choice.value === simplest) return;
  for (const near of [simplest, simplest + 1n, simplest - 1n]) if (await lowerTo(near)) return;
  if (choice.value < simplest) await lowerTo(2n * simplest - choice.value);
  const sign = (current()?.value ?? 0n) < simplest ? -1n : 1n;
  await lowestThat(
    () => {
      const value = current()?.value ?? simplest;
      return (value - simplest) * sign;
    },
    (distance) => lowerTo(simplest + sign * distance),
  );
  // The next simpler number of the other sign.
  const value = current()?.value ?? simplest;
  if (value > simplest + 1n) await lowerTo(2n * simplest - value + 1n);
}

/**
 * Lowers a distance as far as possible, if 0 and 1 are known to fail. It first tries small distances, in
 * growing steps, since most minima are small. Then it halves the rest.
 */
async function lowestThat(
  current: () => bigint,
  lowerTo: (distance: bigint) => Promise<boolean>,
): Promise<void> {
  let bad = 1n;
  for (let bits = 2n; ; bits *= 2n) {
    const probe = 2n ** bits - 1n;
    if (probe >= current()) break;
    if (await lowerTo(probe)) break;
    bad = probe;
  }
  while (bad + 1n < current()) {
    const middle = (bad + current()) / 2n;
    if (!(await lowerTo(middle))) bad = middle;
  }
}

/** Lowers equal numbers together, and numbers that can keep an equal distance. */
export const lowerTogether: Pass = {
  name: 'lower together',
  async run(reduction) {
    await lowerEqual.run(reduction);
    await lowerPairs.run(reduction);
  },
};

/** All choices of one value at once: to the simplest, then by steps. */
const lowerEqual: Pass = sweep('lower equal', function* (best) {
  for (const ops of equalChoices(best)) {
    const { value, min, max } = best.choiceAt(ops[0]!);
    const simplest = simplestValue({ min, max });
    const to = (target: bigint): ChoiceSequence => withValues(best, new Map(ops.map((op) => [op, target])));
    yield { make: () => to(simplest) };
    const step = value > simplest ? -1n : 1n;
    const distance = value > simplest ? value - simplest : simplest - value;
    yield {
      make: () => to(value + step),
      grow: (k) => (BigInt(k) >= distance ? undefined : to(value + step * BigInt(k))),
    };
  }
});

function equalChoices(best: ChoiceSequence): number[][] {
  const groups = new Map<string, number[]>();
  for (const op of treeOf(best).choices) {
    const choice = best.choiceAt(op);
    if (rankOf(choice) === 0n || choice.kind === 'weighted') continue;
    const key = `${choice.kind} ${choice.value}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [op]);
    else group.push(op);
  }
  return [...groups.values()].filter((ops) => ops.length > 1);
}

const PAIR_REACH = reduceTuning.pairReach.value;

function numbersOf(best: ChoiceSequence): number[] {
  return treeOf(best).choices.filter((op) => {
    const { kind } = best.choiceAt(op);
    return kind === 'integer' || kind === 'word';
  });
}

function* pairs(best: ChoiceSequence): Generator<readonly [number, number]> {
  const numbers = numbersOf(best);
  for (let i = 0; i < numbers.length; i++) {
    for (let j = i + 1; j < Math.min(numbers.length, i + 1 + PAIR_REACH); j++)
      yield [numbers[i]!, numbers[j]!];
  }
}

/** Keeps the difference of two numbers and moves both towards the simplest value of the nearer one. */
const lowerPairs: Pass = sweep('lower pairs', function* (best) {
  for (const [first, second] of pairs(best)) {
    const a = best.choiceAt(first);
    const b = best.choiceAt(second);
    const [fromA, fromB] = [a.value - simplestValue(a), b.value - simplestValue(b)];
    if (fromA === 0n || fromB === 0n || fromA > 0n !== fromB > 0n) continue;
    const step = fromA > 0n ? -1n : 1n;
    const least = abs(fromA) < abs(fromB) ? abs(fromA) : abs(fromB);
    const by = (distance: bigint): ChoiceSequence =>
      withValues(
        best,
        new Map([
          [first, a.value + step * distance],
          [second, b.value + step * distance],
        ]),
      );
    yield { make: () => by(least) };
    yield { make: () => by(1n), grow: (k) => (BigInt(k) >= least ? undefined : by(BigInt(k))) };
  }
});

/** Shifts all numbers of one site together, until one of them has its simplest value. */
export const shiftNumbers: Pass = sweep('shift numbers', function* (best) {
  const sites = new Map<number, number[]>();
  for (const op of numbersOf(best)) {
    const site = best.ops[op]!;
    const ops = sites.get(site);
    if (ops === undefined) sites.set(site, [op]);
    else ops.push(op);
  }
  for (const ops of sites.values()) {
    const choices = ops.map((op) => best.choiceAt(op));
    const simplest = simplestValue(choices[0]!);
    for (const shift of new Set(choices.map(({ value }) => simplest - value))) {
      if (shift === 0n || ops.length === 1) continue;
      yield { make: () => withValues(best, new Map(ops.map((op, i) => [op, choices[i]!.value + shift]))) };
    }
  }
});

/** Moves value from one number to a later one, so that the earlier number is simpler and the sum stays. */
export const redistribute: Pass = sweep('redistribute', function* (best) {
  for (const [first, second] of pairs(best)) {
    const a = best.choiceAt(first);
    const b = best.choiceAt(second);
    const distance = a.value - simplestValue(a);
    if (distance === 0n) continue;
    const step = distance > 0n ? 1n : -1n;
    const move = (amount: bigint): ChoiceSequence | undefined => {
      const target = b.value + step * amount;
      if (target < b.min || target > b.max) return undefined;
      return withValues(
        best,
        new Map([
          [first, a.value - step * amount],
          [second, target],
        ]),
      );
    };
    yield { make: () => move(abs(distance)) };
    yield { make: () => move(1n), grow: (k) => (BigInt(k) >= abs(distance) ? undefined : move(BigInt(k))) };
  }
});

const DIVISORS = reduceTuning.divisors.value;

/**
 * Lowers one number and raises a later one so that their product stays, or becomes only a little larger.
 * Neither of the two factors can fall by itself. A partner that would exceed its upper bound gets that bound.
 */
export const keepProducts: Pass = sweep('keep products', function* (best) {
  for (const [first, second] of pairs(best)) {
    const a = best.choiceAt(first);
    const b = best.choiceAt(second);
    if (a.value <= 1n || b.value <= 0n) continue;
    const product = a.value * b.value;
    const lowerTo = (factor: bigint): ChoiceSequence | undefined => {
      if (factor < 1n || factor < a.min) return undefined;
      const partner = (product + factor - 1n) / factor;
      return withValues(
        best,
        new Map([
          [first, factor],
          [second, partner],
        ]),
      );
    };
    for (const divisor of new Set([a.value, ...DIVISORS])) {
      if (a.value % divisor === 0n) yield { make: () => lowerTo(a.value / divisor) };
    }
    const grow = (k: number): ChoiceSequence | undefined => lowerTo(a.value - BigInt(k));
    yield { make: () => grow(1), grow };
  }
});

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
