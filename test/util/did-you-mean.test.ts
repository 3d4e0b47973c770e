import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance } from '../../src/util/did-you-mean.ts';

describe('a guess at what was meant', () => {
  it.each([
    ['shwo', 'show'],
    ['clnag-19', 'clang-19'],
    ['RUN', 'run'],
    ['reduc', 'reduce'],
  ])('%s is %s', (word, meant) => {
    expect(didYouMean(word, ['show', 'run', 'reduce', 'clang-16', 'clang-19'])).toBe(meant);
  });

  it('is not made when nothing is near', () => {
    expect(didYouMean('xyzzy', ['show', 'run'])).toBeUndefined();
    expect(didYouMean('anything', [])).toBeUndefined();
  });
});

describe('edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['abcd', 'abdc', 1],
  ])('from "%s" to "%s" is %i, both ways', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});
