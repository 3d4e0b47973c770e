/**
 * Builds a library with planted bugs for all engines, once, in the cache. Nothing of the library enters this repository.
 *
 * The first build records the blocks that the project's inputs reach. From these `plant.ts` makes the bugs. All engines
 * get the same text of the library, with the same hooks.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { downloadArchive, hashOf, makeWhole, runTool } from '../../src/build/index.ts';
import { prepareRuntime } from '../../src/target/index.ts';
import { root } from '../campaigns/campaign-side.ts';
import { AFL_CLANG, AFL_DRIVER, CLANG, hasAfl, tell, usualFlags, world } from '../executable/tools.ts';
import { withHooks } from './blocks.ts';
import { type Library, objectOf } from './list.ts';
import { type Chain, chainsFor, chainsHeader } from './plant.ts';

export interface BuiltLibrary {
  readonly name: string;
  /** As `run --source` takes it. */
  readonly source: string;
  readonly own: string;
  readonly libfuzzer: string;
  /** Undefined if AFL++ is not installed. */
  readonly afl: string | undefined;
  /** Inputs of the project that meet no planted bug. */
  readonly seedsFolder: string;
  readonly bugs: number;
}

/** Raise it if the same library would be planted otherwise. */
const RULE = 2;
const MOST_INPUTS = 1_000;
const bench = join(root, 'bench/libraries');

export async function buildLibrary(library: Library): Promise<BuiltLibrary> {
  const { name, source, flags, prepare, files, inputs } = library;
  const archive = await downloadArchive({ cache: world.cache, name, say: tell });
  const runtime = await prepareRuntime(world);
  const isWithAfl = hasAfl();
  const own = ['planted.c', 'planted.h', `${name}.c`].map((file) =>
    readFileSync(join(bench, 'harness', file)),
  );
  const recipe = [
    basename(archive),
    ...flags,
    ...[prepare, files, inputs, isWithAfl, RULE].map(String),
    runtime,
  ];
  const folder = join(world.cache, 'bench', `library-${name}-${hashOf(...recipe, ...own)}`);
  await makeWhole(folder, async (part) => {
    const tree = join(part, 'tree');
    mkdirSync(tree);
    await runTool('tar', ['xf', archive, '--strip-components=1', '-C', tree]);
    await prepare(tree);
    await new Planting(library, part, inputsIn(library, part)).build(
      isWithAfl ? [runtime, AFL_DRIVER] : [runtime],
    );
  });
  const bugs = JSON.parse(readFileSync(join(folder, 'chains.json'), 'utf8')) as readonly Chain[];
  return {
    name,
    source: source.endsWith('.mjs') ? join(bench, 'sources', source) : source,
    own: join(folder, 'own'),
    libfuzzer: join(folder, 'libfuzzer'),
    afl: isWithAfl ? join(folder, 'afl') : undefined,
    seedsFolder: join(folder, 'seeds'),
    bugs: bugs.length,
  };
}

/** Writes the different inputs of the project into files, evenly taken if there are too many. */
function inputsIn({ inputs }: Library, part: string): readonly string[] {
  const folder = join(part, 'inputs');
  mkdirSync(folder);
  const all = [...new Map(inputs(join(part, 'tree')).map((bytes) => [hashOf(bytes), bytes])).values()];
  const chosen = all.filter(
    (_, index) => all.length <= MOST_INPUTS || index % Math.ceil(all.length / MOST_INPUTS) === 0,
  );
  return chosen.map((bytes, index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, bytes);
    return path;
  });
}

class Planting {
  readonly #library: Library;
  readonly #part: string;
  readonly #inputs: readonly string[];

  constructor(library: Library, part: string, inputs: readonly string[]) {
    this.#library = library;
    this.#part = part;
    this.#inputs = inputs;
  }

  async build([runtime, driver]: readonly string[]): Promise<void> {
    const { name } = this.#library;
    const lines = await this.#record();
    // The first number says whether the library refused the input.
    const valid = lines.filter(([refused]) => refused === 0).map(([, ...blocks]) => blocks);
    if (valid.length === 0) throw new Error(`${name}: no input of the project is valid`);
    const chains = chainsFor(name, valid);
    tell(
      `${name}: ${valid.length} of ${lines.length} inputs are valid; bugs are ${chains.map(String).join('; ')}`,
    );
    writeFileSync(join(this.#part, 'chains.json'), JSON.stringify(chains));
    writeFileSync(join(this.#part, 'chains.h'), chainsHeader(chains));
    const seeds = join(this.#part, 'seeds');
    mkdirSync(seeds);
    for (const [index, [, ...blocks]] of lines.entries())
      if (!chains.some((chain) => isWithin(chain, blocks)))
        writeFileSync(join(seeds, `${index}`), readFileSync(this.#inputs[index]!));
    const chosen = new Set(chains.flat());
    await this.#compile(CLANG, ['-fsanitize=fuzzer-no-link'], (block) => chosen.has(block));
    await this.#link(CLANG, 'own', [runtime!]);
    await this.#link(CLANG, 'libfuzzer', ['-fsanitize=fuzzer', '-lstdc++']);
    await this.#removeThoseThatMeet(seeds);
    if (driver === undefined) return;
    await this.#compile(AFL_CLANG, [], (block) => chosen.has(block));
    await this.#link(AFL_CLANG, 'afl', [driver]);
  }

  /** An input may reach a block again, and so meet a bug in another order than that of its first blocks. */
  async #removeThoseThatMeet(seeds: string): Promise<void> {
    const program = join(this.#part, 'libfuzzer');
    for (const name of readdirSync(seeds)) {
      const input = join(seeds, name);
      await execa(program, ['-exact_artifact_path=/dev/null', input], { reject: false });
      if (!existsSync(`${program}.found`)) continue;
      rmSync(`${program}.found`);
      rmSync(input);
    }
  }

  /** For each input the numbers that the recording build prints. */
  async #record(): Promise<number[][]> {
    await this.#compile(CLANG, ['-DPLANTED_RECORD'], () => true);
    await this.#link(CLANG, 'record', []);
    const said = await runTool(join(this.#part, 'record'), [...this.#inputs]);
    const lines = said
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    if (lines.length !== this.#inputs.length)
      throw new Error(`${this.#library.name}: ${lines.length} answers to ${this.#inputs.length} inputs`);
    return lines;
  }

  /** Compiles all files; `isHooked` says which blocks have a call, by their numbers in the library. */
  async #compile(
    compiler: string,
    words: readonly string[],
    isHooked: (block: number) => boolean,
  ): Promise<void> {
    const { name, files, flags } = this.#library;
    tell(`compiling ${name} with ${[compiler, ...words].join(' ')}`);
    const tree = join(this.#part, 'tree');
    const originals = join(this.#part, 'originals');
    mkdirSync(originals, { recursive: true });
    let number = 0;
    for (const file of files(tree)) {
      const kept = join(originals, basename(file));
      if (!existsSync(kept)) writeFileSync(kept, readFileSync(join(tree, file)));
      const text = readFileSync(kept, 'latin1');
      const first = number;
      const hooked = withHooks(text, (block) => {
        number = Math.max(number, first + block + 1);
        return isHooked(first + block) ? first + block : undefined;
      });
      writeFileSync(join(tree, file), hooked, 'latin1');
    }
    const own = { cwd: tree, env: { AFL_QUIET: '1' } };
    const all = [...usualFlags, ...words, ...flags, '-include', join(bench, 'harness/planted.h')];
    await runTool(compiler, [...all, '-c', ...files(tree)], own);
    // A file of the library may have the name of the harness.
    await runTool(compiler, [...all, '-c', join(bench, 'harness', `${name}.c`), '-o', 'harness.o'], own);
    const record = words.filter((word) => word.startsWith('-D'));
    const state = [...usualFlags, ...record, `-I${this.#part}`, '-c', join(bench, 'harness/planted.c')];
    await runTool(CLANG, [...state, '-o', 'planted.o'], own);
  }

  async #link(compiler: string, engine: string, words: readonly string[]): Promise<void> {
    const { files } = this.#library;
    const tree = join(this.#part, 'tree');
    const objects = [...files(tree).map(objectOf), 'harness.o', 'planted.o'];
    const all = [...objects, ...words, '-lm', '-ldl', '-lpthread', '-o', join(this.#part, engine)];
    await runTool(compiler, all, { cwd: tree, env: { AFL_QUIET: '1' } });
  }
}

/** True if the blocks of the chain stand among `blocks` in this order. */
function isWithin(chain: Chain, blocks: readonly number[]): boolean {
  let at = 0;
  for (const block of blocks) if (block === chain[at]) at++;
  return at === chain.length;
}

/** Number of inputs of the project that bytes begin with. */
export function countOfSeeds({ seedsFolder }: BuiltLibrary): number {
  return readdirSync(seedsFolder).length;
}
