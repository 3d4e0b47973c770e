/** The words at the end of a campaign. */
import { expect, it } from 'vitest';
import type { StatsLine } from '../../src/campaign/index.ts';
import { campaignLineText, resultText, summaryText } from '../../src/cli/campaign-text.ts';

const line = {
  cpuMs: 10_000,
  cpu: {
    generate: 1_000,
    compile: 5_000,
    minimise: 0,
    compare: 1_000,
    truth: 1_000,
    reduce: 500,
    engine: 1_500,
  },
  arms: {},
} as unknown as StatsLine;

it('shares of the CPU time are told where time was taken, and not where work was counted', () => {
  expect(summaryText(line, { isCounted: false })).toContain(
    '10% generating, 50% the target, 20% comparing, 5.0% reducing, 15% the engine',
  );
  expect(summaryText(line, { isCounted: true })).not.toContain('%');
});

it('a construct that the target refuses is told with the share of tests that have it, and of those that have not', () => {
  const refused = [{ source: 'json', label: 'edit', tests: 25, refused: 18, others: 125, othersRefused: 0 }];
  expect(summaryText({ ...line, refused }, { isCounted: false })).toContain(
    'refused most: edit of json: 72% of 25 tests with it, 0% of 125 without\n',
  );
});

it('a target without coverage has no zeros, but the number of programs that were checked', () => {
  const checked = { compare: 1, truth: 2, invariance: 0, ir: 0 };
  const counts = { wallMs: 1_000, executions: 7, features: 0, edges: 0, corpus: 0, findings: 0 };
  const told = campaignLineText({ ...line, ...counts, checked });
  expect(told).toBe('00:00:01, 7 executions (0.70 a CPU second), 3 programs checked, 0 findings');
});

it('the result is one sentence: what was reached, in how much time, and whether there is something to look at', () => {
  const reached = { ...line, executions: 315, features: 127_674, edges: 23_527, findings: 0 };
  expect(resultText(reached, { target: 'clang-19-starter', edgesInAll: 94_108 })).toBe(
    '315 programs in 00:00:10 of CPU time reached 25% of the code of clang-19-starter (23,527 edges): no bug was found',
  );
  expect(resultText(reached, { target: 'x', edgesInAll: 0 })).toContain('reached x (23,527 edges)');
  const blind = { ...reached, features: 0, edges: 0, findings: 1 };
  expect(resultText(blind, { target: 'gcc-12', edgesInAll: 0 })).toBe(
    '315 programs in 00:00:10 of CPU time, all given to gcc-12: 1 finding to look at',
  );
  const three = { ...blind, findings: 3 };
  const saidOf = (known: number): string => resultText(three, { target: 'gcc-12', edgesInAll: 0, known });
  expect(saidOf(2)).toMatch(/: 3 findings, 2 of them known: 1 to look at$/);
  expect(saidOf(3)).toMatch(/: 3 findings, all of them known bugs$/);
});
