/** cgfuzz as the binary of an engine, with our own engine's side of the protocol as the engine. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Alphabet, decodeSequence } from '../../src/choice/index.ts';
import {
  domainOfNumber,
  engineAges,
  type EngineDate,
  executionRequest,
  readBlobs,
  wordOf,
  writeBlobs,
  writeFlags,
} from '../../src/centipede/index.ts';
import { Runner } from '../../src/target/centipede/runner.ts';
import { prepareStackLibrary } from '../../src/target/centipede/stack-library.ts';
import { usualExecutionLimits } from '../../src/serve/index.ts';
import { buildHarness } from '../target/executable/build.ts';
import { world } from '../target/world.ts';

const command = join(import.meta.dirname, '../../bin/cgfuzz.mjs');
const source = join(import.meta.dirname, '../target/executable/brackets.mjs');
const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-guest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('cgfuzz under an engine', { timeout: 120_000 }, () => {
  let words: string[];
  let seeds: Uint8Array[];
  const guest = (flags: Parameters<typeof writeFlags>[0], ...more: string[]): Promise<unknown> =>
    execa('node', [...words, ...more], {
      env: { CENTIPEDE_RUNNER_FLAGS: writeFlags(flags) },
      reject: false,
    });

  beforeAll(async () => {
    const harness = await buildHarness({ source: 'brackets.c', folder });
    words = [command, 'serve-centipede', '--source', source, '--target', harness];
    const seedFolder = mkdtempSync(join(folder, 'seeds-'));
    await guest({ dump_seed_inputs: true, arg1: seedFolder });
    seeds = readdirSync(seedFolder).map((name) => readFileSync(join(seedFolder, name)));
  }, 120_000);

  it('makes seeds that are sequences of choices', () => {
    expect(seeds).toHaveLength(32);
    for (const seed of seeds)
      expect(decodeSequence(seed, new Alphabet()).envelope.source?.name).toBe('brackets');
  });

  it('executes inputs over a socket: the same edges each time, and a failure with its words', async () => {
    const runner = await Runner.open({
      file: process.execPath,
      args: words,
      env: { PATH: world.searchPath, XDG_CACHE_HOME: join(world.cache, '..') },
      library: await prepareStackLibrary(world),
      catchesSignals: false,
      flags: {},
    });
    try {
      const sets = new Map<number, number[]>();
      let failures = 0;
      for (const time of [0, 1])
        for (const [index, seed] of seeds.slice(0, 12).entries()) {
          const { reply, end, description } = await runner.execute(seed, usualExecutionLimits);
          expect(reply.hasBegun).toBe(true);
          if (!reply.hasEnded) {
            failures++;
            expect(description).toMatch(/^(?:signal|assertion) \| /);
            continue;
          }
          expect(end).toEqual({ how: 'answered', code: 0 });
          const features = [...reply.features];
          if (time === 0) sets.set(index, features);
          else expect(features).toEqual(sets.get(index));
          expect(new Set(features.map(domainOfNumber))).toEqual(new Set([2]));
        }
      expect(sets.size * 2 + failures).toBe(24);
      const foreign = await runner.execute(Uint8Array.of(1, 2, 3), usualExecutionLimits);
      expect(foreign.description).toMatch(/^SETUP FAILURE: an input is no sequence .* --engine-from/);
      expect(foreign.end).toEqual({ how: 'answered', code: 1 });
    } finally {
      await runner.close();
    }
  });

  it.each(Object.keys(engineAges) as EngineDate[])(
    'makes mutants for an engine of %s, with origins that are true',
    async (date) => {
      const age = engineAges[date];
      const [request, reply] = ['request', 'reply'].map(
        (name) => `/dev/shm/cgfuzz-test-${process.pid}-${name}`,
      );
      const empty = new Uint8Array();
      writeFileSync(
        request!,
        writeBlobs([
          { tag: 2, bytes: empty },
          { tag: 4, bytes: wordOf(20) },
          { tag: 3, bytes: wordOf(2) },
          ...seeds.slice(0, 2).flatMap((bytes) => [
            { tag: 5, bytes: empty },
            { tag: 6, bytes },
          ]),
        ]),
      );
      writeFileSync(reply!, Buffer.alloc(2 ** 20));
      const name = (path: string): string => path.slice('/dev/shm'.length);
      await guest({ shmem: true, arg1: name(request!), arg2: name(reply!) }, '--engine-from', date);
      const { blobs } = readBlobs(readFileSync(reply!));
      for (const path of [request!, reply!]) rmSync(path);
      expect([blobs[0]?.tag, ...(blobs[0]?.bytes ?? [])]).toEqual([age.hasMutator, 1]);
      const mutants = blobs.filter(({ tag }) => tag === age.mutant);
      expect(mutants).toHaveLength(20);
      for (const { bytes } of mutants) decodeSequence(bytes, new Alphabet());
      const origins = blobs
        .filter(({ tag }) => tag === age.origin)
        .map(({ bytes }) => Buffer.from(bytes).readBigUInt64LE());
      expect(origins).toHaveLength(age.origin === undefined ? 0 : 20);
      for (const origin of origins) expect([0n, 1n, 2n ** 64n - 1n]).toContain(origin);
    },
  );

  it('ends with 1 without a socket if an input fails, and with 0 if none does', async () => {
    const memory = ['request', 'reply'].map((name) => `/dev/shm/cgfuzz-once-${process.pid}-${name}`);
    const [request = '', reply = ''] = memory;
    const description = join(folder, 'description');
    const once = async (inputs: readonly Uint8Array[]): Promise<{ exitCode?: number; told: string }> => {
      writeFileSync(request, executionRequest(inputs));
      writeFileSync(reply, Buffer.alloc(2 ** 20));
      writeFileSync(description, '');
      const name = (path: string): string => path.slice('/dev/shm'.length);
      const shared = { shmem: true, arg1: name(request), arg2: name(reply) } as const;
      const { exitCode } = (await guest({ ...shared, failure_description_path: description })) as {
        exitCode?: number;
      };
      return { ...(exitCode === undefined ? {} : { exitCode }), told: readFileSync(description, 'utf8') };
    };
    const foreign = await once([Uint8Array.of(1, 2, 3)]);
    expect(foreign).toEqual({ exitCode: 1, told: expect.stringMatching(/^SETUP FAILURE/) as string });
    expect(await once([])).toEqual({ exitCode: 0, told: '' });
    const all = await once(seeds);
    expect(all).toEqual({ exitCode: 1, told: expect.stringMatching(/^(?:signal|assertion) \| /) as string });
    for (const path of memory) rmSync(path);
  });

  it('says that it is started by an engine', async () => {
    const { exitCode, stderr } = await execa('node', words, { reject: false });
    expect(stderr).toMatch(/no flags of an engine/);
    expect(exitCode).toBe(2);
  });
});
