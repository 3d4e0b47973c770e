/**
 * The program that judges IR: LLVM 23's interpreter that knows undefined behaviour, with the additions in
 * `instrumentation/llvm/judge`.
 *
 * cgfuzz takes LLVM 23 from another release of Debian: it is unpacked and not installed, like added
 * compilers. cgfuzz builds the program at its first use; it lies in the cache under a name made from its
 * sources.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addLlvm,
  hashOf,
  instrumentationFolder,
  librariesIn,
  listAdded,
  makeWhole,
  placeOfAdded,
  runTool,
  unpackSource,
} from '../../build/index.ts';
import type { SayStep } from '../../util/progress-text.ts';

const VERSION = 23;
const LLVM = `llvm-${VERSION}`;
/** The folder of LLVM's source that the interpreter lies in. */
const FOLDER = 'llvm/tools/llubi';
/** The price of the first use, in words. */
const FETCHED = 'LLVM 23 is fetched, some hundred megabytes, and takes more than a gigabyte on the disk; ';
const UNITS: readonly string[] = ['Context', 'ExecutorBase', 'Interpreter', 'Library', 'Value'];
const ownFolder = join(instrumentationFolder, 'llvm', 'judge');
const sharedHeader = join(instrumentationFolder, 'pairs', 'pairs.hpp');
const coverageFolder = join(instrumentationFolder, 'coverage');

export interface JudgeWorld {
  readonly cache: string;
}

/** The program, if it is already built. */
export function findJudge({ cache }: JudgeWorld): string | undefined {
  const place = placeOfJudge(cache);
  return place !== undefined && existsSync(place) ? join(place, 'judge') : undefined;
}

/** Downloads LLVM 23 if it is missing: about 300 megabytes, 1.4 gigabytes on the disk. */
export async function prepareJudge(
  { cache }: JudgeWorld,
  say: SayStep,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const found = findJudge({ cache });
  if (found !== undefined) return found;
  const fetched = placeOfJudge(cache) === undefined ? FETCHED : '';
  say(
    `the judge of IR is built once on a machine: ${fetched}its sources take a CPU minute; Ctrl-C loses nothing`,
  );
  const { version, suite } = await addLlvm(VERSION, { cache, say, signal });
  const source = await unpackSource(
    { cache, name: `llvm-toolchain-${VERSION}`, version, orLike: `1:${VERSION}.`, suite, say, signal },
    [FOLDER],
  );
  const place = placeOfJudge(cache);
  if (place === undefined) throw new Error(`${LLVM} was added and is not there`);
  await makeWhole(
    place,
    async (part) => {
      await build(part, { root: rootOf(cache), source: join(source, FOLDER), signal, say });
    },
    { say, signal },
  );
  return join(place, 'judge');
}

/** Undefined if LLVM 23 is missing. */
function placeOfJudge(cache: string): string | undefined {
  const added = listAdded(cache).find(({ name }) => name === LLVM);
  if (added === undefined) return undefined;
  const key = hashOf(rootOf(cache), added.version, ...sources().map((path) => readFileSync(path)));
  return join(cache, 'tools', `judge-${key}`);
}

function rootOf(cache: string): string {
  return join(placeOfAdded(LLVM, cache), 'root');
}

function sources(): string[] {
  const ours = readdirSync(ownFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const runtime = readdirSync(coverageFolder)
    .filter((name) => /\.[ch]$/.test(name))
    .map((name) => join(coverageFolder, name));
  return [...ours, ...runtime, sharedHeader].toSorted();
}

function ownUnits(): string[] {
  return readdirSync(ownFolder).flatMap((name) => (name.endsWith('.cpp') ? [join(ownFolder, name)] : []));
}

interface Parts {
  readonly root: string;
  /** The unpatched interpreter. */
  readonly source: string;
  readonly signal: AbortSignal;
  readonly say: SayStep;
}

async function build(part: string, { root, source, signal, say }: Parts): Promise<void> {
  const home = join(root, 'usr/lib', LLVM);
  const patched = join(part, FOLDER);
  await runTool('mkdir', ['-p', join(patched, '..')], { signal });
  await runTool('cp', ['-r', source, patched], { signal });
  for (const name of readdirSync(join(ownFolder, 'patches')).toSorted()) {
    const input = readFileSync(join(ownFolder, 'patches', name));
    await runTool('patch', ['-p1', '--batch', '--quiet'], { cwd: part, input, signal });
  }
  const clang = join(home, 'bin/clang');
  const common = [`--sysroot=${root}`, '-w', '-O2'];
  const macros = ['_GNU_SOURCE', ...['CONSTANT', 'FORMAT', 'LIMIT'].map((each) => `__STDC_${each}_MACROS`)];
  const cxx = [
    '-std=c++17',
    '-fno-rtti',
    '-fno-exceptions',
    ...macros.map((macro) => `-D${macro}`),
    ...[join(home, 'include'), patched, join(patched, 'lib'), ownFolder].map((folder) => `-I${folder}`),
  ];
  const units = [
    ...UNITS.map((unit) => join(patched, 'lib', `${unit}.cpp`)),
    ...ownUnits(),
    join(coverageFolder, 'cgfuzz-coverage.c'),
  ];
  const objects = units.map((_, index) => join(part, `${index}.o`));
  for (const [index, unit] of units.entries()) {
    say('building the judge of IR', { done: index, total: units.length });
    const flags = unit.endsWith('.cpp') ? [...common, ...cxx] : common;
    await runTool(clang, [...flags, '-c', unit, '-o', objects[index]!], { signal });
  }
  await link(join(part, 'judge'), objects, root, signal);
  await runTool('rm', ['-r', join(part, 'llvm'), ...objects], { signal });
}

/** The program runs with the libraries of that root, like everything from there. */
async function link(
  to: string,
  objects: readonly string[],
  root: string,
  signal: AbortSignal,
): Promise<void> {
  const home = join(root, 'usr/lib', LLVM);
  const libraries = join(root, librariesIn(root));
  const loader = readdirSync(libraries).find((name) => /^ld-linux.*\.so\.\d+$/.test(name)) ?? '';
  const linker = [
    `--dynamic-linker=${join(libraries, loader)}`,
    '--disable-new-dtags',
    `-rpath,${libraries}`,
    `-rpath,${join(home, 'lib')}`,
  ];
  const words = linker.map((each) => `-Wl,${each}`);
  const from = [
    `--sysroot=${root}`,
    '-fuse-ld=lld',
    ...objects,
    `-L${join(home, 'lib')}`,
    `-lLLVM-${VERSION}`,
  ];
  await runTool(join(home, 'bin/clang++'), [...from, ...words, '-o', to], { signal });
}
