import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitsOfTime, Timeout } from '../../src/fuzz/limits-of-time.ts';

const usual = { leastMs: 250, ceilingMs: 10_000, isFixed: false };

function learnt(tookMs: number, options: Partial<typeof usual> = {}): Timeout {
  const timeout = new Timeout({ ...usual, ...options });
  for (let i = 0; i < 100; i++) timeout.learn(tookMs);
  return timeout;
}

describe('the time that a test may take', () => {
  it('is ample while little is known, and far above what is usual later', () => {
    expect(new Timeout(usual).ms).toBe(10_000);
    expect(learnt(100).ms).toBe(1_500);
    expect(learnt(1).ms).toBe(250);
  });

  it('is always the same where campaigns must be', () => {
    expect(learnt(1, { isFixed: true }).ms).toBe(10_000);
  });

  it('is learnt from the first tests alone where campaigns must be equal, in large steps', () => {
    const steady = new Timeout({ ...usual, isSteady: true });
    const limits = [3, 4, 2].concat(Array<number>(17).fill(3), 9_000).map((measuredMs) => {
      steady.learn(10, measuredMs);
      return steady.ms;
    });
    expect(new Set(limits.slice(0, 19))).toEqual(new Set([10_000]));
    expect(limits.slice(19)).toEqual([1_024, 1_024]);
    const later = new Timeout({ ...usual, isSteady: true });
    later.restore(JSON.parse(JSON.stringify(steady.state)));
    expect(later.ms).toBe(1_024);
  });

  it('never exceeds the ceiling, and is the same after a stop', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000)), fc.integer({ min: 1, max: 20_000 }), (took, ceilingMs) => {
        const before = new Timeout({ ...usual, ceilingMs });
        for (const ms of took) before.learn(ms);
        const after = new Timeout({ ...usual, ceilingMs });
        after.restore(JSON.parse(JSON.stringify(before.state)));
        expect(after.ms).toBe(before.ms);
        expect(after.ms).toBeLessThanOrEqual(ceilingMs);
      }),
    );
  });
});

describe('the limits of a campaign', () => {
  const sources = [{ name: 'usual' }, { name: 'slow', limits: { timeMs: 15_000 } }];
  const options = { sources, build: 'one', isFixed: false, isCompiler: true };

  function taught(): LimitsOfTime {
    const limits = new LimitsOfTime(options);
    for (let i = 0; i < 10; i++) {
      limits.generationOf('usual').learn(40);
      limits.compilation.learn(200);
    }
    return limits;
  }

  it('learn of each source alone, up to the limit that it states', () => {
    const limits = taught();
    expect(limits.generationMs('usual', undefined)).toBe(600);
    expect(limits.generationMs('slow', undefined)).toBe(15_000);
    for (let i = 0; i < 10; i++) limits.generationOf('slow').learn(11_000);
    expect(limits.generationMs('slow', undefined)).toBe(15_000);
  });

  it('grant more than is usual to who asks for it, and never more than a source states', () => {
    const limits = taught();
    expect(limits.generationMs('usual', 30_000)).toBe(30_000);
    expect(limits.generationMs('slow', 30_000)).toBe(15_000);
  });

  it('are short for tests of a program that take milliseconds, and rise by themselves', () => {
    const limits = new LimitsOfTime({ ...options, isCompiler: false });
    for (let i = 0; i < 20; i++) limits.compilation.learn(2);
    expect(limits.compilation.ms).toBe(50);
    for (let i = 0; i < 20; i++) limits.compilation.learn(limits.compilation.ms);
    expect(limits.compilation.ms).toBeGreaterThan(1_000);
  });

  it('outlive a stop, but for compile times of another build', () => {
    const state = JSON.parse(JSON.stringify(taught().state));
    const same = new LimitsOfTime(options);
    same.restore(state);
    expect(same.compilation.ms).toBe(3_000);
    expect(same.generationMs('usual', undefined)).toBe(600);
    const other = new LimitsOfTime({ ...options, build: 'two' });
    other.restore(state);
    expect(other.compilation.ms).toBe(10_000);
    expect(other.generationMs('usual', undefined)).toBe(600);
  });

  it.each([undefined, {}, { build: 'one' }, { build: 'one', compilation: { tests: 'x' }, generation: 7 }])(
    'are learnt anew where nothing sensible was remembered: %j',
    (state) => {
      const limits = new LimitsOfTime(options);
      limits.restore(state as never);
      expect(limits.compilation.ms).toBe(10_000);
    },
  );
});
