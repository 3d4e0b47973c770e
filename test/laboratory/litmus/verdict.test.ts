import { expect, it } from 'vitest';
import { bugOf, type LitmusBug } from '../../../src/laboratory/index.ts';
import { litmusKey, litmusText } from '../../../src/laboratory/litmus/verdict.ts';

const bug: LitmusBug = {
  machine: 'armv8',
  axiom: 'coherence',
  order: 'R before W by Ra',
  isSeenInRun: false,
};
const proof = { kind: 'paper', outcome: 'P0:r0=1', explanation: undefined, witness: undefined } as const;

it('has the bug on its first line, as in the key of its signature', () => {
  const text = litmusText({ kind: 'breaks', bug, proof });
  expect(text.split('\n')[0]).toBe('breaks armv8, coherence, R before W by Ra');
  expect(litmusKey(bug)).toBe('wrong-code | litmus | armv8, coherence, R before W by Ra');
});

it('names the bug of a finding that was written before bugs were kept', () => {
  const actual = litmusText({ kind: 'breaks', bug, proof });
  expect(bugOf({ actual })).toBe(bugOf({ actual: '', bug }));
  expect(bugOf({ actual: litmusText({ kind: 'kept' }) })).toBeUndefined();
  expect(bugOf({ actual: 'exit 0\nit breaks nothing\n' })).toBeUndefined();
});

it('tells a bug that was seen in a run from one on paper', () => {
  expect(litmusKey({ ...bug, isSeenInRun: true })).not.toBe(litmusKey(bug));
});
