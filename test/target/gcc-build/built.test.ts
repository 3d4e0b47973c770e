/**
 * A real GCC, instrumented. These run with `npm run test:all` alone, since a build of GCC takes 23 CPU minutes if none is kept.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAdded } from '../../../src/build/index.ts';
import { buildGcc, serverForCxx, type BuiltGcc } from '../../../src/target/gcc-build/build-gcc.ts';
import { openBuiltGcc } from '../../../src/target/kinds/gcc.ts';
import type { ByLanguage } from '../../../src/target/server/by-language.ts';
import { checkTarget, nameEdges, openTarget, ServerTarget } from '../../../src/target/index.ts';
import { runs } from '../../runs.ts';
import { ask, csmith, csmithArgs, world as installed } from '../world.ts';

const isAll = runs(0, 1) === 1;
const world = { ...installed, searchPath: withAdded(installed.searchPath, installed.cache) };

describe.runIf(isAll)('an instrumented GCC (test:all alone: a build takes 23 CPU minutes)', () => {
  let built: BuiltGcc;
  let target: ByLanguage;
  beforeAll(async () => {
    built = await buildGcc(
      { gccVersion: 16, profile: 'passes', coverage: 'edges', assertions: true },
      {
        ...world,
        nowMs: () => performance.now(),
        signal: new AbortController().signal,
        onProgress: () => {},
      },
    );
    target = await openBuiltGcc(built, world);
  }, 7_200_000);
  afterAll(async () => target.close());

  it('passes its own check: every bad end provoked and noticed', async () => {
    let cases = 0;
    for await (const { name, passed, told } of checkTarget(target, 'instrumented-gcc')) {
      expect(`${name}: ${passed ? 'noticed' : told}`).toBe(`${name}: noticed`);
      cases++;
    }
    expect(cases).toBeGreaterThan(8);
  }, 60_000);

  it.each(['-O0', '-O1', '-O2', '-O3 -march=x86-64-v3'])(
    'makes the object of the stock compiler at %s',
    async (level) => {
      const stock = await openTarget('gcc-16', world);
      try {
        const question = {
          source: await csmith(7),
          args: [...level.split(' '), '-fno-ident', ...csmithArgs.slice(1)],
        };
        const [ours, theirs] = [await ask(target, question), await ask(stock, question)];
        expect(Buffer.from(ours.output).equals(Buffer.from(theirs.output))).toBe(true);
        expect(ours.output.length).toBeGreaterThan(1_000);
      } finally {
        await stock.close();
      }
    },
    60_000,
  );

  it('shows one set of features for one program', async () => {
    const source = await csmith(11, '--max-funcs', '2', '--max-block-size', '3');
    const hashes = new Set<bigint>();
    for (let time = 0; time < 20; time++)
      hashes.add((await ask(target, { source, args: csmithArgs })).features!.hash);
    expect(hashes.size).toBe(1);
  }, 300_000);

  it('has the same edges for C and for C++, by their names', async () => {
    const cxx = await ServerTarget.start({
      name: 'cxx',
      command: { file: serverForCxx(built), args: [], env: { CGFUZZ_SERVE: 'compile' } },
    });
    try {
      const [c, other] = [
        await nameEdges(await target.coverage.pcs!(), { ...world, sourceTree: built.sourceTree }),
        await nameEdges(await cxx.pcs(), { ...world, sourceTree: built.sourceTree }),
      ];
      expect(c.count).toBeGreaterThan(400_000);
      expect(other.count).toBe(c.count);
      const different: string[] = [];
      for (let edge = 0; edge < c.count; edge += 7) {
        const [a, b] = [c.place(edge), other.place(edge)];
        if (a.function !== b.function || a.line !== b.line)
          different.push(`${edge} ${a.function} ${b.function}`);
      }
      expect(different).toEqual([]);
      expect(c.place(0).file).toMatch(/gcc-16_.*\/gcc\//);
    } finally {
      await cxx.close();
    }
  }, 300_000);
});
