/** Campaigns without a command line: settings, context and a listener are all that a session needs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CampaignFolder, type CampaignSettings, usualSettings } from '../../src/campaign/index.ts';
import { runSession, type SessionListener } from '../../src/session/run-session.ts';
import type { SessionEvent } from '../../src/session/session-event.ts';
import { checkStrategy, missingSeeds } from '../../src/session/strategies.ts';
import type { SessionContext } from '../../src/session/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { signal: never } = new AbortController();

function context(signal: AbortSignal = never): SessionContext {
  const dateMs = (): number => Date.now();
  const monotonicMs = (): number => performance.now();
  return { cwd: temporaryFolder(), env: process.env, dateMs, monotonicMs, signal };
}

function settings(dir: string, more: Partial<CampaignSettings> = {}): CampaignSettings {
  const small = ['loom language=c size=500B'];
  return usualSettings({ source: small, target: 'gcc-12', dir, compareShare: 0, execs: 6, ...more });
}

function listener(): SessionListener & { readonly events: SessionEvent[]; readonly said: string[] } {
  const [events, said]: [SessionEvent[], string[]] = [[], []];
  return {
    events,
    said,
    say: (text) => void said.push(text),
    onPreparing: () => undefined,
    onBegin: () => void said.push('begun'),
    onEvent: (event) => void events.push(event),
  };
}

describe('a session', { timeout: 120_000 }, () => {
  it('starts, stops and goes on with a campaign', async () => {
    const dir = join(temporaryFolder(), 'campaign');
    const heard = listener();
    const first = await runSession(settings(dir), context(), heard);
    expect(first.executions).toBe(6);
    expect(heard.said).toEqual(['begun']);
    expect(heard.events.some(({ type }) => type === 'progress')).toBe(true);
    const more = await runSession(settings(dir, { execs: 9 }), context(), listener());
    expect(more.executions).toBe(9);
    expect(new CampaignFolder(dir).readManifest().sources).toEqual(['loom language=c size=500B']);
  });

  it('ends at once when it is told to, and can be gone on with', async () => {
    const dir = join(temporaryFolder(), 'campaign');
    const end = new AbortController();
    const heard = { ...listener(), onBegin: () => end.abort() };
    const line = await runSession(settings(dir), context(end.signal), heard);
    expect(line.executions).toBe(0);
    const again = await runSession(settings(dir), context(), listener());
    expect(again.executions).toBe(6);
  });

  it('builds what finds facts before its clock starts, and does without it if that fails', async () => {
    const bin = temporaryFolder();
    writeFileSync(join(bin, 'clang-19'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, XDG_CACHE_HOME: temporaryFolder() };
    const heard = listener();
    const onPreparing = (step?: string): void => void (step !== undefined && heard.said.push(step));
    const wanted = settings(join(temporaryFolder(), 'campaign'), { compareShare: 0.1, execs: 2 });
    const line = await runSession(wanted, { ...context(), env }, { ...heard, onPreparing });
    expect(line.executions).toBe(2);
    expect(heard.said[0]).toContain('building the analyser');
    expect(heard.said.indexOf('begun')).toBe(1);
  });

  it('forgets settings that fail before the first test, so that others can be given', async () => {
    const dir = join(temporaryFolder(), 'campaign');
    const source = ['loom language=c size=500B | donors folder=/dev/null/donors'];
    await expect(runSession(settings(dir, { source }), context(), listener())).rejects.toThrow(
      'no folder /dev/null/donors',
    );
    expect(new CampaignFolder(dir).exists).toBe(false);
    const line = await runSession(settings(dir, { execs: 1 }), context(), listener());
    expect(line.executions).toBe(1);
  });

  it('refuses another target for a campaign, and leaves it unlocked', async () => {
    const dir = join(temporaryFolder(), 'campaign');
    await runSession(settings(dir, { execs: 1 }), context(), listener());
    const other = runSession(settings(dir, { target: 'tcc' }), context(), listener());
    await expect(other).rejects.toThrow('was started with target gcc-12, not tcc');
    const line = await runSession(settings(dir, { execs: 2 }), context(), listener());
    expect(line.executions).toBe(2);
  });
});

describe('seeds that are not there', () => {
  const sources = ['csmith-scoped | relax', 'loom'];
  it('are told for the sources that should have some', () => {
    const folder = temporaryFolder();
    expect(missingSeeds(usualSettings(), sources, folder)).toEqual([
      `the tests that come with cgfuzz for csmith-scoped are not in ${folder}: the search begins without them`,
    ]);
    expect(missingSeeds(usualSettings(), sources)).toEqual([]);
  });

  it('are not told if the search asks for none', () => {
    const folder = temporaryFolder();
    expect(missingSeeds(usualSettings({ noSeeds: true }), sources, folder)).toEqual([]);
    expect(missingSeeds(usualSettings({ strategy: 'random' }), sources, folder)).toEqual([]);
  });
});

it.each(['guided', 'unguided', 'random', 'enumerate'] as const)(
  'the strategy %s accepts --no-seeds, so that sides can have equal flags',
  (strategy) => {
    expect(() => checkStrategy(usualSettings({ strategy, noSeeds: true }))).not.toThrow();
  },
);
