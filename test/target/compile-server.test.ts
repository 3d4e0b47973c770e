import { cellOf } from '../../src/serve/index.ts';
import { execa } from 'execa';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProgramFile, programOf } from '../../src/program/index.ts';
import { checkTarget, maskUnstable, openTarget, type ServerTarget } from '../../src/target/index.ts';
import type { Configuration, Execution } from '../../src/serve/index.ts';
import { descendantsOf } from '../../src/util/descendants.ts';
import { unpackFeatures } from '../../src/target/features/feature-list.ts';
import { ask, csmith, csmithArgs, openStarter, world } from './world.ts';
import { runs } from '../runs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const debug = (what: string): string => `int before;\n#pragma clang __debug ${what}\nint after;\n`;
const loop = 'int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * i; return s; }\n';

describe('the compile server', () => {
  let target: ServerTarget;
  beforeAll(async () => {
    target = await openStarter();
  });
  afterAll(async () => target.close());

  it('passes its own check: every bad end provoked and noticed', async () => {
    let cases = 0;
    for await (const { name, passed, told } of checkTarget(target, 'instrumented')) {
      expect(`${name}: ${passed ? 'noticed' : told}`).toBe(`${name}: noticed`);
      cases++;
    }
    expect(cases).toBeGreaterThan(12);
  }, 60_000);

  it('makes the very object that stock clang makes', async () => {
    const stock = await openTarget('clang-19-stock', world);
    try {
      const source = await csmith(7);
      const [ours, theirs] = [
        await ask(target, { source, args: csmithArgs }),
        await ask(stock, { source, args: csmithArgs }),
      ];
      expect(Buffer.from(ours.output).equals(Buffer.from(theirs.output))).toBe(true);
      expect(ours.output.length).toBeGreaterThan(1_000);
    } finally {
      await stock.close();
    }
  }, 30_000);

  it('compiles a module of LLVM IR for several configurations', async () => {
    const program = programOf('define i32 @one() {\n  ret i32 1\n}\n', 'llvm-ir');
    const configurations = ['-O0', '-O2'].map((level): Configuration => ({ args: [level], emit: 'object' }));
    const answers = await target.execute({ program, configurations });
    expect(answers.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });

  it('shares the front end among configurations, and makes the same of each as alone', async () => {
    const program = programOf(await csmith(11));
    const configurations = [
      '-O0',
      '-O1',
      '-O2',
      '-O3',
      '-Os',
      '-O2 -mllvm -inline-threshold=3',
      '-O2 -march=x86-64-v3',
    ].map((args): Configuration => ({
      args: [...args.split(' '), '-w', '-I/usr/include/csmith'],
      emit: 'object',
    }));
    const together = await target.execute({ program, configurations });
    for (const [index, configuration] of configurations.entries()) {
      const [alone] = await target.execute({ program, configurations: [configuration] });
      expect(together[index]?.outcome).toBe('ok');
      expect(
        Buffer.from(together[index]?.output ?? []).equals(Buffer.from(alone?.output ?? [])),
        configuration.args.join(' '),
      ).toBe(true);
    }
    // -O1, -O2, -O3 and the one with a threshold were parsed once.
    expect(together.filter(({ sharedCpuMs }) => sharedCpuMs > 0)).toHaveLength(4);
  }, 60_000);

  it('makes the same of a program whose first lines are precompiled as of the whole', async () => {
    for (const seed of [1, 2, 3]) {
      const [main] = programOf(
        await csmith(seed, '--max-funcs', '3', ...(seed === 2 ? ['--float'] : [])),
      ).files;
      const compile = async (...others: readonly ProgramFile[]): Promise<Execution> => {
        const [execution] = await target.execute({
          program: { files: [main!, ...others], main: main!.path, language: 'c' },
          configurations: [{ args: csmithArgs, emit: 'object' }],
          remember: false,
        });
        return execution!;
      };
      const whole = await compile({ path: 'other.h', bytes: Buffer.from('') });
      const [first, second] = [await compile(), await compile()];
      expect(whole.outcome).toBe('ok');
      expect(Buffer.from(first.output).equals(Buffer.from(whole.output))).toBe(true);
      expect(Buffer.from(second.output).equals(Buffer.from(whole.output))).toBe(true);
      expect(second.features?.hash).toBe(first.features?.hash);
    }
  });

  it('precompiles nothing that cannot be: what is wrong there is said of the program, line and all', async () => {
    const source = '/* one */\n#include "no-such-header.h"\nint f(void) { return 0; }\n';
    for (let time = 0; time < 2; time++)
      expect((await ask(target, { source })).text).toMatch(/test\.c:2:.*no-such-header\.h/);
    const macro =
      '#define ANSWER 42\n\n/* lines\n keep */\n#define TWICE(x) ((x) + (x))\nint f(void) { return TWICE(ANSWER) }\n';
    for (let time = 0; time < 2; time++)
      expect((await ask(target, { source: macro })).text).toMatch(/test\.c:6:/);
    const late = '#define A 1 \\\n + 1\n#include <stdint.h>\nint32_t f(void) { return A; }\n';
    expect((await ask(target, { source: late })).outcome).toBe('ok');
  });

  it('emits what is asked for', async () => {
    const emitted = async (emit: Configuration['emit']): Promise<string> =>
      Buffer.from((await ask(target, { source: loop, emit })).output).toString('latin1');
    expect(await emitted('nothing')).toBe('');
    expect(await emitted('discarded-object')).toBe('');
    expect(await emitted('object')).toMatch(/^\u007FELF/);
    expect(await emitted('assembly')).toMatch(/\.globl\s+sum/);
    const [before, after] = [await emitted('ir-before-passes'), await emitted('ir-after-passes')];
    expect(before).toMatch(/alloca i32/);
    expect(after).toMatch(/define .*@sum/);
    expect(after).not.toMatch(/alloca i32/);
  });

  it('reads files of the program, and headers of the machine', async () => {
    const files = [
      {
        path: 'main.c',
        bytes: Buffer.from('#include <stdint.h>\n#include "sub/own.h"\nint32_t f(void) { return ANSWER; }\n'),
      },
      { path: 'sub/own.h', bytes: Buffer.from('#define ANSWER 42\n') },
    ];
    const [execution] = await target.execute({
      program: { files, main: 'main.c', language: 'c' },
      configurations: [{ args: ['-O2'], emit: 'assembly' }],
    });
    expect(execution?.text).toBe('');
    expect(Buffer.from(execution?.output ?? []).toString()).toContain('$42');
  });

  it('gives the same features every time', async () => {
    const source = await csmith(3, '--max-funcs', '1', '--max-block-size', '2', '--max-block-depth', '2');
    const hashes = new Set<bigint>();
    for (let time = 0; time < runs(200, 1_000); time++)
      hashes.add((await ask(target, { source, args: csmithArgs, emit: 'nothing' })).features?.hash ?? 0n);
    expect(hashes.size).toBe(1);
  }, 300_000);

  it('finds what is not stable, here none, and leaves masked edges out', async () => {
    const own = await openStarter();
    try {
      const request = {
        program: programOf(loop),
        configurations: [{ args: ['-O2'], emit: 'nothing' }],
      } as const;
      const first = await own.execute({ ...request, wholeSet: true, remember: false });
      expect((await maskUnstable(own, request, first)).cells).toEqual([]);
      const [all] = await own.execute({ ...request, wholeSet: true, remember: false });
      const cell = cellOf(unpackFeatures(all!.features!.all!)[0]!);
      await own.coverage.mask([cell]);
      const [masked] = await own.execute({ ...request, wholeSet: true });
      expect(masked?.features?.hitCount).toBe((all?.features?.hitCount ?? 0) - 1);
      expect([...unpackFeatures(masked!.features!.all!)].map(cellOf)).not.toContain(cell);
    } finally {
      await own.close();
    }
  });

  it('names the frames of a crash, innermost first', async () => {
    const { stack } = await ask(target, { source: debug('llvm_fatal_error') });
    const names = (await target.nameStack(stack, world.searchPath)).map((place) => place.function);
    expect(names[0]).toMatch(/report_fatal_error|onFatalError/);
    expect(names.join('\n')).toMatch(/PragmaDebugHandler[^]*clang::Preprocessor[^]*clang::ParseAST/);
  });

  it('tells the counters of what it is built from, where -stats asks for them', async () => {
    const { text } = await ask(target, { source: loop, args: ['-O2', '-mllvm', '-stats'] });
    expect(text).toMatch(/^ *[1-9]\d* instcombine +- Number of insts combined$/m);
    expect((await ask(target, { source: loop, args: ['-O2'] })).text).not.toContain('Number of');
  });

  it('tells what a compiler died of that had said more before than anybody keeps', async () => {
    const source = `${'#warning a remark that goes on and on, and on\n'.repeat(3_000)}${debug('llvm_fatal_error')}`;
    const { text, outcome } = await ask(target, { source });
    expect(outcome).toBe('fatal-error');
    expect(text?.length).toBeGreaterThan(60_000);
    expect(text).toContain('a remark');
    expect(text).toContain('llvm_fatal_error');
  });

  it('calls the same program refused, whatever came before', async () => {
    for (const what of ['crash', 'overflow_stack', 'llvm_fatal_error'])
      await ask(target, { source: debug(what) });
    expect(await ask(target, { source: 'int x' })).toMatchObject({
      outcome: 'rejected',
      features: { hitCount: 0 },
    });
    expect(await ask(target, { source: loop })).toMatchObject({ outcome: 'ok' });
  });

  describe('with bad input', () => {
    it.each([
      ['-fbogus', /unknown argument: '-fbogus'/],
      ['-march=nonsense', /unknown target CPU 'nonsense'/],
      ['-mllvm -bogus', /Unknown command line argument '-bogus'/],
      ['--version', /do not compile one file/],
      ['-Xclang -no-such', /unknown argument: '-no-such'/],
    ])('refuses the flags %s with what clang says', async (args, says) => {
      const answer = await ask(target, { source: loop, args: args.split(' ') });
      expect(answer.outcome).toBe('rejected');
      expect(answer.text).toMatch(says);
    });

    it('compiles a source of 50 MB, or says that it took too long', async () => {
      const comment = `//${'x'.repeat(50_000_000)}\nint x;\n`;
      expect(await ask(target, { source: comment })).toMatchObject({ outcome: 'ok' });
      const many = 'int x;\n'.repeat(50_000_000 / 7);
      const answer = await ask(target, { source: many, limits: { cpuMs: 1_000 } });
      expect(['ok', 'hang', 'out-of-memory']).toContain(answer.outcome);
      expect(await ask(target, { source: loop })).toMatchObject({ outcome: 'ok' });
    }, 60_000);

    it('survives deep nesting: a refusal by brackets, a stack overflow by operators', async () => {
      const brackets = `int f(int x) { return ${'('.repeat(20_000)}x${')'.repeat(20_000)}; }\n`;
      const operators = `int f(int x) { return ${'- '.repeat(200_000)}x; }\n`;
      expect(await ask(target, { source: brackets })).toMatchObject({ outcome: 'rejected' });
      const overflow = await ask(target, { source: operators });
      expect(overflow.outcome).toBe('stack-overflow');
      expect(overflow.stack.length).toBeGreaterThan(20);
    });

    it('stops a program that never ends by the clock when it does not use the CPU', async () => {
      const answer = await ask(target, {
        source: loop,
        args: ['-O2', '-mllvm', '-cgfuzz-provoke=hang'],
        limits: { cpuMs: 0, wallMs: 300 },
      });
      expect(answer.outcome).toBe('hang');
    });
  });
});

describe('a server that dies', () => {
  it('is replaced, with all it knew, and the request is answered all the same', async () => {
    const target = await openStarter();
    try {
      const first = await ask(target, { source: loop });
      expect(first.features?.fresh.length).toBeGreaterThan(100);
      process.kill(target.server.pid ?? 0, 'SIGKILL');
      const again = await ask(target, { source: loop });
      expect(again).toMatchObject({ outcome: 'ok', features: { hash: first.features?.hash } });
      expect(again.features?.fresh).toHaveLength(0);
      expect(target.server.restarts).toBe(1);
    } finally {
      await target.close();
    }
  });

  it('is replaced in the middle of a request, too', async () => {
    const target = await openStarter();
    try {
      const slow = ask(target, {
        source: loop,
        args: ['-O2', '-mllvm', '-cgfuzz-provoke=hang'],
        limits: { cpuMs: 600 },
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
      process.kill(target.server.pid ?? 0, 'SIGKILL');
      expect(await slow).toMatchObject({ outcome: 'hang' });
      expect(target.server.restarts).toBe(1);
    } finally {
      await target.close();
    }
  });

  it('that cannot start at all is told as such', async () => {
    const { Server } = await import('../../src/serve/server.ts');
    const server = new Server({ file: '/no/such/server', args: [], env: {} });
    await expect(server.hello()).rejects.toThrow(/no\/such\/server/);
    await server.close();
  });

  it('leaves neither processes nor files when the engine is killed, in the middle of work', async () => {
    const TMPDIR = temporaryFolder();
    chmodSync(TMPDIR, 0o777);
    const files = (): string[] =>
      [...readdirSync(TMPDIR), ...(existsSync('/dev/shm') ? readdirSync('/dev/shm') : [])].filter((name) =>
        /^cgfuzz-[^ct]/.test(name),
      );
    const before = files();
    const engine = execa(process.execPath, ['dist/cli/main.js', 'target', 'check', 'clang-19-starter'], {
      reject: false,
      env: { TMPDIR },
      buffer: false,
    });
    await new Promise<void>((resolve) =>
      engine.stdout.on('data', (text: Buffer) => {
        if (text.includes('eats memory')) resolve();
      }),
    );
    const family = descendantsOf(engine.pid ?? 0);
    expect(family.length).toBeGreaterThanOrEqual(1);
    engine.kill('SIGKILL');
    await engine;
    await expect.poll(() => family.filter((pid) => isAlive(pid)), { timeout: 5_000 }).toEqual([]);
    // Files that other tests use at the moment go away, too.
    const added = (): string[] => files().filter((name) => !before.includes(name));
    await expect.poll(added, { timeout: 30_000 }).toEqual([]);
  }, 60_000);
});

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
