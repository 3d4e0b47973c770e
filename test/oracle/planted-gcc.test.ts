/**
 * Each planted defect of GCC: off by default, on when it is chosen, and shown by a valid program of its own.
 *
 * No test builds a GCC, since that takes 20 CPU minutes. If `cgfuzz target build gcc-16 --patches lab/planted/gcc` made
 * one, whatever its profile, all defects are tested.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantedFolder, plantNames, plantsByFile } from '../../lab/planted/names.ts';
import { choosingArgs, fixingArgs, isGcc, reportingArgs } from '../../lab/planted/switches.ts';
import { withAdded } from '../../src/build/index.ts';
import { type CompilerConfiguration, Laboratory, labelOf } from '../../src/laboratory/index.ts';
import { compare, type Comparison } from '../../src/oracle/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findPatchedGcc } from '../../src/target/gcc-build/build-gcc.ts';
import { findPatches, sourceOfGcc } from '../../src/target/llvm-build/patches.ts';
import { gccProfileNames } from '../../src/target/gcc-build/profiles.ts';
import { csmith, csmithArgs, world as installed } from '../target/world.ts';
import { references, triggersIn } from './triggers.ts';

const triggers = triggersIn('gcc-triggers');
const names = plantNames('gcc');
const world = { ...installed, searchPath: withAdded(installed.searchPath, installed.cache) };
const { hash } = findPatches('gcc', plantedFolder, sourceOfGcc);
/** A build with other patches has other defects. */
const target = gccProfileNames
  .map((profile) => `gcc-16-${profile}+gcc`)
  .find((name) => findPatchedGcc(name, world.cache)?.spec.patches?.hash === hash);

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(async () => laboratory.close());

it('has a trigger for every defect planted in GCC, and no other', () => {
  expect(triggers.names).toEqual(names);
});

it('has defects in more than ten files of GCC', () => {
  expect(plantsByFile('gcc').size).toBeGreaterThan(10);
});

it('has triggers for GCC on which compilers without planted defects agree', async () => {
  for (const name of names) {
    const matrix = [...references, { compiler: 'gcc-12', args: ['-O2'] }];
    const { verdict } = await compare(laboratory, triggers.of(name), matrix);
    expect(verdict.kind, name).toBe('agree');
  }
});

it.each([
  ['clang-19-passes+defects', ['-mllvm', '-cgfuzz-plant=a,b'], ['-mllvm', '-cgfuzz-plant-report=/r']],
  ['gcc-16-passes+gcc', ['-DCGFUZZ_PLANT=a,b'], ['-DCGFUZZ_PLANT_REPORT=/r']],
])('switches defects of %s on by its own arguments', (name, choosing, reporting) => {
  expect(choosingArgs(name, ['a', 'b'])).toEqual(choosing);
  expect(choosingArgs(name, [])).toEqual([]);
  expect(reportingArgs(name, '/r')).toEqual(reporting);
  expect(fixingArgs(name, '/f').at(-1)).toMatch(/[-_]fixed=\/f$/i);
  expect(isGcc(name)).toBe(name.startsWith('gcc'));
});

const how =
  target ??
  'not built: cgfuzz target build gcc-16 --patches lab/planted/gcc takes 20 CPU minutes, so the tests are skipped';
describe.runIf(target !== undefined)(`a defect planted in GCC (${how})`, () => {
  const plain: CompilerConfiguration = { compiler: target!, args: ['-O2'] };
  const choosing = (name: string): CompilerConfiguration => ({
    compiler: target!,
    args: ['-O2', ...choosingArgs(target!, [name])],
  });
  const compareWith = async (name: string): Promise<Comparison> =>
    compare(laboratory, triggers.of(name), [...references, plain, choosing(name)], {
      compileLimits: { cpuMs: 3_000, wallMs: 60_000, memoryBytes: 2 * 1024 ** 3 },
    });

  it('that was not chosen leaves every object as the stock compiler makes it', async () => {
    const stock = { compiler: 'gcc-16', args: ['-O2'] };
    const programs = [
      ...names.map(triggers.of),
      ...(await Promise.all([1, 2, 3].map(async (seed) => programOf(await csmith(seed))))),
    ];
    for (const program of programs) {
      const [ours, theirs] = await laboratory.compile(program, [plain, stock], {
        args: [...csmithArgs, '-fno-ident'],
      });
      expect(ours?.outcome).toBe('ok');
      expect(Buffer.from(ours?.output ?? []).equals(theirs?.output ?? Buffer.of())).toBe(true);
    }
  });

  it('that does not exist is refused', async () => {
    const [execution] = await laboratory.compile(triggers.of(names[0]!), [choosing('no-such-defect')], {});
    expect(execution?.outcome).not.toBe('ok');
    expect(execution?.text).toContain('no planted defect');
  });

  it.each(names)('%s shows itself in its trigger, and only when it is chosen', async (name) => {
    const { verdict, failures } = await compareWith(name);
    const [first] = name.split('-');
    const ends = { assert: 'assertion', hang: 'hang' }[first ?? ''];
    if (ends !== undefined) {
      expect(failures.map(({ execution }) => execution.outcome)).toEqual([ends]);
      expect(failures[0]?.label).toBe(labelOf(choosing(name)));
      expect(verdict.kind).toBe('agree');
      return;
    }
    expect(verdict.kind === 'differ' && verdict.odd.flatMap(({ labels }) => labels)).toEqual([
      labelOf(choosing(name)),
    ]);
  });
});
