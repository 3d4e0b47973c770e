import { describe, expect, it } from 'vitest';
import { Alphabet, ChoiceSequence } from '../../../src/choice/index.ts';
import { type ComparisonCandidate, Candidates } from '../../../src/triage/care/candidates.ts';
import { csmith } from '../../../src/generators/index.ts';
import { programOf } from '../../../src/program/index.ts';

function candidate(test: number, freshFeatures: number, arm = 'fresh', text = ''): ComparisonCandidate {
  return {
    definition: csmith,
    program: programOf(text),
    record: ChoiceSequence.empty(new Alphabet()),
    origin: { source: 'csmith', test, arm },
    freshFeatures,
  };
}

function allOf(candidates: Candidates): (number | undefined)[] {
  const tests: (number | undefined)[] = [];
  for (let next = candidates.next(); next !== undefined; next = candidates.next())
    tests.push(next.origin.test);
  return tests;
}

describe('tests that wait to be compared', () => {
  it('come by what they reached, the latest first among equals', () => {
    const candidates = new Candidates();
    for (const [test, fresh] of [
      [1, 0],
      [2, 7],
      [3, 0],
      [4, 100],
    ] as const)
      candidates.offer(candidate(test, fresh));
    expect(allOf(candidates)).toEqual([4, 2, 3, 1]);
  });

  it('come by what they reached for what they cost', () => {
    const candidates = new Candidates();
    candidates.offer(candidate(1, 100, 'fresh', ' '.repeat(100_000)));
    candidates.offer(candidate(2, 20));
    candidates.offer(candidate(3, 0, 'fresh', ' '.repeat(100_000)));
    candidates.offer(candidate(4, 0));
    expect(allOf(candidates)).toEqual([2, 1, 4, 3]);
  });

  it('are bounded: the worst is forgotten', () => {
    const candidates = new Candidates();
    for (let test = 1; test <= 100; test++) candidates.offer(candidate(test, test % 10 === 0 ? 5 : 0));
    const left = allOf(candidates);
    expect(left.length).toBeLessThan(50);
    expect(left.slice(0, 10)).toEqual([100, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
  });

  it('come later from an arm that only finds what is known', () => {
    const candidates = new Candidates();
    for (let time = 0; time < 20; time++) candidates.learn(candidate(0, 0, 'splice'), true);
    candidates.offer(candidate(1, 10, 'splice'));
    candidates.offer(candidate(2, 8, 'fresh'));
    expect(allOf(candidates)).toEqual([2, 1]);
    for (let time = 0; time < 60; time++) candidates.learn(candidate(0, 0, 'splice'), false);
    candidates.offer(candidate(1, 10, 'splice'));
    candidates.offer(candidate(2, 8, 'fresh'));
    expect(allOf(candidates)).toEqual([1, 2]);
  });
});
