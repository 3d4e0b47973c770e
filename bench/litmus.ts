/** How many minimal litmus tests there are, and how fast they are found, simulated and woven. */
import { Alphabet } from '../src/choice/sequence/alphabet.ts';
import { replay } from '../src/choice/engine/replay.ts';
import { baseTests } from '../src/generators/litmus/base-tests.ts';
import { litmus } from '../src/generators/litmus/index.ts';
import { parseLine, simulate } from '../src/litmus/index.ts';
import { cyclesOf } from '../src/litmus/minimal/cycles.ts';
import type { Skeleton } from '../src/litmus/minimal/descent.ts';
import { minimalTests, skeletonsUpTo } from '../src/litmus/minimal/enumerate.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';

const ROUNDS = 20;
const WOVEN = 1_000;
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

function* speeds(): Iterable<Measurement> {
  const programs = baseTests.map((line) => parseLine(line).program);
  const start = cpuMs();
  for (let round = 0; round < ROUNDS; round++) for (const program of programs) simulate(program);
  const simulated = (ROUNDS * programs.length * 1_000) / (cpuMs() - start);
  yield {
    name: 'base tests to their outcomes',
    value: simulated,
    unit: '1/s',
    goal: { atLeast: 3_000 },
    how: `${programs.length} tests, ${ROUNDS} times, CPU time`,
  };
  const alphabet = new Alphabet();
  const begin = cpuMs();
  for (let seed = 0; seed < WOVEN; seed++) replay((draw) => litmus(draw, size), { alphabet, seed });
  yield {
    name: 'woven programs with their contracts',
    value: (WOVEN * 1_000) / (cpuMs() - begin),
    unit: '1/s',
    goal: { atLeast: 2_000 },
    how: `${WOVEN} programs of up to ${size.actions} actions, CPU time`,
  };
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
