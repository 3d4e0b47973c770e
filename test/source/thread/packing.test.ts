/** Rounds of messages, packed and unpacked. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  packAnswers,
  packRequests,
  type ThreadAnswer,
  type ThreadRequest,
  unpackAnswers,
  unpackRequests,
} from '../../../src/source/thread/messages.ts';

const bytes = fc.uint8Array({ maxLength: 9 });
const ops = fc.uint16Array({ maxLength: 9 });
const words = fc.uint32Array({ maxLength: 9 });
const symbols = fc.record({ bytes, count: fc.nat() });
const requests: fc.Arbitrary<ThreadRequest> = fc.record({
  symbols,
  sequence: fc.option(fc.record({ ops, words }), { nil: undefined }),
  seed: fc.double({ noNaN: true }),
  resync: fc.constantFrom(undefined, 'scopes', 'depth', 'position'),
  swarm: fc.option(fc.record({ seed: fc.nat() }), { nil: undefined }),
  answers: fc.option(fc.constant(new Map([[1, 2]])), { nil: undefined }),
  limits: fc.record({ maxChoices: fc.nat(), maxScopes: fc.nat(), maxDepth: fc.nat() }),
  watchMs: fc.nat(),
});
const answers: fc.Arbitrary<ThreadAnswer> = fc.record({
  outcome: fc.oneof(
    fc.record({ outcome: fc.constant('text' as const), bytes }),
    fc.constant({ outcome: 'overrun' as const, limit: 'time' as const }),
  ),
  symbols,
  ops,
  words,
  freshCount: fc.nat(),
  tookMs: fc.double({ noNaN: true }),
});

it('a round of requests, and of answers, is the same after its message', () => {
  fc.assert(
    fc.property(fc.array(requests, { maxLength: 5 }), (round) => {
      expect(unpackRequests(structuredClone(packRequests(round)))).toEqual(round);
    }),
  );
  fc.assert(
    fc.property(fc.array(answers, { maxLength: 5 }), (round) => {
      expect(unpackAnswers(structuredClone(packAnswers(round)))).toEqual(round);
    }),
  );
});

it('grows for arrays of any size, and refuses a message that is cut off', () => {
  const large = {
    sequence: { ops: new Uint16Array(70_001).fill(7), words: new Uint32Array(30_001).fill(9) },
  };
  const rest = { symbols: { bytes: new Uint8Array(3), count: 1 }, seed: 1, resync: undefined, watchMs: 0 };
  const none = { swarm: undefined, answers: undefined, limits: { maxChoices: 1, maxScopes: 1, maxDepth: 1 } };
  const packed = packRequests([{ ...large, ...rest, ...none }]);
  expect(unpackRequests(packed)).toEqual([{ ...large, ...rest, ...none }]);
  const { numbers, bytes: all } = packed.packed;
  expect(() =>
    unpackRequests({ ...packed, packed: { numbers: numbers.slice(0, -1), bytes: all } }),
  ).toThrow();
  expect(() => unpackRequests({ ...packed, packed: { numbers, bytes: all.slice(0, 99) } })).toThrow();
});
