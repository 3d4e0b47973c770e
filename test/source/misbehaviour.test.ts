/** Misdeeds of generators, and the engine's answers to them. */
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';

import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { GeneratorFailure, openSource, type Source, type ProcessDefinition } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { compileGenerator } from './compile-generator.ts';

let binary = '';
const folder = temporaryFolder(afterAll);
beforeAll(async () => {
  binary = await compileGenerator('misbehave.c', '-DUNLINKED');
}, 60_000);

let source: Source;
afterEach(() => source.close());

const definition = (how: readonly string[], more: Partial<ProcessDefinition> = {}): ProcessDefinition => ({
  name: 'misbehave',
  summary: 'does what it must not',
  language: 'text',
  command: [binary, ...how],
  reach: 'preload',
  process: 'exec',
  scopes: 'stack',
  writes: { to: 'stdout' },
  limits: {
    timeMs: 60_000,
    outputBytes: 1 << 20,
    memoryBytes: 1 << 27,
    folderBytes: 4 << 20,
    maxChoices: 100_000,
  },
  ...more,
});

function open(how: readonly string[], more: Partial<ProcessDefinition> = {}): Source {
  source = openSource(definition(how, more), { temporaryFolder: folder });
  return source;
}

describe.each(['exec', 'fork'] as const)('a generator (%s)', (process) => {
  it.each([
    ['crash', 'crash', /SIGSEGV/],
    ['abort', 'crash', /SIGABRT/],
    ['kill', 'crash', /SIGKILL/],
    ['exit', 'exit', /exit code 7\nI do not feel like it/],
    ['flood', 'output', /more than 1 MiB to one file/],
    ['file', 'output', /more than 1 MiB to one file/],
    ['files', 'output', /more than 4 MiB of files/],
    ['memory', 'memory', /more than 128 MiB of memory/],
  ])('that ends by %s gives the reason, and the choices so far', async (how, reason, message) => {
    const result = await open([how], { process }).run({ seed: 1 });
    if (result.outcome !== 'failed' || !(result.error instanceof GeneratorFailure))
      throw new Error(result.outcome);
    expect(result.error.reason).toBe(reason);
    expect(result.error.message).toMatch(message);
    expect(result.record.choiceCount).toBe(10);
  });

  it.each(['hang', 'stubborn'])('that goes on for ever (%s) is an overrun in time', async (how) => {
    const result = await open([how], { process }).run({ seed: 1, limits: { maxTimeMs: 1_500 } });
    expect(result).toMatchObject({ outcome: 'overrun', limit: 'time' });
    expect(result.record.choiceCount).toBe(10);
  });

  it('that draws for ever is an overrun in choices', async () => {
    const result = await open(['draw'], { process }).run({ seed: 1 });
    expect(result).toMatchObject({ outcome: 'overrun', limit: 'choices' });
    expect(result.record.choiceCount).toBe(100_000);
  });

  it('that forks leaves no process behind, and its children draw nothing of its own', async () => {
    const name = `cgf-${process}`;
    const result = await open(['fork', name], { process }).run({ seed: 1 });
    expect(result.outcome).toBe('ok');
    expect(result.record.choiceCount).toBe(10);
    expect(processesNamed(name)).toEqual([]);
  });

  it('that hands on to one short-lived process after the other leaves none behind', async () => {
    expect((await open(['relay'], { process }).run({ seed: 1 })).outcome).toBe('ok');
    await source.close();
    expect(processesNamed('generator')).toEqual([]);
  });

  it('that closes its descriptors, or nests folders, loses nothing', async () => {
    const closed = await open(['close'], { process }).run({ seed: 1 });
    expect(closed).toMatchObject({ outcome: 'ok' });
    expect(closed.record.choiceCount).toBe(10);
    await source.close();
    expect((await open(['nest'], { process }).run({ seed: 1 })).outcome).toBe('ok');
  });

  it(
    'that scribbles over the shared memory gives some outcome, every time',
    { timeout: 120_000 },
    async () => {
      let isEverRefused = false;
      for (let seed = 0; seed < 60; seed++) {
        const result = await open(['scribble', String(seed)], { process }).run({ seed });
        isEverRefused ||= result.outcome === 'failed';
        expect(['ok', 'failed', 'overrun']).toContain(result.outcome);
        await source.close();
      }
      expect(isEverRefused).toBe(true);
    },
  );
});

describe('a persistent generator that says nonsense where it should say that it is done', () => {
  it.each(['D', 'DDDDDDDD', 'X', 'P12345678', 'nonsense'])('gives some outcome (%s)', async (words) => {
    open(['babble', words], { process: 'persistent', limits: { timeMs: 300 } });
    for (let seed = 0; seed < 3; seed++)
      expect(['failed', 'overrun']).toContain((await source.run({ seed })).outcome);
    await source.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a persistent generator that ends in the middle of its life', () => {
  it.each(['abort', 'hang'])(
    'is charged the CPU time of its last program for that program, and not of its life (%s)',
    async (how) => {
      const ageing = await compileGenerator('ageing.c', '-DUNLINKED');
      // Its clock is the one that it measures itself by.
      open([how], { command: [ageing, how], process: 'persistent', scopes: 'own', keepsClock: true });
      let before = 0;
      for (let seed = 1; seed < 8; seed++) {
        const made = await source.run({ seed });
        expect(made.outcome).toBe('ok');
        before += made.cost.cpuUs;
      }
      const last = await source.run({ seed: 8, limits: { maxTimeMs: 100 } });
      expect(last.outcome).toBe(how === 'hang' ? 'overrun' : 'failed');
      expect(before).toBeGreaterThan(7 * 40_000);
      expect(last.cost.cpuUs).toBeGreaterThan(40_000);
      expect(last.cost.cpuUs).toBeLessThan(before * 0.75);
      // A new one has a life of its own.
      const next = await source.run({ seed: 9 });
      expect(next.outcome).toBe('ok');
      expect(next.cost.cpuUs).toBeGreaterThan(40_000);
    },
  );
});

describe('what a generator writes', () => {
  it.each([
    ['link', /did not write the file/],
    ['pipe', /no file/],
  ])('is not followed out of its folder (%s)', async (how, message) => {
    const result = await open([how], { writes: { to: 'file', path: 'out.c' } }).run({});
    expect(result.outcome === 'failed' && result.error instanceof Error && result.error.message).toMatch(
      message,
    );
  });

  it('is gone when the source is closed', async () => {
    await open(['nest']).run({});
    expect(readdirSync(folder)).not.toEqual([]);
    await source.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('when the engine is killed', () => {
  it.each([
    ['exec', 'preload'],
    ['fork', 'preload'],
    ['persistent', 'preload'],
    ['persistent', 'stream'],
  ] as const)('no process and no file is left (%s, %s)', { timeout: 60_000 }, async (mode, reach) => {
    open([]);
    const orphans = 'cgf-orphan';
    const limits = { timeMs: 60_000 };
    const forking = definition(['fork', orphans], { limits, process: mode === 'fork' ? 'fork' : 'exec' });
    const hanging = definition(['stubborn'], { limits, process: mode, reach });
    const script = `
      const { openSource } = await import(${JSON.stringify(new URL('../../dist/source/index.js', import.meta.url).href)});
      const options = { temporaryFolder: ${JSON.stringify(folder)} };
      await openSource(${JSON.stringify(forking)}, options).run({});
      console.log('forked');
      await openSource(${JSON.stringify(hanging)}, options).run({});`;
    const engine = execa(process.execPath, ['--input-type=module', '-e', script], { reject: false });
    await new Promise((resolve) => engine.stdout.once('data', resolve));
    await until(() => commandsOf('generator').some((command) => command.includes('stubborn')));
    engine.kill('SIGKILL');
    await engine;
    await until(() => readdirSync(folder).length === 0 && processesNamed('generator').length === 0);
    expect(readdirSync(folder)).toEqual([]);
    expect(processesNamed('generator')).toEqual([]);
    expect(processesNamed(orphans)).toEqual([]);
  });
});

describe('when a generator kills the process that runs it', () => {
  it.each(['exec', 'fork'] as const)('nothing is left, and the next one is run (%s)', async (process) => {
    const result = await open(['kill-parent'], { process }).run({ seed: 1 });
    expect(result).toMatchObject({ outcome: 'failed', error: { reason: 'protocol' } });
    expect(result.record.choiceCount).toBe(10);
    expect(readdirSync(folder)).toEqual([]);
    expect((await source.run({ seed: 2 })).outcome).toBe('failed');
    await source.close();
    expect(readdirSync(folder)).toEqual([]);
    await until(() => processesNamed('generator').length === 0);
    expect(processesNamed('generator')).toEqual([]);
  });
});

describe('when a generator stops the process that runs it', () => {
  it.each([
    ['parent', 'exec', 'preload'],
    ['parent', 'persistent', 'preload'],
    ['parents', 'exec', 'preload'],
    ['parents', 'persistent', 'stream'],
    ['group', 'exec', 'preload'],
  ] as const)('the engine goes on (%s, %s, %s)', async (how, process, reach) => {
    const stop = String(constants.signals.SIGSTOP);
    const result = await open([how, stop], { process, reach }).run({ limits: { maxTimeMs: 300 } });
    expect(['failed', 'overrun']).toContain(result.outcome);
    await source.close();
    expect(readdirSync(folder)).toEqual([]);
    await until(() => processesNamed('generator').length === 0);
    expect(processesNamed('generator')).toEqual([]);
  });
});

describe('a generator that kills its process group', () => {
  it('is all that dies of it', async () => {
    const made = await open(['group', String(constants.signals.SIGKILL)]).run({ seed: 1 });
    expect(made).toMatchObject({ outcome: 'failed', error: { reason: 'crash' } });
  });
});

/** Waits for what does not take long, however busy the machine is. */
async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !isSo(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Ids of the processes that call themselves so, and were compiled for this test. */
function processesNamed(name: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid, name) !== undefined);
}

/** The command lines of the same. */
function commandsOf(name: string): string[] {
  return processesNamed(name).flatMap((pid) => commandOf(pid, name) ?? []);
}

function commandOf(pid: string, name: string): string | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const isMeant = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name && command.startsWith(binary);
    return isMeant ? command : undefined;
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

describe('a generator that is killed while it draws', () => {
  it('leaves a record that makes sense, wherever it was', { timeout: 120_000 }, async () => {
    const endless = await compileGenerator('endless.c', '-O2');
    const opened = openSource(
      definition([], { command: [endless], reach: 'linked', process: 'fork', scopes: 'own', limits: {} }),
      { temporaryFolder: folder },
    );
    source = opened;
    for (let seed = 0; seed < 250; seed++) {
      const made = await opened.run({ seed, limits: { maxTimeMs: 1 + (seed % 5) } });
      expect(made).toMatchObject({ outcome: 'overrun', limit: 'time' });
    }
  });
});
