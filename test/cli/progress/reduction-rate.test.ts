import { describe, expect, it } from 'vitest';
import { ReductionRate } from '../../../src/cli/progress/reduction-progress.ts';

describe('the rate of a reduction', () => {
  it('promises nothing before the program has become half as large', () => {
    const rate = new ReductionRate();
    rate.note(0, 100_000);
    rate.note(20_000, 51_000);
    expect(rate.describe(20_000)).toBe('');
  });

  it('foretells a steady reduction: as many halves as are left, each as long as the last', () => {
    const rate = new ReductionRate();
    for (let half = 0; half <= 4; half++) rate.note(half * 10_000, 64_000 / 2 ** half);
    expect(rate.describe(40_000)).toBe('half in 10 s, at this rate 2 KB in 10 s');
    rate.note(50_000, 2_000);
    expect(rate.describe(50_000)).toBe('half in 10 s');
  });

  it('says that it stands still once it does so for longer than a half took', () => {
    const rate = new ReductionRate();
    rate.note(0, 64_000);
    rate.note(5_000, 32_000);
    expect(rate.describe(9_000)).toContain('at this rate');
    expect(rate.describe(25_000)).toBe('no step for 20 s');
  });
});
