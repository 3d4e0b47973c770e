/** Wrong code that is seen again and again is avoided as crashes are; the compiler, which is told to be wrong, is real. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { countingMeter, runCampaign } from '../../src/fuzz/index.ts';
import { findSource } from '../../src/generators/index.ts';
import { randomStrategy } from '../../src/search/index.ts';
import { openTarget } from '../../src/target/index.ts';
import { type AvoidedBug, AvoidedBugs } from '../../src/triage/index.ts';
import { world } from '../target/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = new CampaignFolder(temporaryFolder(afterAll));
const notes: string[] = [];

const executed = (): number => folder.readStats().at(-1)?.executions ?? 0;

/** The flag `-DWRONG` makes the program do something else; the references compile the program without this flag. */
async function run(args: readonly string[], more: number, build: string, until?: string): Promise<void> {
  const heard = new AbortController();
  await runCampaign({
    folder,
    sources: [await findSource(join(import.meta.dirname, 'generators/sums.mjs'), '/')],
    openTarget: () => openTarget('gcc-12', world),
    build,
    configurations: () => [{ args: [...args], emit: 'object' }],
    makeStrategy: ({ sources }) => randomStrategy(sources),
    meter: countingMeter,
    fixedTimeouts: true,
    clock: { dateMs: () => Date.now(), monotonicMs: () => performance.now(), cpuMs: () => 0 },
    seed: 1,
    jobs: 1,
    budget: { executions: executed() + more },
    care: {
      world,
      shares: { compare: 0.5, reduce: 0.45 },
      references: [
        { compiler: 'tcc', args: [] },
        { compiler: 'gcc-12', args: ['-O0'] },
      ],
      avoids: true,
    },
    renderFinding: () => [],
    searchPath: world.searchPath,
    signal: heard.signal,
    onEvent: (event) => {
      if (event.type !== 'note') return;
      notes.push(event.text);
      if (until !== undefined && event.text.includes(until)) heard.abort();
    },
  });
}

const bug = (): AvoidedBug => new AvoidedBugs(folder.path).all()[0]!;
const seen = (): number => new Findings(folder.findings, () => []).all()[0]!.record.count;

describe('a campaign on a target with loud wrong code', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    // A slow machine compares fewer of the tests that it executes.
    await run(['-DWRONG'], 1_500, 'wrong', 'is avoided from now on');
  }, 240_000);

  it('learns what the bug needs, and says that it avoids it', () => {
    expect(bug()).toMatchObject({ kind: 'wrong-code', state: 'on' });
    const sums = bug().pattern.filter(({ label }) => label === 'sum');
    expect(sums.map(({ choices }) => choices.map(({ values }) => values))).toContainEqual([
      [['1', '1']],
      [['3', '6']],
    ]);
    expect(notes.filter((text) => text.includes('is avoided from now on'))).toHaveLength(1);
  });

  it('executes few tests with the pattern, and each of these shows the bug', async () => {
    const before = bug();
    const sawBefore = seen();
    await run(['-DWRONG'], 140, 'wrong');
    const { state, met, parts } = bug();
    expect(state).toBe('on');
    expect(parts.map(({ missed }) => missed)).toEqual(parts.map(() => 0));
    expect(met - before.met).toBeGreaterThan(10);
    // The first are all executed, then fewer and fewer: 16 of the first 68.
    expect(seen() - sawBefore).toBeLessThan((met - before.met) / 2);
    expect(parts.some(({ shown }) => shown > 0)).toBe(true);
  });

  it('avoids it no more if another build of the target does not have it', async () => {
    await run([], 100, 'mended');
    expect(bug()).toMatchObject({ state: 'gone', build: 'mended' });
    expect(bug().parts.map(({ shown }) => shown)).toEqual(bug().parts.map(() => 0));
  });
});
