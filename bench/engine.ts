/** The choice engine: drawing, replaying, mutating, memory. */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Alphabet } from '../src/choice/sequence/alphabet.ts';
import { ChoiceSequence } from '../src/choice/sequence/sequence.ts';
import type { Generator } from '../src/choice/engine/draw.ts';
import { makeRandom } from '../src/choice/engine/fresh.ts';
import { mutateBy, type OperatorName, operatorNames } from '../src/mutate/mutate.ts';
import { replay } from '../src/choice/engine/replay.ts';
import { measureCodec } from './codec.ts';
import { type Bench, compare, type Measurement, type Work } from './harness.ts';
import {
  DEPTH,
  DRAWS,
  DRAWS_PER_SCOPE,
  flat,
  inScopes,
  LARGE_CHOICES,
  LARGE_SCOPES,
  largeSequence,
  nested,
  plainDraws,
  seeTheWorld,
} from './workloads.ts';

const alphabet = new Alphabet();

const MUTANTS_OF_ONE = 16;

function recording(generator: Generator<unknown>): Work {
  return (times) => {
    let choices = 0;
    for (let seed = 0; seed < times; seed++)
      choices += replay(generator, { alphabet, seed }).record.choiceCount;
    return choices;
  };
}

function replaying(generator: Generator<unknown>): Work {
  const sequence = replay(generator, { alphabet, seed: 1 }).record;
  return (times) => {
    let choices = 0;
    for (let i = 0; i < times; i++) choices += replay(generator, { alphabet, sequence }).record.choiceCount;
    return choices;
  };
}

/** As a mutant comes: without an outline. */
function replayingUnseen(generator: Generator<unknown>): Work {
  const { ops, words } = replay(generator, { alphabet, seed: 1 }).record;
  return (times) => {
    let choices = 0;
    for (let i = 0; i < times; i++) {
      const sequence = new ChoiceSequence(alphabet, ops, words, DRAWS);
      choices += replay(generator, { alphabet, sequence }).record.choiceCount;
    }
    return choices;
  };
}

function* drawing(): Iterable<Measurement> {
  seeTheWorld();
  const shapes = {
    'in a row': flat,
    [`${DRAWS_PER_SCOPE} to a scope`]: inScopes,
    [`${DRAWS_PER_SCOPE} to a scope, ${DEPTH} deep`]: nested,
  };
  for (const [shape, generator] of Object.entries(shapes)) {
    const result = compare({
      plain: plainDraws,
      record: recording(generator),
      replay: replaying(generator),
      'replay unseen': replayingUnseen(generator),
    });
    const how = `3 picks and an integer, ${DRAWS} draws a test, ${shape}; after 450 other runs; ${result.how}`;
    const perSecond = (name: Parameters<typeof result.ns>[0]): number => (1e9 * DRAWS) / result.ns(name);
    const fast = { atLeast: 8e6 };
    yield { name: `plain uniformInt, ${shape}`, value: perSecond('plain'), unit: 'draws/s', how };
    yield { name: `record, ${shape}`, value: perSecond('record'), unit: 'draws/s', goal: fast, how };
    yield { name: `replay, ${shape}`, value: perSecond('replay'), unit: 'draws/s', goal: fast, how };
    yield {
      name: `record over plain, ${shape}`,
      value: result.ratio('record', 'plain'),
      unit: 'times',
      goal: { atMost: 2.5 },
      how,
    };
    yield {
      name: `replay over record, ${shape}`,
      value: result.ratio('replay', 'record'),
      unit: 'times',
      goal: { atMost: 1 },
      how,
    };
    yield {
      name: `replay of an unseen sequence over record, ${shape}`,
      value: result.ratio('replay unseen', 'record'),
      unit: 'times',
      how,
    };
  }
}

function* mutating(): Iterable<Measurement> {
  const large = new Alphabet();
  const parent = largeSequence(large, 1);
  const donors = [largeSequence(large, 2)];
  const rng = makeRandom(3);
  const work =
    (operator: OperatorName, isWarm: boolean): Work =>
    (times) => {
      let changes = 0;
      for (let i = 0; i < times; i++) {
        const sequence = isWarm
          ? parent
          : new ChoiceSequence(large, parent.ops, parent.words, parent.choiceCount);
        changes += mutateBy(operator, sequence, rng, { donors })?.changes.length ?? 0;
      }
      return changes;
    };
  const means: number[] = [];
  for (const isWarm of [true, false]) {
    const state = isWarm ? 'outline known' : 'first of its parent';
    const alternatives = Object.fromEntries(operatorNames.map((name) => [name, work(name, isWarm)]));
    const result = compare(alternatives, { rounds: 7, turnMs: 40 });
    const how = `${LARGE_CHOICES} choices in ${LARGE_SCOPES} scopes, ${state}; ${result.how}`;
    const ms = (name: OperatorName): number => result.ns(name) / 1e6;
    for (const name of operatorNames) yield { name: `${name}, ${state}`, value: ms(name), unit: 'ms', how };
    const mean = operatorNames.map(ms).reduce((a, b) => a + b) / operatorNames.length;
    // The first mutation of a parent makes its outline and its index of scopes, which all others use.
    const goal = isWarm ? { goal: { atMost: 1 } } : {};
    yield { name: `mutation, mean of all, ${state}`, value: mean, unit: 'ms', ...goal, how };
    means.push(mean);
  }
  const [known, first] = means;
  yield {
    name: `mutation, mean over ${MUTANTS_OF_ONE} of one parent`,
    value: (first! + (MUTANTS_OF_ONE - 1) * known!) / MUTANTS_OF_ONE,
    unit: 'ms',
    goal: { atMost: 1 },
    how: 'from the two means above',
  };
}

function* memory(): Iterable<Measurement> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const large = new Alphabet();
  const { ops, words } = largeSequence(large, 1);
  yield {
    name: 'ops and words',
    value: (ops.byteLength + words.byteLength) / LARGE_CHOICES,
    unit: 'B/choice',
    goal: { atMost: 12 },
    how: `${LARGE_CHOICES} choices in ${LARGE_SCOPES} scopes, counted`,
  };
  const used = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const many = Array.from(
    { length: 100 },
    () => new ChoiceSequence(large, ops.slice(), words.slice(), LARGE_CHOICES),
  );
  const grown = used() - before;
  yield {
    name: 'memory that grows with each sequence',
    value: grown / many.reduce((sum, sequence) => sum + sequence.choiceCount, 0),
    unit: 'B/choice',
    goal: { atMost: 12 },
    how: `${many.length} of them, heap and array buffers after a collection`,
  };
}

/** Everything that was allocated on the heap, also what was collected since; typed arrays lie outside of it. */
async function allocatedBytes(run: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 512,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  type Node = typeof profile.head;
  const sum = (node: Node): number =>
    node.children.reduce((bytes, child) => bytes + sum(child), node.selfSize);
  return sum(profile.head);
}

async function* allocations(): AsyncIterable<Measurement> {
  const tests = 200;
  for (const [name, run] of Object.entries({ record: recording(inScopes), replay: replaying(inScopes) })) {
    run(tests);
    yield {
      name: `heap allocated by a ${name}`,
      value: (await allocatedBytes(() => run(tests))) / (tests * DRAWS),
      unit: 'B/choice',
      goal: { atMost: 1 },
      how: `sampling heap profile of ${tests} tests of ${DRAWS} draws, ${DRAWS_PER_SCOPE} to a scope`,
    };
  }
}

export const engine: Bench = {
  name: 'engine',
  question: 'What does the choice engine cost for each draw, mutation and byte?',
  decision: 'whether sequences stay flat arrays in TypeScript, and outlines are made when they are needed',
  async *run(): AsyncIterable<Measurement> {
    yield* drawing();
    yield* mutating();
    yield* allocations();
    yield* memory();
    yield* measureCodec();
  },
};
