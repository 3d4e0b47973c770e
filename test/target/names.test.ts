import { cellOf } from '../../src/serve/index.ts';
import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compareLines,
  findBuiltByName,
  lcovOf,
  nameEdges,
  readLcov,
  type EdgeNames,
  type ServerTarget,
} from '../../src/target/index.ts';
import { ask, openStarter, temporaryFolder, world } from './world.ts';
import { unpackFeatures } from '../../src/target/features/feature-list.ts';

describe('names for edges', () => {
  let target: ServerTarget;
  let names: EdgeNames;
  beforeAll(async () => {
    target = await openStarter();
    const built = await findBuiltByName('clang-19-starter', world.cache);
    names = await nameEdges(await target.pcs(), { ...world, sourceTree: built?.sourceTree ?? '' });
  }, 60_000);
  afterAll(async () => target.close());

  async function reached(source: string): Promise<Set<number>> {
    const { features } = await ask(target, { source, emit: 'nothing' }, { wholeSet: true });
    return new Set([...unpackFeatures(features!.all!)].map((feature) => cellOf(feature)));
  }

  it('are there for every edge, nearly all with a line', () => {
    expect(names.count).toBe(target.coverage.space.edgeCells);
    const edges = Array.from({ length: names.count }, (_, edge) => names.place(edge));
    expect(edges.filter(({ function: name }) => name === '')).toHaveLength(0);
    expect(edges.filter(({ line }) => line > 0).length / names.count).toBeGreaterThan(0.85);
  });

  it('say what a program reached: a multiplication reaches the code for multiplications', async () => {
    const without = await reached('int f(int x) { return x; }');
    const multiplying = await reached('int f(int x) { return x * 2 * 8; }');
    const places = [...multiplying].filter((edge) => !without.has(edge)).map(names.place);
    expect(places.map((place) => place.function).join('\n')).toMatch(/visitMul/);
    expect(places.map((place) => place.file).join('\n')).toMatch(/InstCombineMulDivRem\.cpp/);
  });

  it('go to lcov and back, and tell two campaigns apart line by line', async () => {
    const [first, second] = [
      await reached('int f(int x) { return x * 2 * 8; }'),
      await reached('int f(int x) { return (x << 3) >> 3; }'),
    ];
    const [one, two] = [await readLcov(lcovOf(names, first)), await readLcov(lcovOf(names, second))];
    const { both, onlyFirst, onlySecond } = compareLines(one, two);
    expect(both).toBeGreaterThan(100);
    expect(onlyFirst.map(({ file }) => file).join()).toMatch(/InstCombineMulDivRem\.cpp/);
    expect(onlySecond.map(({ file }) => file).join()).toMatch(/InstCombineShifts\.cpp/);
    expect(compareLines(one, one)).toMatchObject({ onlyFirst: [], onlySecond: [] });
  });

  it('make pages with genhtml', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'x.info'), lcovOf(names, await reached('int f(int x) { return x * 2 * 8; }')));
    const { stdout } = await execa(
      'genhtml',
      ['--quiet', '--ignore-errors', 'source', '-o', join(folder, 'html'), join(folder, 'x.info')],
      { all: true, reject: false },
    );
    const { stdout: found } = await execa('grep', ['-rl', 'visitMul', join(folder, 'html')], {
      reject: false,
    });
    expect(found, stdout).toContain('InstCombineMulDivRem');
  }, 60_000);

  it('refuse a file that is no lcov', async () => {
    await expect(readLcov('nonsense')).rejects.toThrow('no lcov file');
  });
});
