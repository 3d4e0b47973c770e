/**
 * The server of GCC without GCC: a small program stands in its place, since a build of GCC takes 23 CPU minutes. The driver
 * that is asked what options mean is a real one.
 */
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { instrumentationFolder, findProgram } from '../../../src/build/index.ts';
import { ServerTarget } from '../../../src/target/index.ts';
import { ByLanguage } from '../../../src/target/server/by-language.ts';
import { ask, world } from '../world.ts';

const server = join(instrumentationFolder, 'gcc/server');

describe('the server of GCC', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-test-'));
  let target: ServerTarget;
  let both: ByLanguage;
  beforeAll(async () => {
    const program = join(folder, 'small');
    const instrumented = join(folder, 'small.o');
    await execa('clang++-19', [
      '-fsanitize-coverage=inline-8bit-counters,pc-table',
      '-c',
      '-o',
      instrumented,
      join(import.meta.dirname, 'small-compiler.cpp'),
    ]);
    const runtime = join(folder, 'runtime.o');
    await execa('clang-19', ['-c', join(instrumentationFolder, 'coverage/cgfuzz-coverage.c'), '-o', runtime]);
    await execa('clang++-19', [
      '-no-pie',
      '-Wl,--wrap=open,--wrap=fopen',
      '-o',
      program,
      ...['main.cpp', 'driver.cpp', 'files.cpp'].map((name) => join(server, name)),
      join(instrumentationFolder, 'llvm/server/hugepages.cpp'),
      instrumented,
      runtime,
    ]);
    const driver = findProgram('gcc-12', world.searchPath)!;
    const start = (compiler: string): Promise<ServerTarget> =>
      ServerTarget.start({
        name: 'small',
        command: {
          file: program,
          args: [],
          env: {
            CGFUZZ_SERVE: 'compile',
            CGFUZZ_GCC: driver,
            CGFUZZ_COMPILER: compiler,
            PATH: world.searchPath,
          },
        },
        compiler: { family: 'gcc', program: driver },
      });
    target = await start('cc1');
    both = new ByLanguage(await start('cc1'), await start('cc1plus'));
  }, 60_000);
  afterAll(async () => {
    await target.close();
    await both.close();
    rmSync(folder, { recursive: true });
  });

  it('finds the source in memory, and what options mean by asking the driver', async () => {
    const source = 'int x;\nint y;\n';
    const { outcome, text, output } = await ask(target, {
      source,
      args: ['-O2', '-ffast-math', '-Dname="two words"'],
      emit: 'assembly',
    });
    expect(text).toBe('');
    expect(outcome).toBe('ok');
    const lines = Buffer.from(output).toString().split('\n');
    expect(lines.slice(0, 2)).toEqual(['# int x;', '# int y;']);
    expect(lines).toContain('# word -ffast-math');
    expect(lines).toContain('# word name="two words"');
    expect(lines).toContain('# word -mtune=generic');
    expect(lines.some((line) => line.endsWith('/cc1'))).toBe(false);
  });

  it('gives features, the same for the same program, and those of a longer program are others', async () => {
    const [first, again, longer] = [
      await ask(target, { source: 'int x;\n' }),
      await ask(target, { source: 'int x;\n' }),
      await ask(target, { source: 'int x;\nint y;\nint z;\nint w;\n' }),
    ];
    expect(first.features!.hitCount).toBeGreaterThan(0);
    expect(again.features!.hash).toBe(first.features!.hash);
    expect(longer.features!.hash).not.toBe(first.features!.hash);
  });

  it('refuses what the driver refuses, in its words', async () => {
    const { outcome, text } = await ask(target, { source: 'int x;\n', args: ['-O2', '-fno-such-thing'] });
    expect(outcome).toBe('rejected');
    expect(text).toMatch(/unrecognized command-line option .*-fno-such-thing/);
    expect(text).not.toContain('Configured with');
  });

  it('adds what the compiler said to an answer that is not ok', async () => {
    const { outcome, text } = await ask(target, { source: 'an error\n' });
    expect(outcome).toBe('rejected');
    expect(text).toBe('small.c:1: error: a line says so\n');
  });

  it('tells a compiler that has no memory by its words, and hides its own option from the driver', async () => {
    const { outcome } = await ask(target, { source: 'int x;\n', args: ['-cgfuzz-provoke=memory'] });
    expect(outcome).toBe('out-of-memory');
  });

  it('refuses C++ and intermediate code', async () => {
    const answers = [
      await ask(target, { source: 'int x;\n', language: 'c++' }),
      await ask(target, { source: 'int x;\n', emit: 'ir-after-passes' }),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected']);
    expect(answers.map(({ text }) => text)).toEqual([
      'error: this server compiles C only\n',
      'error: gcc emits no intermediate code\n',
    ]);
  });

  it('has two for two languages, and what one has seen is new to neither', async () => {
    const source = 'int x;\nint y;\n';
    const c = await ask(both, { source });
    const cxx = await ask(both, { source, language: 'c++' });
    expect([c.outcome, cxx.outcome]).toEqual(['ok', 'ok']);
    expect(c.features!.fresh.length).toBeGreaterThan(0);
    expect(cxx.features!.hash).toBe(c.features!.hash);
    expect(cxx.features!.fresh.length).toBe(0);
    const longer = await ask(both, { source: `${source}int z;\nint w;\n`, language: 'c++' });
    expect(longer.features!.fresh.length).toBeGreaterThan(0);
    expect((await ask(both, { source: `${source}int z;\nint w;\n` })).features!.fresh.length).toBe(0);
  });
});
