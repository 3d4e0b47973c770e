/** Patches over the source of LLVM, as far as it goes without compiling; test/oracle/planted.test.ts shows what a patched clang does. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantedFolder, plantNames, plantsByFile, type PlantedFolder } from '../../../lab/planted/names.ts';
import { objectOf, type Unit } from '../../../src/target/llvm-build/compile-all.ts';
import { findPatches, isCurrent, type Patches, withPatches } from '../../../src/target/llvm-build/patches.ts';
import { findHome } from '../../../src/target/llvm-build/llvm-home.ts';
import { keyOfTarget } from '../../../src/target/llvm-build/plan.ts';
import { compiles, foldersToUnpack, profileOf } from '../../../src/target/llvm-build/profiles.ts';
import { findBuiltByName } from '../../../src/target/index.ts';
import { temporaryFolder, world } from '../world.ts';

const untouched = 'llvm/lib/Transforms/Scalar/SpeculativeExecution.cpp';
const patchesOf = (folder: PlantedFolder): Patches => findPatches(join(plantedFolder, folder), '/');
const defects = patchesOf('defects');

async function unitsOf(names: readonly string[]): Promise<Unit[]> {
  const built = await findBuiltByName('clang-19-starter', world.cache);
  if (!built) throw new Error('the starter target is not built');
  return names.map((name) => ({
    source: `${built.sourceTree}/${name}`,
    name,
    compiler: 'clang++',
    flags: ['-O2', '-fsanitize-coverage=inline-8bit-counters'],
    from: 'here',
  }));
}

const options = (said: string[] = []): Parameters<typeof withPatches>[2] => ({
  cache: temporaryFolder(),
  signal: new AbortController().signal,
  say: (text) => void said.push(text),
});

describe('patches', () => {
  const folders = ['defects', 'historic'] as const;
  it.each(folders)(
    'in %s change the very sources that are unpacked here, and compile nothing else anew',
    async (folder) => {
      const plants = plantsByFile(folder);
      const units = await unitsOf([untouched, ...plants.keys()]);
      const patched = await withPatches(units, patchesOf(folder), options());
      const objects = new Set(units.map((unit) => objectOf('', unit)));
      const shared = patched.filter((unit) => objects.has(objectOf('', unit)));
      expect(shared.map(({ name }) => name)).toEqual([untouched]);
      const texts = patched
        .filter(({ name }) => plants.has(name))
        .map(({ source }) => readFileSync(source, 'utf8'));
      for (const name of plantNames(folder))
        expect(
          texts.filter((text) => text.includes(`CGFUZZ_PLANTED("${name}")`)),
          name,
        ).toHaveLength(1);
    },
  );

  it('compile the files beside them without coverage', async () => {
    const patched = await withPatches(await unitsOf([...plantsByFile('defects').keys()]), defects, options());
    const own = patched.find(({ name }) => name === 'cgfuzz/plants.cpp');
    expect(own?.flags.filter((flag) => flag.includes('coverage'))).toEqual([]);
    expect(existsSync(own?.source ?? '')).toBe(true);
  });

  it('tell of the files that a profile leaves as they are', async () => {
    const said: string[] = [];
    await withPatches(
      await unitsOf(['llvm/lib/Transforms/InstCombine/InstCombineShifts.cpp']),
      defects,
      options(said),
    );
    expect(said.join('\n')).toContain(
      'not in this profile, and so not patched: llvm/lib/Analysis/InstructionSimplify.cpp',
    );
    const none = withPatches(await unitsOf([untouched]), defects, options());
    await expect(none).rejects.toThrow('the profile compiles none of the files');
  });

  it('are refused with the file that they are for if they do not fit', async () => {
    const folder = temporaryFolder();
    const name = 'llvm/lib/Transforms/InstCombine/InstCombineShifts.cpp';
    const text = `--- a/${name}\n+++ b/${name}\n@@ -1,1 +1,1 @@\n-no such line\n+another\n`;
    writeFileSync(join(folder, 'a.patch'), text);
    const patched = withPatches(await unitsOf([name]), findPatches(folder, '/'), options());
    await expect(patched).rejects.toThrow(`the patch of ${name} does not fit`);
  });

  it('make a profile of their own, of the files that they change', () => {
    expect(profileOf('patched', ['llvm/lib/Target/AArch64/A.cpp', 'llvm/lib/Analysis/B.cpp'])).toEqual({
      folders: [],
      files: ['Analysis/B.cpp'],
      filesWithoutAssertions: ['Target/AArch64/A.cpp'],
      tables: ['Target/AArch64'],
      otherMachines: true,
    });
  });

  it('of a code generator are compiled without assertions, on which the layout of its classes depends', () => {
    const file = 'llvm/lib/CodeGen/SelectionDAG/DAGCombiner.cpp';
    const profile = profileOf('patched', [file]);
    expect(profile).toMatchObject({ files: [], filesWithoutAssertions: [file.slice('llvm/lib/'.length)] });
    expect(compiles(profile, file)).toBe(true);
    expect(foldersToUnpack(profile)).toContain('llvm/lib/CodeGen');
  });

  it('of the solver of constants compile its users, which hand it a counter', () => {
    for (const name of ['Utils/SCCPSolver', 'IPO/SCCP', 'Scalar/SCCP'])
      expect(profileOf('patched', [`llvm/lib/Transforms/${name}.cpp`]).files.toSorted()).toEqual([
        'Transforms/IPO/SCCP.cpp',
        'Transforms/Scalar/SCCP.cpp',
        'Transforms/Utils/SCCPSolver.cpp',
      ]);
    const unroll = ['LoopUnrollPass', 'LoopPassManager'].map((name) => `Transforms/Scalar/${name}.cpp`);
    expect(profileOf('patched', [`llvm/lib/${unroll[0]}`]).files).toEqual(unroll);
  });

  it('name a build that is found after their folder is gone', async () => {
    const about = { llvmVersion: 19, profile: 'patched', coverage: 'edges', assertions: true } as const;
    const home = (await findHome(about, world.cache))!;
    const folder = join(temporaryFolder(), 'gone');
    const keyWith = (hash: string): string =>
      keyOfTarget({ ...about, patches: { name: 'gone', folder, hash } }, home);
    expect(keyWith('1')).toBe(keyWith('1'));
    expect(keyWith('2')).not.toBe(keyWith('1'));
  });

  it('of one file of the vectorizers compile the whole folder, whose classes depend on assertions', () => {
    const changed = ['llvm/lib/Transforms/Vectorize/LoopVectorize.cpp', 'llvm/lib/Analysis/B.cpp'];
    const profile = profileOf('patched', changed);
    expect(profile).toMatchObject({ folders: ['Transforms/Vectorize'], files: ['Analysis/B.cpp'] });
    expect(compiles(profile, 'llvm/lib/Transforms/Vectorize/VPlan.cpp')).toBe(true);
  });

  it('are known by what they hold, not by where they lie', () => {
    const folder = temporaryFolder();
    for (const file of readdirSync(defects.folder))
      writeFileSync(join(folder, file), readFileSync(join(defects.folder, file)));
    const copy = { ...defects, folder };
    expect(isCurrent(copy)).toBe(true);
    writeFileSync(join(folder, 'GVN.patch'), '--- a/x\n+++ b/llvm/lib/Transforms/Scalar/GVN.cpp\n');
    expect(isCurrent(copy)).toBe(false);
    // A file took the folder's place.
    expect(isCurrent({ ...defects, folder: join(folder, 'GVN.patch') })).toBe(false);
  });

  it('may be one file, with tests beside the change, and of any name', async () => {
    const name = 'llvm/lib/Transforms/InstCombine/InstCombineShifts.cpp';
    const shifts = readFileSync(join(plantedFolder, 'historic', 'InstCombineShifts.patch'), 'utf8');
    const file = join(temporaryFolder(), '0001-shift: less.diff');
    writeFileSync(file, `${shifts}--- a/llvm/test/x.ll\n+++ b/llvm/test/x.ll\n@@ -0,0 +1 @@\n+; x\n`);
    const found = findPatches(file, '/');
    expect(found.name).toBe('patch-0001-shift-less');
    expect(isCurrent(found)).toBe(true);
    const [patched] = await withPatches(await unitsOf([name]), found, options());
    expect(readFileSync(patched!.source, 'utf8')).toContain('CGFUZZ_PLANTED("combine-bz49778")');
  });

  it.each([
    ['removes', 'git rm -q llvm/lib/A.cpp', 'removes llvm/lib/A.cpp'],
    ['adds', 'echo y > llvm/lib/C.cpp; git add .', 'adds llvm/lib/C.cpp'],
    ['renames', 'git mv llvm/lib/A.cpp llvm/lib/C.cpp', 'renames llvm/lib/A.cpp'],
    ['changes bytes of', 'echo new > llvm/lib/bytes', 'changes bytes of llvm/lib/bytes'],
    ['changes bytes, written out, of', '--binary', 'changes bytes of llvm/lib/bytes'],
    ['makes executable', 'chmod +x llvm/lib/A.cpp', 'changes the mode of llvm/lib/A.cpp and no text'],
  ])('by which git %s a file are refused, and not those that do so to a test', (_what, change, message) => {
    const cwd = temporaryFolder();
    const run = (script: string): string => execFileSync('bash', ['-ec', script], { cwd, encoding: 'utf8' });
    run(
      'git init -q; mkdir -p llvm/lib llvm/test; printf "x\\n" | tee llvm/lib/A.cpp llvm/lib/B.cpp >llvm/test/A.cpp; ' +
        'printf "\\0\\1" | tee llvm/lib/bytes >llvm/test/bytes; git add .; git -c user.name=a -c user.email=a@b commit -qm a',
    );
    const [work, flags] = change === '--binary' ? ['echo new > llvm/lib/bytes', change] : [change, ''];
    const patch = join(temporaryFolder(), 'a.patch');
    const write = (script: string): void =>
      writeFileSync(patch, run(`${script}; echo more >> llvm/lib/B.cpp; git diff ${flags} HEAD -M`));
    if (!message.includes('mode')) {
      write(work);
      expect(() => findPatches(patch, '/')).toThrow(message);
      write(`git reset -q --hard; ${work.replaceAll('lib', 'test')}`);
      expect(findPatches(patch, '/').name).toBe('a');
    } else {
      write(work);
      expect(findPatches(patch, '/').name).toBe('a');
      writeFileSync(patch, run('git checkout -q llvm/lib/B.cpp; git diff'));
      expect(() => findPatches(patch, '/')).toThrow(message);
    }
  });

  it('are refused at once if a pipe stands in their place', () => {
    const pipe = join(temporaryFolder(), 'a.patch');
    execFileSync('mkfifo', [pipe]);
    expect(() => findPatches(pipe, '/')).toThrow(`cannot read ${pipe}: it is a pipe`);
  });

  it.each([
    ['nothing', undefined, 'holds no patches'],
    ['no file', 'hello\n', 'names no file that it changes'],
    ['a header', '--- a/x\n+++ b/llvm/include/llvm/IR/Value.h\n', 'changes llvm/include/llvm/IR/Value.h'],
  ])('that change %s are refused', async (_what, text, message) => {
    const folder = join(temporaryFolder());
    if (text !== undefined) writeFileSync(join(folder, 'a.patch'), text);
    const ask = async (): Promise<unknown> =>
      withPatches(await unitsOf([untouched]), { name: 'x', folder, hash: '' }, options());
    if (text === undefined) expect(() => findPatches(folder, '/')).toThrow(message);
    else await expect(ask()).rejects.toThrow(message);
  });
});

it.each(['defects', 'stages', 'atomics', 'debug', 'historic'] satisfies PlantedFolder[])(
  'the list of names in lab/planted/%s is that of its patches',
  (folder) => {
    const names = [...readFileSync(join(plantedFolder, folder, 'names.inc'), 'utf8').matchAll(/"([\w-]+)"/g)];
    expect(names.map(([, name]) => name)).toEqual(plantNames(folder));
  },
);
