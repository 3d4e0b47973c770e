import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Journal, type JournalParts } from '../../src/fuzz/journal.ts';
import { growingLines } from '../report/stats-lines.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SECONDS = 600;

/** CPU time that a journal of ten minutes spent on what was learnt, where writing it costs so much, and how often. */
function written(costMs: number): { readonly spentMs: number; readonly times: number } {
  const folder = new CampaignFolder(temporaryFolder());
  const [line] = growingLines(1);
  let cpuMs = 0;
  let [spentMs, times] = [0, 0];
  const journal = new Journal({
    options: { folder, clock: { dateMs: () => cpuMs, monotonicMs: () => cpuMs, cpuMs: () => cpuMs } },
    account: { line: () => ({ ...line, cpuMs }) },
    collection: {
      coverage: { features: 0, edges: 0 },
      corpus: { size: 0 },
      parents: {
        get state() {
          cpuMs += costMs;
          spentMs += costMs;
          times++;
          return {};
        },
      },
    },
    findings: { size: 0, flush: () => undefined },
    stability: { masked: [] },
    strategy: { state: {} },
    limits: { state: {} },
    tell: () => undefined,
    // The journal asks for nothing else of its parts.
  } as unknown as JournalParts);
  while (cpuMs < SECONDS * 1_000) {
    cpuMs += 1_000;
    journal.tick();
  }
  return { spentMs, times };
}

it('spends a hundredth of the CPU time on what was learnt, however large that is', () => {
  for (const costMs of [0, 1, 50, 400, 3_000]) {
    const { spentMs } = written(costMs);
    // The first writing and the one that is due at the end come on top.
    expect(spentMs, `at ${costMs} ms`).toBeLessThanOrEqual((SECONDS * 1_000) / 100 + 2 * costMs);
  }
});

it('writes down what was learnt often where that costs little', () => {
  expect(written(1).times).toBeGreaterThan(60);
  expect(written(3_000).times).toBeGreaterThan(1);
});
