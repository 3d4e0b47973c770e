/** `fuzz()` as a person's test calls it: a campaign on a harness with a planted failure. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz, fuzzCleanly, FuzzFailure } from '../../src/index.ts';
import { buildHarness } from '../target/executable/build.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const source = join(import.meta.dirname, '../target/executable/brackets.mjs');

describe('a campaign as a function', () => {
  const folder = temporaryFolder(afterAll);
  const settings = { source, seed: 1, jobs: 1, reduceShare: 0, dir: 'campaign' } as const;
  let target: string;
  beforeAll(async () => {
    target = await buildHarness({ source: 'brackets.c', folder });
  }, 60_000);

  it('throws what it found, with its input, and goes on in the same folder', async () => {
    const asked = { ...settings, target, execs: 150 };
    const failure = await fuzzCleanly(asked, { cwd: folder }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FuzzFailure);
    const { message, findings } = failure as FuzzFailure;
    expect(findings.length).toBeGreaterThan(0);
    expect(message).toMatch(/^[0-9a-f]{12} .*\n[^]*the input of [0-9a-f]{12}:\n\[.*\n/);
    expect(message).toContain(`cgfuzz findings show ${findings[0]!.record.id} --dir campaign`);
    const again = await fuzz({ ...asked, execs: 151 }, { cwd: folder });
    expect(again.stats.executions).toBeGreaterThanOrEqual(151);
    expect(again.findings.length).toBeGreaterThanOrEqual(findings.length);
  });

  it('ends with what it has if its signal is aborted', async () => {
    const stop = new AbortController();
    let events = 0;
    const onEvent = (): void => void (++events === 5 && stop.abort());
    const { stats } = await fuzz(
      { ...settings, target, dir: 'stopped' },
      { cwd: folder, signal: stop.signal, onEvent },
    );
    expect(stats.executions).toBeLessThan(100);
  });

  it('refuses a setting that is none, by name', async () => {
    await expect(fuzz({ ...settings, tagret: 'x' } as never, { cwd: folder })).rejects.toThrow(/"tagret"/);
  });
});
