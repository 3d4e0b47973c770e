import { expect, test } from 'vitest';
import { Alphabet, encodeSequence, replay } from '../../../src/choice/index.ts';
import { sequenceId } from '../../../src/corpus/index.ts';
import { SequenceCheck } from '../../../src/fuzz/sharing/inbox.ts';
import type { SharedTest } from '../../../src/fuzz/sharing/exchange.ts';

/** A sequence whose labels no other sequence has. */
function sequenceOf(name: string, labels: number): Uint8Array {
  const { record } = replay(
    (choices) => {
      for (let label = 0; label < labels; label++) choices.scope(`${name}-${label}`, () => choices.pick(7));
    },
    { seed: 1, alphabet: new Alphabet() },
  );
  return encodeSequence(record, { source: { name, version: '1' } });
}

const noteOf = (bytes: Uint8Array, source: string): SharedTest =>
  ({ id: sequenceId(bytes), source }) as SharedTest;

test('a sequence is of a test if its bytes and its source are those of the note', () => {
  const check = new SequenceCheck();
  const bytes = sequenceOf('any', 3);
  expect(check.isOfTest(bytes, noteOf(bytes, 'any'))).toBe(true);
  expect(check.isOfTest(bytes, noteOf(bytes, 'other'))).toBe(false);
  expect(check.isOfTest(bytes, noteOf(sequenceOf('any', 4), 'any'))).toBe(false);
  const rubbish = Uint8Array.from({ length: 500 }, (_, index) => index % 251);
  expect(check.isOfTest(rubbish, noteOf(rubbish, 'any'))).toBe(false);
});

test('sequences with more labels than one alphabet holds do not keep a good one out', () => {
  const check = new SequenceCheck();
  // Each of them has a third of the symbols that an alphabet holds.
  for (const name of ['one', 'two', 'three', 'four']) {
    const bytes = sequenceOf(name, 22_000);
    expect(check.isOfTest(bytes, noteOf(bytes, name))).toBe(true);
  }
});
