import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Journal, type JournalParts } from '../../src/fuzz/journal.ts';
import { growingLines } from '../report/stats-lines.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SECONDS = 600;

/** A journal of a campaign that does nothing. */
function journalOf(
  more: { readonly [part in keyof JournalParts]?: unknown },
  nowMs: () => number = () => 1,
): {
  readonly folder: CampaignFolder;
  readonly journal: Journal;
} {
  const folder = new CampaignFolder(temporaryFolder());
  const [line] = growingLines(1);
  const journal = new Journal({
    options: { folder, clock: { dateMs: nowMs, monotonicMs: nowMs, cpuMs: nowMs } },
    account: { line: () => ({ ...line, cpuMs: nowMs() }) },
    collection: { coverage: { features: 0, edges: 0 }, corpus: { size: 0 }, parents: { state: {} } },
    findings: { size: 0, flush: () => undefined },
    intake: { isRelearning: false },
    stability: { masked: [] },
    strategy: { state: {} },
    limits: { state: {} },
    refused: { worst: () => [] },
    tell: () => undefined,
    ...more,
    // The journal asks for nothing else of its parts.
  } as unknown as JournalParts);
  return { folder, journal };
}

/** CPU time that a journal of ten minutes spent on what was learnt, if writing it costs so much, and how often. */
function written(costMs: number): { readonly spentMs: number; readonly times: number } {
  let cpuMs = 0;
  let [spentMs, times] = [0, 0];
  const parents = {
    get state() {
      cpuMs += costMs;
      spentMs += costMs;
      times++;
      return {};
    },
  };
  const collection = { coverage: { features: 0, edges: 0 }, corpus: { size: 0 }, parents };
  const { journal } = journalOf({ collection }, () => cpuMs);
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

it('writes no statistics while kept tests are executed again on a new build', () => {
  const now = { isRelearning: true };
  const { folder, journal } = journalOf({ intake: now });
  journal.write(true);
  expect(folder.readStats()).toEqual([]);
  now.isRelearning = false;
  journal.write(true);
  expect(folder.readStats()).toHaveLength(1);
});

it('writes down what was learnt often where that costs little', () => {
  expect(written(1).times).toBeGreaterThan(60);
  expect(written(3_000).times).toBeGreaterThan(1);
});
