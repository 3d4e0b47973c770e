/** The targets that a person may ask to build. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuildAsked, gccToBuild, targetToBuild } from '../../src/session/target-to-build.ts';
import { nameOfGccSpec, nameOfSpec } from '../../src/target/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const usual: BuildAsked = {
  profile: 'starter',
  coverage: 'edges',
  patches: undefined,
  'no-assertions': false,
  'llvm-config': undefined,
  source: undefined,
};

/** A folder with an `llvm-config` that says a version. */
function ownLlvm(): string {
  const folder = temporaryFolder();
  const config = join(folder, 'llvm-config');
  writeFileSync(config, '#!/bin/sh\necho 21.1.0git\n');
  chmodSync(config, 0o755);
  return folder;
}

describe('the build that is asked for', () => {
  it('is one of an LLVM of Debian, of this release or of another', async () => {
    const cwd = temporaryFolder();
    expect(nameOfSpec(await targetToBuild({ cwd }, usual, 'clang-19'))).toBe('clang-19-starter');
    expect(nameOfSpec(await targetToBuild({ cwd }, usual, 'clang-22'))).toBe('clang-22-starter');
    await expect(targetToBuild({ cwd }, usual, 'clang-12')).rejects.toThrow('no instrumented target');
  });

  it('has the profile that its name says, as lists of targets name it', async () => {
    const cwd = temporaryFolder();
    const unsaid = { ...usual, profile: undefined };
    expect(nameOfSpec(await targetToBuild({ cwd }, unsaid, 'clang-23-starter'))).toBe('clang-23-starter');
    expect(nameOfSpec(await targetToBuild({ cwd }, usual, 'clang-23-starter'))).toBe('clang-23-starter');
    expect(nameOfSpec(await targetToBuild({ cwd }, unsaid, 'clang-23'))).toBe('clang-23-passes');
    await expect(targetToBuild({ cwd }, usual, 'clang-23-passes')).rejects.toThrow(
      'clang-23-passes has the profile passes, and --profile says starter',
    );
    await expect(targetToBuild({ cwd }, unsaid, 'clang-12-passes')).rejects.toThrow(
      'no instrumented target named "clang-12"',
    );
    const gcc = { ...unsaid, 'gcc-source': undefined };
    expect(nameOfGccSpec((await gccToBuild({ cwd }, gcc, 'gcc-16-full'))!)).toBe('gcc-16-full');
    await expect(gccToBuild({ cwd }, { ...gcc, profile: 'passes' }, 'gcc-16-full')).rejects.toThrow(
      'has the profile full',
    );
  });

  it('is one of an own LLVM, under the name that was given, of the version that it has', async () => {
    const cwd = ownLlvm();
    const asked = { ...usual, 'llvm-config': 'llvm-config', source: '.' };
    const spec = await targetToBuild({ cwd }, asked, 'mine');
    expect(spec.llvmVersion).toBe(21);
    expect(spec.own).toEqual({ name: 'mine', config: join(cwd, 'llvm-config'), source: cwd });
    expect(nameOfSpec(spec)).toBe('mine-starter');
  });

  it('is refused where half of an own LLVM is named, or one that is not there', async () => {
    const cwd = temporaryFolder();
    const asked = { ...usual, 'llvm-config': 'llvm-config', source: '.' };
    await expect(targetToBuild({ cwd }, { ...asked, source: undefined }, 'mine')).rejects.toThrow('half of');
    await expect(targetToBuild({ cwd }, { ...usual, source: '.' }, 'mine')).rejects.toThrow('half of');
    await expect(targetToBuild({ cwd }, asked, 'mine')).rejects.toThrow('there is no program');
  });

  it('may not take the name of a compiler, nor one that cannot be told from a build', async () => {
    const cwd = ownLlvm();
    const asked = { ...usual, 'llvm-config': 'llvm-config', source: '.' };
    for (const name of ['clang', 'gcc', 'clang-19', 'a/b', '-x', ''])
      await expect(targetToBuild({ cwd }, asked, name), name).rejects.toThrow('cannot be called');
  });
});
