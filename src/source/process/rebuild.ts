/**
 * Rebuilds a generator from its Debian source with the compiler wrappers, and keeps the result.
 *
 * The sources identify kept objects, and the objects identify kept programs. So a change of a table costs a
 * link and not a compilation. Each build removes older builds that nobody used for a month. Invariant: an
 * existing folder of the cache is whole.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { choiceLibrary, choicesFolder } from './choice-library.ts';
import { cacheFolder, downloadArchive, hashOf, makeWhole, runTool, tryTool } from '../../build/index.ts';

export interface Recipe {
  /** Debian's source package. */
  readonly package: string;
  readonly configure: readonly string[];
  /** The folder in which make runs, and the program that make builds there. */
  readonly folder: string;
  readonly program: string;
  /** For wrappers/: CGFUZZ_TABLE and so on. Paths are relative to instrumentation/choices/tables. */
  readonly table?: string;
  readonly scopes: 'table' | 'functions';
  readonly filter?: string;
  /** A patch for the generator's mistakes; relative to instrumentation/choices/patches. */
  readonly patch?: string;
}

export interface RebuildOptions {
  readonly say?: (text: string) => void;
  readonly cache?: string;
}

/** Path of the program, which is built if it is missing. */
export async function rebuild(recipe: Recipe, options: RebuildOptions = {}): Promise<string> {
  const { say = () => undefined, cache = join(cacheFolder(process.env), 'generators') } = options;
  const library = await choiceLibrary();
  const tables = join(library.wrappers, '..', 'tables');
  const table = recipe.table === undefined ? '' : join(tables, recipe.table);
  const filter = recipe.filter === undefined ? '' : join(tables, recipe.filter);
  const patch = recipe.patch === undefined ? '' : join(tables, '..', 'patches', recipe.patch);
  const archive = await downloadArchive({ cache, name: recipe.package, say });
  const compiler = await runTool('g++', ['--version']);

  // Objects depend only on these; tables matter only to the linker.
  const { configure, folder: made, scopes } = recipe;
  const compiled = [readFileSync(archive), compiler, configure.join(' '), made, scopes];
  if (patch !== '') compiled.push(readFileSync(patch));
  if (filter !== '') compiled.push(readFileSync(filter));
  const objects = join(cache, `${recipe.package}-objects-${hashOf(...compiled)}`);
  const linked = [objects, basename(dirname(library.object)), ...(table === '' ? [] : [readFileSync(table)])];
  const out = join(cache, `${recipe.package}-${hashOf(...linked)}`);
  const program = join(out, recipe.program);
  if (existsSync(program)) {
    await noteUse([out, objects]);
    return program;
  }

  const makeWholeHere = (place: string, fill: (part: string) => Promise<void>): Promise<void> =>
    makeWhole(place, fill, { say });
  const env = {
    CGFUZZ_TABLE: table,
    CGFUZZ_FILTER: filter,
    CGFUZZ_SCOPES: recipe.scopes,
    CGFUZZ_STD_RANDOM: 'no',
    CC: join(library.wrappers, 'cgfuzz-cc'),
    CXX: join(library.wrappers, 'cgfuzz-c++'),
    CFLAGS: '-O2',
    CXXFLAGS: '-O2 -w',
  };
  await makeWholeHere(objects, async (folder) => {
    say(`unpacking ${recipe.package}`);
    await runTool('tar', ['xf', archive, '--strip-components=1', '-C', folder]);
    const patching = ['-p1', '--batch', '--quiet', '--fuzz=0', `--input=${patch}`];
    if (patch !== '') await runTool('patch', patching, { cwd: folder });
    say(`configuring ${recipe.package}`);
    await runTool('./configure', recipe.configure, { cwd: folder, env });
    const onOutput = fileCounter(recipe.package, say);
    await runTool('make', [`-j${availableParallelism()}`, '-C', recipe.folder], {
      cwd: folder,
      env,
      onOutput,
    });
  });
  await makeWholeHere(out, async (folder) => {
    say(`linking ${recipe.program}`);
    // Links in a separate copy, since several may link at once; `-o` would not do, as only make knows all
    // files.
    const copy = join(folder, 'build');
    await runTool('cp', ['-a', objects, copy]);
    rmSync(join(copy, recipe.folder, recipe.program), { force: true });
    // Set here too, since configure recorded the wrappers of the installation that made the objects.
    const wrappers = [`CC=${env.CC}`, `CXX=${env.CXX}`];
    await runTool('make', ['-C', recipe.folder, recipe.program, ...wrappers], { cwd: copy, env });
    renameSync(join(copy, recipe.folder, recipe.program), join(folder, recipe.program));
    rmSync(copy, { recursive: true, force: true });
  });
  await noteUse([out, objects]);
  await runTool(join(choicesFolder, 'remove-unused'), [cache, recipe.package]);
  return program;
}

async function noteUse(folders: readonly string[]): Promise<void> {
  await tryTool('touch', ['--no-create', ...folders]);
}

/** Files between two messages; a line for each file would fill the screen. */
const TELL_EVERY = 10;

/** Reports the number of compiled files so far, from the names in make's output. */
function fileCounter(name: string, say: (text: string) => void): (text: string) => void {
  let compiled = 0;
  let nextTold = 0;
  return (text) => {
    compiled += text.split(/\.cpp\b.*\n|\.cpp$/m).length - 1;
    if (compiled < nextTold) return;
    say(`compiling ${name}, ${compiled} files`);
    nextTold = compiled + TELL_EVERY;
  };
}
