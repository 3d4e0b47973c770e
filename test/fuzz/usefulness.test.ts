import { expect, it } from 'vitest';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { fuzzTuning } from '../../src/fuzz/tuning.ts';
import { Usefulness } from '../../src/fuzz/usefulness.ts';
import type { Proposal } from '../../src/search/index.ts';
import { GeneratorFailure, type MadeNothing, type MadeTooMuch } from '../../src/source/index.ts';

const { record, freshCount } = replay(() => undefined, { seed: 1, alphabet: new Alphabet() });
const made = { record, freshCount, cost: { cpuUs: 1, wallUs: 1, peakRssBytes: 0 } };
const error = new GeneratorFailure('exit', 'it ended with 3');
const failed: MadeNothing = { ...made, outcome: 'failed', error, scopePath: [] };
const tooMuch: MadeTooMuch = { ...made, outcome: 'overrun', limit: 'choices' };
const proposal: Proposal = { arm: 'fresh', source: 's', request: {}, purpose: { kind: 'search' } };
const most = fuzzTuning.maxUseless.value;

function times(count: number, work: () => void): void {
  for (let time = 0; time < count; time++) work();
}

it('gives up after so many tests in a row that were not made, and says what to look into', () => {
  const usefulness = new Usefulness(new Map([['s', { module: './s.mjs' }]]));
  times(most - 1, () => usefulness.complainOf(proposal, failed));
  expect(() => usefulness.complainOf(proposal, failed)).toThrow(`none of the first ${most} tests of s`);
});

it('counts programs that the target rejects as well', () => {
  const usefulness = new Usefulness(new Map());
  times(most - 1, () => usefulness.complainOf(proposal, failed));
  expect(() => usefulness.complainOfRefusal(proposal, { text: 'error: no' })).toThrow('can be used');
});

it('never gives up once a test was of use', () => {
  const usefulness = new Usefulness(new Map());
  usefulness.prove();
  times(2 * most, () => usefulness.complainOf(proposal, failed));
});

it('does not count tests that the strategy itself cut short', () => {
  const usefulness = new Usefulness(new Map());
  const short = { ...proposal, request: { limits: { maxChoices: 5 } } };
  times(2 * most, () => usefulness.complainOf(short, tooMuch));
  times(most - 1, () => usefulness.complainOf(proposal, tooMuch));
  expect(() => usefulness.complainOf(proposal, tooMuch)).toThrow('can be used');
});
