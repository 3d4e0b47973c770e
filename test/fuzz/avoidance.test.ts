/** `findings avoid`: a bug that is seen again and again is avoided, so that others show; target and source are real. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignFolder, type StatsLine } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { countingMeter, runCampaign } from '../../src/fuzz/index.ts';
import { findSource } from '../../src/generators/index.ts';
import { randomStrategy } from '../../src/search/index.ts';
import { openProgram } from '../../src/target/index.ts';
import { type AvoidedBug, AvoidedBugs } from '../../src/triage/index.ts';
import { cgfuzz } from '../cli/cgfuzz.ts';
import { makeCampaign } from '../report/campaign.ts';
import { world } from '../target/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { compiledTarget } from './bench-worker.ts';

/** Aborts on a division by less than 5, which hides another bug: most lists have one. Without the first, traps on two orders in a row. */
const touchy = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char name[8], last[8] = "";
  int value, before = 0, isTrap = 0;
  while (scanf("%7s %d", name, &value) == 2) {
    if (LOUD && strcmp(name, "div") == 0 && value < 5) abort();
    if (strcmp(last, "mul") == 0 && before == 7 && strcmp(name, "sub") == 0 && value < 5) isTrap = 1;
    strcpy(last, name);
    before = value;
  }
  if (isTrap) __builtin_trap();
  return 0;
}
`;

interface Run {
  readonly file: string;
  readonly executions: number;
  readonly build?: string;
  readonly notes?: string[];
}

async function run(folder: CampaignFolder, options: Run): Promise<StatsLine> {
  const { file, executions, build = 'loud', notes = [] } = options;
  return runCampaign({
    folder,
    sources: [await findSource(join(import.meta.dirname, 'generators/orders.mjs'), '/')],
    openTarget: () => openProgram({ name: file, file }),
    build,
    configurations: () => [{ args: [], emit: 'nothing' }],
    makeStrategy: ({ sources }) => randomStrategy(sources),
    meter: countingMeter,
    fixedTimeouts: true,
    clock: { dateMs: () => Date.now(), monotonicMs: () => performance.now(), cpuMs: () => 0 },
    seed: 1,
    jobs: 1,
    budget: { executions },
    care: { world, comparesNothing: true, shares: { reduce: 0.8 }, references: [] },
    renderFinding: () => [],
    searchPath: world.searchPath,
    signal: new AbortController().signal,
    onEvent: (event) => void (event.type === 'note' && notes.push(event.text)),
  });
}

function counts({ findings }: CampaignFolder): Record<string, number> {
  const all = new Findings(findings, () => []).all();
  return Object.fromEntries(all.map(({ record }) => [record.message || record.title, record.count]));
}

describe('a campaign on a target with a loud bug that a person avoids', { timeout: 120_000 }, () => {
  const folder = new CampaignFolder(makeCampaign(temporaryFolder(afterAll), { stats: [] }));
  const notes: string[] = [];
  let file: string;
  const loud = (): AvoidedBug => new AvoidedBugs(folder.path).all()[0]!;

  beforeAll(async () => {
    file = await compiledTarget(touchy.replace('LOUD', '1'), temporaryFolder(afterAll));
    await run(folder, { file, executions: 400, notes });
  }, 120_000);

  it('finds little but the bug before, and avoids nothing by itself', () => {
    expect(counts(folder)['SIGABRT']).toBeGreaterThan(150);
    expect(loud()).toBeUndefined();
  });

  it('learns what the bug needs: an order, and the whole range of its number', async () => {
    const found = new Findings(folder.findings, () => []).all().map(({ record }) => record);
    const record = found.toSorted((a, b) => b.count - a.count)[0]!;
    const said = await cgfuzz(folder.path, 'findings', 'avoid', record.id, '--dir', folder.path, '--trust');
    expect(said).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('2 choices') as string,
    });
    const [scope, ...others] = loud().pattern;
    expect(others).toEqual([]);
    expect(scope).toMatchObject({ label: 'order', parent: -1 });
    expect(scope!.choices.map(({ kind, values }) => [kind, values])).toEqual([
      ['pick', [['1', '1']]],
      ['integer', [['0', '4']]],
    ]);
  });

  it('executes no more such tests but for the checks, and finds what the bug hid', async () => {
    const before = counts(folder);
    await run(folder, { file, executions: 900, notes });
    const { state, met, shown } = loud();
    const after = counts(folder);
    expect(state).toBe('on');
    expect(met).toBeGreaterThan(200);
    expect(after['SIGABRT']! - before['SIGABRT']!).toBeLessThanOrEqual(shown);
    expect(shown).toBeLessThan(met / 10);
    expect(after['SIGILL']).toBeGreaterThan(2 * (before['SIGILL'] ?? 0));
  });

  it('avoids the bug no more if another build of the target does not have it', async () => {
    const mended = await compiledTarget(touchy.replace('LOUD', '0'), temporaryFolder(afterAll));
    await run(folder, { file: mended, executions: 1_000, build: 'mended', notes });
    expect(loud()).toMatchObject({ state: 'gone', build: 'mended', shown: 0 });
    expect(notes.filter((text) => text.includes(`${loud().id} is not avoided any more`))).toHaveLength(1);
  });
});
