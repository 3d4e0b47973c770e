/** Builds of LLVM's newer versions, whose packages are those of another release of Debian. */
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { addLlvm } from '../../../src/build/index.ts';
import { findHome, sourcePackageOf } from '../../../src/target/llvm-build/llvm-home.ts';
import { clangOf, flagsForServer, serverSources } from '../../../src/target/llvm-build/plan.ts';
import { world } from '../world.ts';

describe('the source of an LLVM', () => {
  it('of a release may be another one of its number, if the mirror lost it', () => {
    expect(sourcePackageOf(23, '1:23.1.4-2')).toEqual({
      name: 'llvm-toolchain-23',
      version: '1:23.1.4-2',
      orLike: '1:23.',
    });
  });

  it('of the main branch is that of the day, which no other takes the place of', () => {
    const version = '1:24~++20261025103442+7e3c57157096-1~exp1';
    expect(sourcePackageOf(24, version)).toEqual({ name: 'llvm-toolchain-snapshot', version });
  });
});

it('the compile server of LLVM 23 is written in what its headers have', { timeout: 600_000 }, async () => {
  const { cache } = world;
  await addLlvm(23, { cache, say: () => undefined, signal: new AbortController().signal });
  const spec = { llvmVersion: 23, profile: 'starter', coverage: 'edges', assertions: true } as const;
  const home = (await findHome(spec, cache))!;
  // The files that speak to parts of LLVM that changed; the others are those of LLVM 22.
  const files = serverSources().files.filter((file) => /\/(?:pipeline|preamble|driver)\.cpp$/.test(file));
  expect(files).toHaveLength(3);
  for (const file of files) {
    const words = [...flagsForServer(spec, home, file), '-fsyntax-only', file];
    const { stderr, exitCode } = await execa(`${clangOf(home)}++`, words, { reject: false });
    expect(exitCode, stderr).toBe(0);
  }
});
