import { describe, expect, it, vi } from 'vitest';
import { reductionProgress, ReductionRate } from '../../../src/cli/progress/reduction-progress.ts';
import { fakeContext } from '../fake-context.ts';

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

describe('the progress of a reduction', () => {
  it('is a line each minute where there is no terminal, until it is cleared', () => {
    vi.useFakeTimers();
    try {
      const { context, output } = fakeContext();
      let cpuMs = 0;
      const view = reductionProgress(context, false, () => cpuMs);
      view.begin(368);
      vi.advanceTimersByTime(60_000);
      expect(output.stderr).toBe('nothing smaller yet, 0 s of CPU\n');
      view.tell(290, '146 tokens', 'runs of items');
      cpuMs = 90_000;
      vi.advanceTimersByTime(60_000);
      view.clear();
      vi.advanceTimersByTime(600_000);
      expect(output.stderr.split('\n').slice(1)).toEqual([
        '290 bytes, 146 tokens, 0 s of CPU (runs of items)',
        '290 bytes, 146 tokens, 90 s of CPU (runs of items)',
        '',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});
