/** The table of kinds: a text leads to one target, and the text of a build back to the very build. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Build } from '../../src/target/found.ts';
import { findTarget, findTargetOfBuild } from '../../src/target/index.ts';
import { temporaryFolder, world } from './world.ts';

describe('the identity of a build', () => {
  const build = new Build('clang-19-starter-0123');

  it('is one text for one build and one choice of settings', () => {
    const plain = { args: ['-O2'], tier: 'none', machines: [] };
    expect(build.under(plain)).toBe('clang-19-starter-0123 -O2');
    expect(build.under({ ...plain, tier: 'documented' })).toBe(
      'clang-19-starter-0123 -O2 (documented options)',
    );
    expect(build.under({ args: [], tier: 'hidden', machines: ['aarch64', 'riscv64'] })).toBe(
      'clang-19-starter-0123 (hidden options for aarch64, riscv64)',
    );
  });

  it('knows its own texts, and none of a build whose key is longer', () => {
    expect(build.isOf('clang-19-starter-0123')).toBe(true);
    expect(build.isOf('clang-19-starter-0123 -O2')).toBe(true);
    expect(build.isOf('clang-19-starter-01234 -O2')).toBe(false);
  });
});

describe('a target that was found', () => {
  it('is found again by the text that a campaign keeps of its build', async () => {
    const found = await findTarget('clang-19-starter', world);
    expect(found).toMatchObject({ kind: 'instrumented', name: 'clang-19-starter' });
    const text = found.build.under({ args: ['-O3'], tier: 'none', machines: [] });
    const again = await findTargetOfBuild({ target: 'clang-19', build: text }, world);
    expect(again).toMatchObject({ program: found.program, sourceTree: found.sourceTree });
    expect(
      await findTargetOfBuild({ target: 'clang-19', build: 'clang-19-starter-of-long-ago -O3' }, world),
    ).toBeUndefined();
  });

  it('is of the kind that its text says', async () => {
    expect(await findTarget('clang-19-stock', world)).toMatchObject({ kind: 'stock' });
    await expect(findTarget('clnag-19', world)).rejects.toThrow('no target named "clnag-19"');
  });

  it('may be a compiler that was added, also if the search path does not say so', async () => {
    const cache = temporaryFolder();
    const place = join(cache, 'compilers/llvm-23');
    mkdirSync(join(place, 'bin'), { recursive: true });
    writeFileSync(join(place, 'compiler.json'), JSON.stringify({ name: 'llvm-23' }));
    writeFileSync(join(place, 'bin/clang-23'), '#!/bin/sh\n', { mode: 0o700 });
    const found = await findTarget('clang-23-stock', { cache, searchPath: '/nowhere' });
    expect(found).toMatchObject({ kind: 'stock', program: join(place, 'bin/clang-23') });
    await expect(findTarget('clang-22-stock', { cache, searchPath: '/nowhere' })).rejects.toThrow(
      'clang-22 is not installed',
    );
  });

  it('is no program without a slash in its text, and the error names the text with one', async () => {
    const cwd = import.meta.dirname;
    await expect(findTarget('world.ts', { ...world, cwd })).rejects.toMatchObject({
      hints: expect.arrayContaining(['for your program: --target ./world.ts']),
    });
  });
});
