import { describe, expect, it } from 'vitest';

import { Timeout } from '../../src/fuzz/limits-of-time.ts';

function learnt(tookMs: number, isFixed = false): Timeout {
  const timeout = new Timeout(250, isFixed);
  for (let i = 0; i < 100; i++) timeout.learn(tookMs);
  return timeout;
}

describe('the time that a test may take', () => {
  it('is ample while little is known, and far above what is usual later', () => {
    expect(new Timeout(250, false).ms).toBe(10_000);
    expect(learnt(100).ms).toBe(1_500);
    expect(learnt(1).ms).toBe(250);
  });

  it('is always the same where campaigns must be', () => {
    expect(learnt(1, true).ms).toBe(10_000);
  });
});
