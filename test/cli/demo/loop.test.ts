import { describe, expect, it } from 'vitest';

import { type LoopResult, type RunMode, runLoop } from '../../../src/cli/demo/loop.ts';
import { toyTarget } from '../../../src/cli/demo/target.ts';
import { compileToy, EdgeCounts, ToyCrash } from '../../../src/cli/demo/compiler.ts';
import { type Expression, expression } from '../../../src/generators/index.ts';
import { inProcessSource } from '../../../src/source/index.ts';

function run(mode: RunMode, seed: number, maxExecutions: number): Promise<LoopResult<Expression>> {
  const source = inProcessSource(expression, { timeoutMs: Infinity });
  return runLoop({ source, target: toyTarget, seed, maxExecutions, mode });
}

describe('the toy compiler', () => {
  it('compiles what it does not crash on, in the order of precedence', () => {
    const compile = (text: string): string => compileToy(text, new EdgeCounts()).join(' ');
    expect(compile('1 - 2 - 3')).toBe('load 1 load 2 - load 3 -');
    expect(compile('-2 ^ 3 ^ 4 * 5')).toBe('load 2 load 3 load 4 ^ ^ negate load 5 *');
    expect(() => compile('1 +')).toThrow(SyntaxError);
    expect(() => compile('0 - 0 / 0 ^ (-(0 * 0))')).toThrow(ToyCrash);
  });

  it('shows other features for another path and for more rounds of the same', () => {
    const features = (text: string): readonly number[] => toyTarget({ text }).features;
    expect(features('1 + 2')).toEqual(features('3 + 4'));
    expect(features('1 + 2')).not.toEqual(features('1 * 2'));
    expect(features('1 + 2 + 3 + 4 + 5')).not.toEqual(features('1 + 2'));
  });
});

describe('the toy loop', () => {
  it('does the same for the same seed, and another thing for another one', async () => {
    const [a, b, c] = [
      await run('guided', 1, 2_000),
      await run('guided', 1, 2_000),
      await run('guided', 2, 2_000),
    ];
    expect({ ...b, first: undefined }).toEqual({ ...a, first: undefined });
    expect(b.first?.test).toEqual(a.first?.test);
    expect(c.features).not.toBe(a.features);
  });

  it('reaches more with guidance than without, and crashes more often, at equal executions', async () => {
    const crashes = { guided: 0, random: 0 };
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const guided = await run('guided', seed, 12_000);
      const random = await run('random', seed, 12_000);
      expect(guided.features).toBeGreaterThan(random.features * 1.05);
      expect(random.corpus).toBe(0);
      crashes.guided += guided.crashes;
      crashes.random += random.crashes;
    }
    expect(crashes.guided).toBeGreaterThan(crashes.random * 2);
  });

  it('ends with what it has when it is interrupted', async () => {
    const controller = new AbortController();
    const result = await runLoop({
      source: inProcessSource(expression, { timeoutMs: Infinity }),
      target: toyTarget,
      seed: 1,
      maxExecutions: 1_000_000,
      mode: 'guided',
      signal: controller.signal,
      onProgress: ({ executions }) => executions >= 600 && controller.abort(),
    });
    expect(result).toMatchObject({ wasInterrupted: true, executions: 600 });
  });
});
