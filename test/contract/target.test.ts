/** Laws of every target, whatever is behind it. */
import { execa } from 'execa';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../src/program/index.ts';
import {
  checkTarget,
  FileCoverageTarget,
  gccCoverage,
  maskUnstable,
  openProgram,
  openTarget,
  sancov,
  type Target,
} from '../../src/target/index.ts';
import { cellOf, FeatureSet, prepareExecutor } from '../../src/serve/index.ts';
import { packFeatures, unpackFeatures } from '../../src/target/features/feature-list.ts';
import { buildStandIn } from '../target/centipede/build.ts';
import { buildHarness } from '../target/executable/build.ts';
import { ask, linkWithRuntime, world } from '../target/world.ts';

interface Subject {
  readonly name: string;
  readonly open: (folder: string) => Promise<Target>;
  /** An input that the target accepts, in its own language, and one that it does not. */
  readonly good: string;
  readonly other: string;
  readonly bad: string;
  readonly coverage: boolean;
}

/** The harness `brackets.c` with Centipede's own runner, if there is one here. */
const real = process.env['CGFUZZ_CENTIPEDE_BINARY'];

const calculator = join(import.meta.dirname, '../target/calculator.c');
const c = {
  good: 'int f(int x) { return x + 1; }\n',
  other: 'int f(int x) { for (int i = 0; i < x; i++) x ^= i; return x; }\n',
  bad: 'int f( {',
};
const sums = { good: '1+2*3', other: '((4-2))/1', bad: '1+' };
const clang = '/usr/lib/llvm-19/bin/clang';

const linked = async (folder: string): Promise<Target> => {
  const file = join(folder, 'linked');
  const coverage = '-fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp';
  await linkWithRuntime(calculator, file, '-O1', '-g', coverage);
  return openProgram({ name: 'calculator', file }, true);
};
const lists = { good: '[1,[2,3]]', other: '[[[[5,1],8]],9]', bad: '[1,' };
const harness =
  (...flags: readonly string[]) =>
  async (folder: string): Promise<Target> =>
    openTarget(await buildHarness({ source: 'brackets.c', folder, flags }), world);
const standIn =
  (...ways: readonly string[]) =>
  async (folder: string): Promise<Target> =>
    openTarget(await buildStandIn({ source: 'brackets.c', folder, ways }), world);
const command = async (folder: string): Promise<Target> => {
  const file = join(folder, 'plain');
  await execa('gcc-12', [calculator, '-o', file]);
  return openTarget(file, world);
};
const writing = async (folder: string): Promise<Target> => {
  const file = join(folder, 'sancov');
  await execa(clang, [
    '-O1',
    '-fsanitize=address',
    '-fsanitize-coverage=trace-pc-guard',
    calculator,
    '-o',
    file,
  ]);
  return new FileCoverageTarget(
    { name: 'calculator, sancov', file },
    sancov,
    await prepareExecutor(world.cache, world.searchPath),
  );
};
const gcc = async (folder: string): Promise<Target> => {
  const file = join(folder, 'gcov');
  await execa('gcc-12', ['--coverage', '-O0', calculator, '-o', file], { cwd: folder });
  return new FileCoverageTarget(
    { name: 'calculator, gcc', file },
    gccCoverage(folder),
    await prepareExecutor(world.cache, world.searchPath),
  );
};

const subjects: readonly Subject[] = [
  { name: 'clang-19-starter', open: async () => openTarget('clang-19-starter', world), ...c, coverage: true },
  ...['clang-19-stock', 'gcc-12', 'tcc'].map((name) => ({
    name,
    open: async () => openTarget(name, world),
    ...c,
    coverage: false,
  })),
  { name: 'a harness', open: harness(), ...lists, coverage: true },
  { name: 'a harness with ASan', open: harness('-fsanitize=address'), ...lists, coverage: true },
  { name: 'a runner that lives on', open: standIn('AGE=2'), ...lists, coverage: true },
  { name: 'a runner for one input', open: standIn('AGE=3', 'ONE_SHOT'), ...lists, coverage: true },
  { name: 'a worker', open: standIn('AGE=2', 'WORKER="Only\\n"'), ...lists, coverage: true },
  ...(real === undefined
    ? []
    : [
        {
          name: 'a binary with the real runner',
          open: () => openTarget(real, world),
          ...lists,
          coverage: true,
        },
      ]),
  { name: 'a command', open: command, ...sums, coverage: false },
  { name: 'a program linked with the runtime', open: linked, ...sums, coverage: true },
  { name: 'a program that writes .sancov files', open: writing, ...sums, coverage: true },
  { name: 'a program built with gcc --coverage', open: gcc, ...sums, coverage: true },
];

describe.each(subjects)('$name', ({ name, open, good, other, bad, coverage }) => {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-contract-'));
  let target: Target;
  beforeAll(async () => {
    target = await open(folder);
  }, 60_000);
  afterAll(async () => {
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('accepts what is good, and tells what it cost', async () => {
    const answer = await ask(target, { source: good });
    expect(answer).toMatchObject({ outcome: 'ok', exitCode: 0, signal: undefined });
    expect(answer.cpuMs).toBeGreaterThan(0);
    expect(answer.peakRssBytes).toBeGreaterThan(100_000);
  });

  it('names its family if it is a compiler, and a program that is there', () => {
    const family = /^(clang|gcc|tcc)/.exec(name)?.[1];
    expect(target.compiler?.family).toBe(family);
    if (target.compiler !== undefined) expect(existsSync(target.compiler.program)).toBe(true);
  });

  it('refuses what is bad, without a word about crashes', async () => {
    expect(await ask(target, { source: bad })).toMatchObject({ outcome: 'rejected' });
  });

  it('survives binary garbage', async () => {
    const garbage = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7_919 + (index >> 8)) & 255);
    expect(['rejected', 'ok']).toContain((await ask(target, { source: garbage })).outcome);
    expect(await ask(target, { source: good })).toMatchObject({ outcome: 'ok' });
  });

  it('answers for each configuration, in order', async () => {
    const configurations = ['-O0', '-O2'].map((level) => ({ args: [level], emit: 'object' }) as const);
    const answers = await target.execute({ program: programOf(good), configurations });
    expect(answers.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });

  it('answers requests in order when they are made at once', async () => {
    const answers = await Promise.all([good, bad, good, bad].map(async (source) => ask(target, { source })));
    expect(answers.map(({ outcome }) => outcome)).toEqual(['ok', 'rejected', 'ok', 'rejected']);
  });

  if (coverage) {
    it('shows features: the same for the same program, others for another', async () => {
      const first = await ask(target, { source: good }, { wholeSet: true });
      const again = await ask(target, { source: good }, { wholeSet: true });
      const different = await ask(target, { source: other }, { wholeSet: true });
      expect(first.features?.hitCount).toBeGreaterThan(5);
      expect(again.features).toMatchObject({ hash: first.features?.hash, all: first.features?.all });
      expect(again.features?.fresh).toHaveLength(0);
      expect(different.features?.hash).not.toBe(first.features?.hash);
      for (const feature of unpackFeatures(different.features!.all!))
        expect(feature).toBeLessThan(target.coverage!.space.featureLimit);
    });

    it('calls new what it has not seen, once, and only when told to remember', async () => {
      const fresh = await open(folder);
      try {
        const peek = await ask(fresh, { source: other }, { remember: false });
        const first = await ask(fresh, { source: other });
        const again = await ask(fresh, { source: other });
        expect(peek.features?.fresh.length).toBe(peek.features?.hitCount);
        expect(first.features?.fresh).toEqual(peek.features?.fresh);
        expect(again.features?.fresh).toHaveLength(0);
      } finally {
        await fresh.close();
      }
    });

    it('counts as seen what it is told, and nothing else', async () => {
      const own = await open(folder);
      try {
        const seen = new FeatureSet();
        const { features } = await ask(own, { source: other }, { wholeSet: true });
        const [first, ...rest] = unpackFeatures(features!.all!);
        await own.coverage!.assumeSeen(seen);
        expect((await ask(own, { source: other })).features?.fresh).toHaveLength(features!.hitCount);
        seen.add(Uint32Array.from(rest));
        await own.coverage!.assumeSeen(seen);
        expect((await ask(own, { source: other })).features?.fresh).toEqual(Uint32Array.of(first!));
      } finally {
        await own.close();
      }
    });
    it('shows nothing of a cell that is masked, and everything else as before', async () => {
      const own = await open(folder);
      try {
        const { features } = await ask(own, { source: other }, { wholeSet: true, remember: false });
        const before = unpackFeatures(features!.all!);
        const cell = cellOf(before[before.length >> 1]!);
        await own.coverage!.mask([cell]);
        const masked = (await ask(own, { source: other }, { wholeSet: true })).features!;
        const left = before.filter((feature) => cellOf(feature) !== cell);
        expect(unpackFeatures(masked.all!)).toEqual(left);
        expect(masked.fresh).toEqual(left);
        expect(masked.hitCount).toBe(left.length);
        expect(masked.hash).not.toBe(features!.hash);
      } finally {
        await own.close();
      }
    });

    it('masks what comes and goes, and nothing that stays', async () => {
      const own = await open(folder);
      try {
        const request = {
          program: programOf(other),
          configurations: [{ args: [], emit: 'nothing' }],
        } as const;
        const first = await own.execute({ ...request, wholeSet: true, remember: false });
        expect((await maskUnstable(own, request, first)).cells).toEqual([]);
        // An execution that seems to have shown one feature more, and another one not at all.
        const [execution] = first;
        const [gone, ...rest] = unpackFeatures(execution!.features!.all!);
        const more = Math.max(...rest) + 8;
        const all = packFeatures(Uint32Array.of(...rest, more));
        const changed = { ...execution!, features: { ...execution!.features!, all, hash: 1n } };
        const { cells } = await maskUnstable(own, request, [changed]);
        expect(cells).toEqual([cellOf(gone!), cellOf(more)]);
        const [after] = await own.execute({ ...request, wholeSet: true });
        expect([...unpackFeatures(after!.features!.all!)].map(cellOf)).not.toContain(cells[0]);
      } finally {
        await own.close();
      }
    });

    it('shows features of its space only: in order, each in a domain, edges among them', async () => {
      const { space } = target.coverage!;
      const { features } = await ask(target, { source: other }, { wholeSet: true, remember: false });
      const all = unpackFeatures(features!.all!);
      expect(all.every((feature) => space.domainOf(feature) !== undefined)).toBe(true);
      expect(space.edgesOf(all).length).toBeGreaterThan(3);
      expect(space.edgesOf(all).every((cell) => cell < space.edgeCells)).toBe(true);
      const tables = await target.coverage!.pcs?.();
      const addresses = tables?.reduce((sum, { pairs }) => sum + pairs.length / 2, 0);
      expect(addresses ?? space.edgeCells).toBe(space.edgeCells);
    });
  } else {
    it('is executed no more than once for features that it does not show', async () => {
      const request = { program: programOf(good), configurations: [{ args: [], emit: 'nothing' }] } as const;
      const first = await target.execute(request);
      expect(await maskUnstable(target, request, first)).toEqual({ cells: [], again: [] });
    });

    it('passes its check if it is a compiler', async () => {
      if (target.compiler === undefined) return;
      const failed: string[] = [];
      for await (const { name: what, passed, told } of checkTarget(
        target,
        name === 'clang-19-stock' ? 'clang' : 'other',
      ))
        if (!passed) failed.push(`${what}: ${told}`);
      expect(failed).toEqual([]);
    }, 180_000);

    it('claims no features', async () => {
      expect(target.coverage).toBeUndefined();
      expect((await ask(target, { source: good })).features).toBeUndefined();
    });
  }
});
