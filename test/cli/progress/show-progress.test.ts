/** Steps of a long job: how much is done, and the time left. */
import { expect, it } from 'vitest';
import { showProgress } from '../../../src/cli/progress/show-progress.ts';
import { fakeContext } from '../fake-context.ts';

it('tells the time left from what was done since the first count', () => {
  const { context, output } = fakeContext();
  let nowMs = 5_000;
  const { step } = showProgress({ ...context, columns: 80, monotonicMs: () => nowMs }, false);
  const said = (done: number): string => {
    output.stderr = '';
    step('learning', { done, total: 100 });
    return output.stderr.slice(1).split('\u001B')[0]!;
  };
  expect(said(20)).toBe('learning, 20 of 100');
  nowMs += 10_000;
  expect(said(40)).toBe('learning, 40 of 100, 30 s left');
  nowMs += 10_000;
  expect(said(60)).toBe('learning, 60 of 100, 20 s left');
  step('another step');
  expect(output.stderr).toContain('another step');
});
