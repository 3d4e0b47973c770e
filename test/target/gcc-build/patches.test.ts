/** Patches over the source of GCC, as far as it goes without compiling; test/oracle/planted-gcc.test.ts shows what a patched gcc does. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantedFolder, plantNames, plantsByFile } from '../../../lab/planted/names.ts';
import { gccToBuild } from '../../../src/session/target-to-build.ts';
import { findGccHome } from '../../../src/target/gcc-build/gcc-home.ts';
import {
  checkingArguments,
  filesPatchedIn,
  type GccSpec,
  nameOfGccSpec,
  unitOf,
} from '../../../src/target/gcc-build/plan.ts';
import { isInstrumented } from '../../../src/target/gcc-build/profiles.ts';
import { objectOf } from '../../../src/target/llvm-build/compile-all.ts';
import { findPatches, sourceOfGcc, withPatches } from '../../../src/target/llvm-build/patches.ts';
import { findTarget } from '../../../src/target/index.ts';
import { temporaryFolder, world } from '../world.ts';

const folder = join(plantedFolder, 'gcc');
const spec: GccSpec = {
  gccVersion: 16,
  profile: 'patched',
  coverage: 'edges',
  assertions: true,
  patches: findPatches(folder, '/', sourceOfGcc),
};
const asked = {
  profile: 'patched',
  coverage: 'edges',
  patches: folder,
  'no-assertions': false,
  'llvm-config': undefined,
  source: undefined,
  'gcc-source': undefined,
} as const;

describe('a build of GCC with patches', () => {
  it('has their folder in its name, whatever else is in it', async () => {
    expect(await gccToBuild({ cwd: '/' }, asked, 'gcc-16')).toEqual(spec);
    expect(nameOfGccSpec(spec)).toBe('gcc-16-patched+gcc');
    const full = { ...spec, profile: 'full', coverage: 'edges+cmp', assertions: false } as const;
    expect(nameOfGccSpec(full)).toBe('gcc-16-full+cmp-no-assertions+gcc');
    expect(checkingArguments(nameOfGccSpec(spec))).toEqual(['-fchecking']);
    expect(checkingArguments(nameOfGccSpec(full))).toEqual([]);
  });

  it('instruments only the patched files with --profile patched', () => {
    const changed = filesPatchedIn(spec);
    expect(changed).toContain('gcc/tree-ssa-dse.cc');
    expect(isInstrumented('patched', 'tree-ssa-dse.cc', changed)).toBe(true);
    expect(isInstrumented('patched', 'tree-ssa-uninit.cc', changed)).toBe(false);
  });

  it.each([
    ['no patches for --profile patched', { patches: undefined }, 'no patches are named'],
    ['patches of LLVM', { patches: join(plantedFolder, 'defects') }, 'which many files may include'],
  ])('is refused: %s', async (_what, more, message) => {
    await expect(gccToBuild({ cwd: '/' }, { ...asked, ...more }, 'gcc-16')).rejects.toThrow(message);
  });

  it('leaves out what a commit changes beside the compiler', () => {
    const file = join(temporaryFolder(), 'fix.patch');
    const part = (name: string): string => `--- a/${name}\n+++ b/${name}\n@@ -1,1 +1,1 @@\n-a\n+b\n`;
    writeFileSync(file, part('gcc/ChangeLog') + part('gcc/tree-vrp.cc') + part('gcc/testsuite/x.c'));
    const patches = findPatches(file, '/', sourceOfGcc);
    expect(filesPatchedIn({ patches })).toEqual(['gcc/tree-vrp.cc']);
    writeFileSync(file, part('gcc/tree.h'));
    expect(() => findPatches(file, '/', sourceOfGcc)).toThrow('changes gcc/tree.h');
  });

  it('is no target until it is built', async () => {
    const empty = { ...world, cache: temporaryFolder() };
    await expect(findTarget('gcc-16-patched+gcc', empty)).rejects.toThrow('no target named');
  });
});

it('has a list of names that is that of the patches', () => {
  const names = [...readFileSync(join(folder, 'names.inc'), 'utf8').matchAll(/"([\w-]+)"/g)];
  expect(names.map(([, name]) => name)).toEqual(plantNames('gcc'));
});

const home = findGccHome(spec, world.cache);
const isHere = home !== undefined && existsSync(join(home.source, 'gcc'));
const why = isHere ? 'as it is here' : 'skipped: only a build of gcc-16 fetches it';
it.runIf(isHere)(`has patches that apply to the source of GCC 16 (${why})`, async () => {
  const trees = { source: home!.source, configured: '/configured' };
  const files = [...plantsByFile('gcc').keys()];
  const untouched = 'gcc/tree-ssa-uninit.cc';
  const units = [...files, untouched].map((name) =>
    unitOf(
      { object: 'x.o', source: join(home!.source, name), includes: [], flags: [] },
      spec,
      trees,
      '',
      files,
    ),
  );
  const options = { cache: temporaryFolder(), signal: new AbortController().signal, say: () => {} };
  const patched = await withPatches(units, spec.patches!, { ...options, source: sourceOfGcc });
  const objects = new Set(units.map((unit) => objectOf('', unit)));
  const shared = patched.filter((unit) => objects.has(objectOf('', unit)));
  expect(shared.map(({ name }) => name)).toEqual([untouched]);
  const texts = patched.map(({ source }) => readFileSync(source, 'utf8'));
  for (const name of plantNames('gcc'))
    expect(
      texts.filter((text) => text.includes(`CGFUZZ_PLANTED ("${name}")`)),
      name,
    ).toHaveLength(1);
  expect(patched[0]).toMatchObject({ name: 'cgfuzz/plants.cpp' });
});
