import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median } from '../../src/util/numbers.ts';

describe('the median', () => {
  it('is the middle, or between the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 6])).toBe(5.5);
    expect(median([Infinity, 1, Infinity])).toBe(Infinity);
    expect(median([])).toBeNaN();
  });

  it('has no more than half of the values above it, and no more below', () => {
    assert(
      property(array(integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        const half = values.length / 2;
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(half);
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(half);
      }),
    );
  });
});
