/**
 * Runs a litmus test instead of judging it: its threads run against each other many times, and the outcomes
 * are counted.
 *
 * An observed forbidden outcome is proof. An outcome that did not show proves nothing, so a run never says
 * that code is right. The harness is instrumentation/stress/stress.c, and knows nothing of contracts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instrumentationFolder } from '../../build/index.ts';
import { laboratoryTuning } from '../tuning.ts';
import {
  type Contract,
  declarationsOf,
  observedName,
  outputName,
  spellingOf,
  threadName,
} from '../../litmus/index.ts';

const HARNESS = 'stress.c';
const PLACES = 'places.h';

export interface StressFile {
  readonly path: string;
  readonly text: string;
}

/** Files to compile and link with the object of the threads, with `-pthread`. */
export function stressFiles(contract: Contract): StressFile[] {
  const harness = readFileSync(join(instrumentationFolder, 'stress', HARNESS), 'utf8');
  return [
    { path: HARNESS, text: harness },
    { path: PLACES, text: placesOf(contract) },
  ];
}

const types = { 8: 'signed char', 16: 'short', 32: 'int', 64: 'long long' } as const;

/** The tables of one test. Each variable has a cache line of its own. */
function placesOf({ locations, observed, threads }: Contract): string {
  const outputs = observed.flatMap((each) =>
    each.kind === 'local' ? [outputName(each.thread, each.name)] : [],
  );
  const bytesOf = (name: string): number => (locations.find((each) => each.name === name)?.bits ?? 32) / 8;
  const spellings = new Map(locations.map((location) => [location.name, spellingOf(location)]));
  const row = (name: string, symbol: string, initial = 0): string =>
    `  {"${name}", &${spellings.get(symbol) ?? symbol}, ${bytesOf(symbol)}, ${initial}},`;
  const numbers = Array.from({ length: threads }, (_, thread) => threadName(thread));
  return [
    'struct place { const char *name; volatile void *at; int bytes, initial; };',
    ...declarationsOf(locations, ({ bits = 32 }) => types[bits]).map((each) => `_Alignas(64) ${each}`),
    ...outputs.map((name) => `_Alignas(64) int ${name};`),
    ...numbers.map((name) => `void ${name}(void);`),
    'static const struct place locations[] = {',
    ...locations.map(({ name, initial }) => row(name, name, initial)),
    ...outputs.map((name) => row(name, name)),
    '};',
    'static const struct place shown[] = {',
    ...observed.map((each) =>
      row(observedName(each), each.kind === 'local' ? outputName(each.thread, each.name) : each.name),
    ),
    '};',
    `static void (*const threads[])(void) = {${numbers.join(', ')}};`,
    '',
  ].join('\n');
}

export interface StressCounts {
  readonly rounds: number;
  /** False if time ran out within a round. */
  readonly isWhole: boolean;
  readonly counts: ReadonlyMap<string, number>;
}

/** Undefined for output of another program, and if the harness had only one processor. */
export function readStressCounts(stdout: string): StressCounts | undefined {
  const end = /^(done|cut off) (\d+) rounds$/m.exec(stdout);
  if (end === null) return undefined;
  const lines = [...stdout.matchAll(/^(\d+) ((?:\S+=-?\d+;\s?)*)$/gm)];
  const counts = new Map(lines.map(([, count, outcome = '']) => [outcome.trim(), Number(count)]));
  return { rounds: Number(end[2]), isWhole: end[1] === 'done', counts };
}

export interface SeenOutcome {
  readonly outcome: string;
  readonly count: number;
  /** The share of rounds that show it lies between these two, with 95% confidence. */
  readonly atLeast: number;
  readonly atMost: number;
}

/** Outcomes that C forbids, the most frequent first. */
export function forbiddenIn(
  { allowed, tolerated }: Contract,
  { counts, rounds }: StressCounts,
): SeenOutcome[] {
  const right = new Set([...allowed, ...tolerated]);
  return [...counts]
    .filter(([outcome]) => !right.has(outcome))
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => ({ outcome, count, ...boundsOf(count, rounds) }));
}

/** Clopper and Pearson's interval, by halving. */
export function boundsOf(
  count: number,
  rounds: number,
): { readonly atLeast: number; readonly atMost: number } {
  const solve = (isBelow: (p: number) => boolean): number => {
    let [low, high] = [0, 1];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (isBelow(middle)) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const tail = laboratoryTuning.stressTail.value;
  return {
    atLeast: count === 0 ? 0 : solve((p) => 1 - atMostTimes(count - 1, rounds, p) < tail),
    atMost: count === rounds ? 1 : solve((p) => atMostTimes(count, rounds, p) > tail),
  };
}

/**
 * The probability that an event of probability `p` happens at most `count` times in this number of rounds.
 */
function atMostTimes(count: number, rounds: number, p: number): number {
  if (p <= 0) return 1;
  if (p >= 1) return count >= rounds ? 1 : 0;
  const mean = rounds * p;
  const deviation = Math.sqrt(mean * (1 - p));
  // Far from the mean it is 0 or 1; near the mean, the terms are summed from the largest on.
  if (count > mean + 12 * deviation + 12) return 1;
  if (count < mean - 12 * deviation - 12) return 0;
  let logTerm = logChoose(rounds, count) + count * Math.log(p) + (rounds - count) * Math.log1p(-p);
  let sum = 0;
  for (let times = count; times >= 0; times--) {
    const term = Math.exp(logTerm);
    sum += term;
    if (term < sum * 1e-12 && times < mean) break;
    logTerm += Math.log(times) - Math.log(rounds - times + 1) + Math.log1p(-p) - Math.log(p);
  }
  return Math.min(1, sum);
}

function logChoose(from: number, count: number): number {
  return logFactorial(from) - logFactorial(count) - logFactorial(from - count);
}

/** Stirling's series; for small numbers, which need more precision, exact sums. */
function logFactorial(n: number): number {
  if (n < 32) {
    let sum = 0;
    for (let each = 2; each <= n; each++) sum += Math.log(each);
    return sum;
  }
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
}
