/** How many minimal litmus tests there are, and how fast they are found, simulated and woven. */
import { Alphabet } from '../src/choice/sequence/alphabet.ts';
import { replay } from '../src/choice/engine/replay.ts';
import { baseTests } from '../src/generators/litmus/base-tests.ts';
import { litmus } from '../src/generators/litmus/index.ts';
import { parseLine, simulate } from '../src/litmus/index.ts';
import { cyclesOf } from '../lab/litmus/cycles.ts';
import type { Skeleton } from '../lab/litmus/descent.ts';
import { minimalTests, skeletonsUpTo } from '../lab/litmus/enumerate.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';

const ROUNDS = 20;
const WOVEN = 1_000;
const TIMES = 6;
const size = { actions: 20, density: 0.5 };

function ringsOf(threads: number): Skeleton[] {
  return cyclesOf(threads).map(({ skeleton }) => skeleton);
}

function* counts(): Iterable<Measurement> {
  const four = { accesses: 4, locations: 2, kinds: ['R', 'W', 'U'] } as const;
  const five = { accesses: 5, locations: 3, kinds: ['R', 'W'] } as const;
  const searches: readonly (readonly [string, () => ReturnType<typeof minimalTests>])[] = [
    ['rings of two threads', () => minimalTests(ringsOf(2))],
    ['up to 4 accesses, all results observed', () => minimalTests(skeletonsUpTo(four))],
    ['up to 4 accesses, results may be unused', () => minimalTests(skeletonsUpTo(four), { hasUnused: true })],
    ['up to 5 accesses, no updates', () => minimalTests(skeletonsUpTo(five))],
    ['rings of three threads', () => minimalTests(ringsOf(3))],
  ];
  for (const [name, search] of searches) {
    const start = cpuMs();
    const { lines, checks } = search();
    const seconds = (cpuMs() - start) / 1_000;
    yield {
      name: `minimal tests, ${name}`,
      value: lines.length,
      unit: 'tests',
      how: `${checks} points asked`,
    };
    yield { name: `time for ${name}`, value: seconds, unit: 's', how: 'CPU time of one search' };
  }
}

/** Things a CPU second. The first time is told apart: an engine that has run the code some times is faster by far. */
function* rates(name: string, count: number, atLeast: number, doAll: () => void): Iterable<Measurement> {
  const measured = Array.from({ length: TIMES }, () => {
    const start = cpuMs();
    doAll();
    return (count * 1_000) / (cpuMs() - start);
  });
  const [first, ...warm] = measured;
  yield { name: `${name}, the first time`, value: first!, unit: '1/s', how: `${count}, CPU time` };
  yield {
    name,
    value: warm.toSorted((one, other) => one - other)[Math.floor(warm.length / 2)]!,
    unit: '1/s',
    goal: { atLeast },
    how: `${count}, CPU time, median of ${warm.length} times more`,
  };
}

function* speeds(): Iterable<Measurement> {
  const programs = baseTests.map((line) => parseLine(line).program);
  yield* rates('base tests to their outcomes', ROUNDS * programs.length, 3_000, () => {
    for (let round = 0; round < ROUNDS; round++) for (const program of programs) simulate(program);
  });
  const alphabet = new Alphabet();
  let seed = 0;
  yield* rates('woven programs with their contracts', WOVEN, 2_000, () => {
    for (const end = seed + WOVEN; seed < end; seed++)
      replay((draw) => litmus(draw, size), { alphabet, seed });
  });
}

export const litmusBench: Bench = {
  name: 'litmus',
  question: 'How many minimal litmus tests are there, and how fast are they found, simulated and woven?',
  decision: 'which base tests are committed, and whether contracts can be simulated anew for each program',
  *run(): Iterable<Measurement> {
    yield* speeds();
    yield* counts();
  },
};
