/** A bug that is seen again and again is avoided, so that others show; the target and the source are real. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignFolder, type StatsLine } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { countingMeter, runCampaign } from '../../src/fuzz/index.ts';
import { findSource } from '../../src/generators/index.ts';
import { randomStrategy } from '../../src/search/index.ts';
import { openProgram } from '../../src/target/index.ts';
import { type AvoidedBug, AvoidedBugs } from '../../src/triage/index.ts';
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
  readonly avoids?: boolean;
}

async function run(folder: CampaignFolder, options: Run): Promise<StatsLine> {
  const { file, executions, build = 'loud', notes = [], avoids = true } = options;
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
    care: {
      world,
      comparesNothing: true,
      shares: { reduce: 0.8 },
      references: [],
      avoids,
    },
    renderFinding: () => [],
    searchPath: world.searchPath,
    signal: new AbortController().signal,
    onEvent: (event) => void (event.type === 'note' && notes.push(event.text)),
  });
}

function shownBy({ parts }: AvoidedBug): number {
  return parts.reduce((sum, { shown }) => sum + shown, 0);
}

function counts({ findings }: CampaignFolder): Record<string, number> {
  const all = new Findings(findings, () => []).all();
  return Object.fromEntries(all.map(({ record }) => [record.message || record.title, record.count]));
}

describe('a campaign on a target with a loud bug', { timeout: 120_000 }, () => {
  const folder = new CampaignFolder(temporaryFolder(afterAll));
  const notes: string[] = [];
  let file: string;
  const loud = (): AvoidedBug => new AvoidedBugs(folder.path).all()[0]!;

  beforeAll(async () => {
    file = await compiledTarget(touchy.replace('LOUD', '1'), temporaryFolder(afterAll));
    await run(folder, { file, executions: 400, notes });
  }, 120_000);

  it('learns what the bug needs: an order, and the whole range of its number', () => {
    const [scope, ...others] = loud().pattern;
    expect(others).toEqual([]);
    expect(scope).toMatchObject({ label: 'order', parent: -1 });
    expect(scope!.choices.map(({ kind, values }) => [kind, values])).toEqual([
      ['pick', [['1', '1']]],
      ['integer', [['0', '4']]],
    ]);
    const told = notes.filter((text) => text.startsWith(`finding ${loud().id} was seen`));
    expect(told).toEqual([expect.stringMatching(/was seen \d times and is avoided from now on/)]);
  });

  it('executes no more such tests but for the checks, and finds what the bug hid', async () => {
    const before = loud();
    const sawBefore = counts(folder)['SIGABRT']!;
    await run(folder, { file, executions: 900, notes });
    const { state, met } = loud();
    const after = counts(folder);
    expect(state).toBe('on');
    expect(met - before.met).toBeGreaterThan(200);
    const shown = after['SIGABRT']! - sawBefore;
    expect(shown).toBeLessThanOrEqual(shownBy(loud()) - shownBy(before));
    expect(shown).toBeLessThan((met - before.met) / 20);
    expect(after['SIGILL']).toBeGreaterThan(0);
  });

  it('avoids the bug no more if another build of the target does not have it', async () => {
    const mended = await compiledTarget(touchy.replace('LOUD', '0'), temporaryFolder(afterAll));
    await run(folder, { file: mended, executions: 1_000, build: 'mended', notes });
    expect(loud()).toMatchObject({ state: 'gone', build: 'mended' });
    expect(shownBy(loud())).toBe(0);
    expect(notes.filter((text) => text.includes(`${loud().id} is not avoided any more`))).toHaveLength(1);
  });
});

it('finds less without a pattern: the same tests, and the bug in most of them', async () => {
  const folder = new CampaignFolder(temporaryFolder());
  const file = await compiledTarget(touchy.replace('LOUD', '1'), temporaryFolder());
  await run(folder, { file, executions: 900, avoids: false });
  expect(new AvoidedBugs(folder.path).all()).toEqual([]);
  expect(counts(folder)['SIGABRT']).toBeGreaterThan(400);
}, 120_000);
