import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunBudget } from '../../../src/oracle/compare/run-budget.ts';
import { type Run, runLimits } from '../../../src/sandbox/index.ts';

function run(cpuMs: number, end: Run['end'] = 'exit'): Run {
  return { end, exitCode: 0, signal: undefined, stdout: '', stderr: '', cpuMs, peakRssBytes: 0 };
}

describe('the budget of runs in a reduction', () => {
  it('never grows, never goes beyond the usual limit, and leaves room for all that it has seen', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 20 }), (times) => {
        const budget = new RunBudget();
        let before = budget.limits.cpuMs;
        expect(before).toBe(runLimits.cpuMs);
        for (const ms of times) {
          budget.learn([run(ms)]);
          expect(budget.limits.cpuMs).toBeLessThanOrEqual(before);
          before = budget.limits.cpuMs;
        }
        expect(before).toBeGreaterThanOrEqual(Math.min(...times));
        expect(before).toBeGreaterThanOrEqual(100);
      }),
    );
  });

  it('takes one endless run for all compilers, unless an interesting program had one', () => {
    const budget = new RunBudget();
    expect(budget.isEnough(run(1_000, 'timeout'))).toBe(false);
    budget.learn([run(5)]);
    expect(budget.isEnough(run(1_000, 'timeout'))).toBe(true);
    expect(budget.isEnough(run(5))).toBe(false);
    budget.learn([run(5), run(1_000, 'timeout')]);
    expect(budget.isEnough(run(1_000, 'timeout'))).toBe(false);
  });
});
