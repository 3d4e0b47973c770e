/**
 * Each planted defect: off by default, on when it is chosen, and shown by a valid program of its own.
 *
 * Set-up for tests builds a small target, which has the defects in files of `starter`. Where the large one is built, by
 * `cgfuzz target build clang-19 --profile passes --patches lab/planted/defects`, all defects are tested.
 */
import { instrumentedVersions } from '../../src/build/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Laboratory, labelOf, type CompilerConfiguration } from '../../src/laboratory/index.ts';
import { compare, findCulprit, type Comparison } from '../../src/oracle/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findBuiltByName } from '../../src/target/index.ts';
import { plantNames } from '../../lab/planted/names.ts';
import { choosingArgs } from '../../lab/planted/switches.ts';
import { references, triggersIn } from './triggers.ts';
import { csmith, csmithArgs, findPlanted, world } from '../target/world.ts';

const triggers = triggersIn('triggers');
const { name: target, names, has } = await findPlanted();

const stock = { compiler: 'clang-19-stock', args: ['-O2'] };
const plain = { compiler: target, args: ['-O2'] };
const choosing = (name: string): CompilerConfiguration => ({
  compiler: target,
  args: ['-O2', ...choosingArgs(target, [name])],
});

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(async () => laboratory.close());

it('has a trigger for every planted defect, and no other', () => {
  expect(plantNames().length).toBeGreaterThanOrEqual(24);
  expect(triggers.names).toEqual(plantNames());
});

it('has triggers on which compilers without planted defects agree', async () => {
  for (const name of plantNames()) {
    const { verdict } = await compare(laboratory, triggers.of(name), [...references, stock]);
    expect(verdict.kind, name).toBe('agree');
  }
});

it('is not what the plain name of a compiler means', async () => {
  for (const version of instrumentedVersions)
    expect((await findBuiltByName(`clang-${version}`, world.cache))?.spec.patches).toBeUndefined();
});

describe('a planted defect', () => {
  const compareWith = async (name: string): Promise<Comparison> =>
    compare(laboratory, triggers.of(name), [...references, plain, choosing(name)], {
      compileLimits: { cpuMs: 3_000, wallMs: 60_000, memoryBytes: 500e6 },
    });

  it('that was not chosen leaves every object as the stock compiler makes it', async () => {
    const programs = [
      ...names.map(triggers.of),
      ...(await Promise.all([1, 2, 3].map(async (seed) => programOf(await csmith(seed))))),
    ];
    for (const program of programs) {
      const [ours, theirs] = await laboratory.compile(program, [plain, stock], { args: csmithArgs });
      expect(ours?.outcome).toBe('ok');
      expect(Buffer.from(ours?.output ?? []).equals(theirs?.output ?? Buffer.of())).toBe(true);
    }
  });

  const blamed: readonly [name: string, pass: string, rewrite: string | undefined][] = [
    ['cse-keeps-flags', 'EarlyCSEPass', undefined],
    ['dse-part-overwrite', 'DSEPass', undefined],
    ['idiom-one-too-few', 'LoopIdiomRecognizePass', undefined],
    ['licm-speculates-division', 'LICMPass', undefined],
    ['icmp-or-equal', 'InstCombinePass', 'icmp ult to icmp ule'],
    ['srem-as-mask', 'InstCombinePass', 'srem to and'],
    ['simplify-shift-pair', 'EarlyCSEPass', undefined],
    ['loopdel-forgets-store', 'LoopDeletionPass', undefined],
  ];
  it.each(blamed.filter(([name]) => has(name)))('%s is blamed on %s', async (name, pass, rewrite) => {
    const { verdict } = await compareWith(name);
    if (verdict.kind !== 'differ') throw new Error(verdict.kind);
    const suspect = { configuration: choosing(name), expected: verdict.expected };
    const culprit = await findCulprit(laboratory, triggers.of(name), suspect);
    expect(culprit).toMatchObject({ kind: 'pass', pass, on: 'f' });
    expect(culprit.kind === 'pass' && culprit.rewrite).toBe(rewrite);
  });

  it.each(names)('%s shows itself in its trigger, and only when it is chosen', async (name) => {
    const { verdict, failures } = await compareWith(name);
    const [how] = name.split('-');
    const ends = { assert: 'assertion', hang: 'hang', memory: 'out-of-memory' }[how ?? ''];
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
