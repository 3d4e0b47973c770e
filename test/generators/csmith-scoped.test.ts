/** Csmith built from its Debian source through the compiler wrappers. The first run builds it, which takes minutes. */
import { plainCsmithCompilerArgs } from '../../lab/csmith.ts';
import { join } from 'node:path';

import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';

import { csmithArgs, csmithCompilerArgs, csmithOptions } from '../../src/generators/csmith-options.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { preparedSource, processSource } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { textOf } from '../source/text-of.ts';

const source = processSource(csmithScoped);
afterAll(() => source.close());

describe('csmith-scoped', () => {
  it(
    'makes the same program again, from typed choices in scopes that mean something',
    { timeout: 900_000 },
    async () => {
      const kinds = new Set<string>();
      for (let seed = 0; seed < 12; seed++) {
        const first = await source.run({ seed });
        const again = await source.run({ seed: seed + 1_000, sequence: first.record });
        expect(textOf(again)).toBe(textOf(first));
        expect(again.record.equals(first.record)).toBe(true);
        expect(again.freshCount).toBe(0);
        for (let op = 0; op < first.record.ops.length; op++)
          if (first.record.isChoice(op)) kinds.add(first.record.choiceAt(op).kind);
      }
      expect([...kinds]).toEqual(expect.arrayContaining(['pick', 'weighted', 'integer']));
      const labels = Array.from({ length: source.alphabet.size }, (_, symbol) => symbol)
        .filter((symbol) => source.alphabet.isScope(symbol))
        .map((symbol) => source.alphabet.labelOf(symbol));
      expect(labels).toEqual(
        expect.arrayContaining(['options', 'types', 'block', 'statement', 'expression']),
      );
    },
  );

  it('makes other programs under a swarm, which replay without it', { timeout: 60_000 }, async () => {
    const plain = await source.run({ seed: 1 });
    const swarmed = await source.run({ seed: 1, swarm: { seed: 7, share: 0.5, strength: 0.9 } });
    expect(textOf(swarmed)).not.toBe(textOf(plain));
    const again = await source.run({ seed: 2, sequence: swarmed.record });
    expect(textOf(again)).toBe(textOf(swarmed));
  });

  // Seeds of programs that do so when Csmith is not patched: as it is, one in twelve of these small ones does.
  it('never goes through a pointer to a misaligned member', { timeout: 120_000 }, async () => {
    const small =
      '--max-funcs 3 --max-block-size 3 --max-expr-complexity 4 --no-bitfields --no-unions --no-volatiles';
    const { command, options: _, ...definition } = await preparedSource(csmithScoped, () => undefined);
    const packing = processSource({
      ...definition,
      command: [command[0], ...csmithArgs, ...small.split(' ')],
    });
    const cwd = temporaryFolder();
    const flags = ['-w', '-O1', '-fsanitize=alignment', '-fno-sanitize-recover=all'];
    try {
      for (const seed of [37, 48, 125, 220, 297, 352, 393]) {
        const text = textOf(await packing.run({ seed }));
        expect(text).toContain('#pragma pack(1)');
        const compile = [...flags, ...csmithCompilerArgs, '-xc', '-', '-o', 'a.out'];
        await execa('clang-19', compile, { cwd, input: text });
        // The result does not matter, nor does the end of the program.
        const { stderr } = await execa(join(cwd, 'a.out'), { reject: false, timeout: 5_000 });
        expect(stderr).not.toContain('misaligned');
      }
    } finally {
      await packing.close();
    }
  });

  // Seeds of programs that do so when Csmith is not patched: as it is, one in forty with floats does.
  it('never makes an integer of a float that it cannot hold', { timeout: 120_000 }, async () => {
    const floating = processSource({
      ...csmithScoped,
      options: (draw) => {
        const options = csmithOptions(draw);
        return options.includes('--float') ? options : [...options, '--float', '--strict-float'];
      },
    });
    const cwd = temporaryFolder();
    const flags = ['-w', '-O1', '-fsanitize=float-cast-overflow', '-fno-sanitize-recover=all'];
    try {
      for (const seed of [10, 17, 86]) {
        const text = textOf(await floating.run({ seed }));
        expect(text).toContain('float');
        const compile = [...flags, ...csmithCompilerArgs, '-xc', '-', '-o', 'a.out'];
        await execa('clang-19', compile, { cwd, input: text });
        // The result does not matter, nor does the end of the program.
        const { stderr } = await execa(join(cwd, 'a.out'), { reject: false, timeout: 5_000 });
        expect(stderr).not.toContain('outside the range');
      }
    } finally {
      await floating.close();
    }
  });

  // Seeds whose options would leave pointers nothing to point to: neither globals nor locals.
  it.each([46, 50])('makes a program of options that Csmith would abort with, seed %i', async (seed) => {
    const { outcome, record } = await source.run({ seed });
    expect(outcome).toBe('ok');
    expect(record.scopeCount).toBeGreaterThan(1);
  });

  it(
    'computes with its header what it computes without, and no compiler inlines the checksum',
    { timeout: 120_000 },
    async () => {
      const cwd = temporaryFolder();
      const checksum = async (compiler: string, args: readonly string[], input: string): Promise<string> => {
        await execa(compiler, [...args, '-xc', '-', '-o', 'a.out'], { cwd, input });
        const { stdout } = await execa(join(cwd, 'a.out'), { timeout: 20_000 });
        return stdout;
      };
      // Of programs that end; the fourth has no type of 64 bits, which changes the checksum's too.
      for (const seed of [40, 41, 42, 43, 45, 47]) {
        const text = textOf(await source.run({ seed }));
        const plain = await checksum('clang-19', ['-O1', ...plainCsmithCompilerArgs], text);
        expect(plain).toMatch(/^checksum = /);
        for (const compiler of ['clang-19', 'gcc-12'])
          expect(await checksum(compiler, ['-O2', ...csmithCompilerArgs], text)).toBe(plain);
        const hashed = text.match(/^ +transparent_crc\(/gm)?.length ?? 0;
        expect(hashed).toBeGreaterThan(0);
        const emit = ['-O2', ...csmithCompilerArgs, '-S', '-emit-llvm', '-xc', '-', '-o', '-'];
        const { stdout } = await execa('clang-19', emit, { input: text });
        expect(stdout.match(/call .*@transparent_crc/g)?.length ?? 0).toBeGreaterThanOrEqual(hashed);
      }
    },
  );
});
