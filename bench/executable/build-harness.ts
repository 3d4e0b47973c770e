/**
 * Builds a harness for all engines, once, in the cache: nothing of the projects enters this repository.
 *
 * cgfuzz's program and libFuzzer's are linked from the same objects. All edges are counted by cgfuzz's program.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { downloadArchive, hashOf, makeWhole, runTool } from '../../src/build/index.ts';
import { prepareRuntime } from '../../src/target/index.ts';
import type { Harness } from './harnesses.ts';
import { chosenSeeds } from './seeds.ts';
import { AFL_CLANG, AFL_DRIVER, CLANG, hasAfl, tell, usualFlags, world } from './tools.ts';

export interface BuiltHarness extends Harness {
  /** Has cgfuzz's runtime. */
  readonly own: string;
  readonly libfuzzer: string;
  /** Undefined if AFL++ is not installed. */
  readonly afl: string | undefined;
  readonly seedsFolder: string;
}

export async function buildHarness(harness: Harness): Promise<BuiltHarness> {
  const archive = await downloadArchive({ cache: world.cache, name: harness.package, say: tell });
  const runtime = await prepareRuntime(world);
  const isWithAfl = hasAfl();
  const { name, flags, prepare, files, seeds } = harness;
  const recipe = [
    name,
    basename(archive),
    flags.join(' '),
    runtime,
    String(isWithAfl),
    ...[prepare, files, seeds].map(String),
  ];
  const folder = join(world.cache, 'bench', `${name}-${hashOf(...recipe)}`);
  await makeWhole(folder, async (part) => {
    const tree = join(part, 'tree');
    mkdirSync(tree);
    await runTool('tar', ['xf', archive, '--strip-components=1', '-C', tree]);
    await prepare(tree);
    const link = linker(harness, part);
    const coverage = ['-fsanitize=fuzzer-no-link'];
    await link(CLANG, coverage, { own: [runtime], libfuzzer: ['-fsanitize=fuzzer', '-lstdc++'] });
    if (isWithAfl) await link(AFL_CLANG, [], { afl: [AFL_DRIVER] });
    const seedsFolder = join(part, 'seeds');
    mkdirSync(seedsFolder);
    const texts = chosenSeeds(seeds(tree));
    for (const [index, text] of texts.entries()) writeFileSync(join(seedsFolder, `${index}`), text, 'latin1');
    tell(`${texts.length} seeds of ${name}`);
  });
  return {
    ...harness,
    own: join(folder, 'own'),
    libfuzzer: join(folder, 'libfuzzer'),
    afl: isWithAfl ? join(folder, 'afl') : undefined,
    seedsFolder: join(folder, 'seeds'),
  };
}

/** Compiles all files of a harness with one compiler, and links the objects once for each engine. */
function linker({ name, flags, files }: Harness, part: string) {
  const tree = join(part, 'tree');
  return async (
    compiler: string,
    coverage: readonly string[],
    engines: Readonly<Record<string, readonly string[]>>,
  ): Promise<void> => {
    tell(`compiling ${name} with ${compiler}`);
    const sources = files(tree);
    const env = { AFL_QUIET: '1' };
    await runTool(compiler, [...usualFlags, ...coverage, ...flags, '-c', ...sources], { cwd: tree, env });
    const objects = sources.map((path) => basename(path).replace(/\.c$/, '.o'));
    for (const [engine, words] of Object.entries(engines))
      await runTool(compiler, [...objects, ...words, '-lm', '-ldl', '-lpthread', '-o', join(part, engine)], {
        cwd: tree,
        env,
      });
  };
}
