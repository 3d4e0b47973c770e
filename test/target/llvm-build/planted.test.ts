/** Planting, as far as it goes without compiling LLVM; what planted defects do is in test/oracle/planted.test.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { objectOf, type Unit } from '../../../src/target/llvm-build/compile-all.ts';
import { plantedFiles, withPlants } from '../../../src/target/llvm-build/planted.ts';
import { findBuiltByName, plantNames } from '../../../src/target/index.ts';
import { temporaryFolder, world } from '../world.ts';

const signal = new AbortController().signal;
const untouched = 'llvm/lib/Transforms/Scalar/SpeculativeExecution.cpp';

async function unitsOfStarter(names: readonly string[]): Promise<Unit[]> {
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

it('patches the very sources that are unpacked here, and compiles nothing else anew', async () => {
  const units = await unitsOfStarter([untouched, ...plantedFiles()]);
  const planted = await withPlants(units, { cache: temporaryFolder(), llvmVersion: 19, signal });
  const objects = new Set(units.map((unit) => objectOf('', unit)));
  const shared = planted.filter((unit) => objects.has(objectOf('', unit)));
  expect(shared.map(({ name }) => name)).toEqual([untouched]);
  const texts = planted
    .filter(({ name }) => plantedFiles().includes(name))
    .map(({ source }) => readFileSync(source, 'utf8'));
  for (const name of plantNames()) {
    const holding = texts.filter((text) => text.includes(`CGFUZZ_PLANTED("${name}")`));
    expect(holding, name).toHaveLength(1);
  }
});

it('reads the option outside of coverage', async () => {
  const units = await unitsOfStarter(plantedFiles());
  const planted = await withPlants(units, { cache: temporaryFolder(), llvmVersion: 19, signal });
  const own = planted.find(({ name }) => name === 'cgfuzz/plants.cpp');
  expect(own?.flags.filter((flag) => flag.includes('coverage'))).toEqual([]);
  expect(existsSync(own?.source ?? '')).toBe(true);
});

it('refuses a version that the patches were not made for', async () => {
  await expect(withPlants([], { cache: temporaryFolder(), llvmVersion: 16, signal })).rejects.toThrow(
    'defects are planted in LLVM 19 only',
  );
});
