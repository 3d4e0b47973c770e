/**
 * A person's patches for the source of LLVM or of GCC: a change under review, or planted defects for measuring
 * a search.
 *
 * A folder holds `.patch` files in the form of `git diff`, against the source tree. Headers in the folder are
 * included before each patched file, and `.cpp` files in the folder are compiled as well. A single patch is a
 * file, whatever the end of its name.
 *
 * Invariant: compared with the profile without patches, only the changed files are compiled again.
 */
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { hashOf, partPathOf, publish, sweepParts, tryTool } from '../../build/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { readNamed } from '../../util/read-whole.ts';
import { UserError } from '../../util/user-error.ts';
import type { Unit } from './compile-all.ts';

/** Patches of a build, as its specification keeps them. */
export interface Patches {
  /** The name of the folder or file, which is part of the target's name. */
  readonly name: string;
  /** The folder, or the file of a single patch. */
  readonly folder: string;
  /** Hash of all files that go into the build. */
  readonly hash: string;
}

/** The source that patches are for. */
export interface PatchedSource {
  readonly name: string;
  /** Files that a patch may change, relative to the source tree. */
  readonly compiled: RegExp;
  /** Files that no compiler is made from: a commit changes tests together with a pass. */
  readonly beside: RegExp;
  /** A line that names a changed file. */
  readonly example: string;
  /** For people: the files that a patch may change, and what to do about others. */
  readonly allowed: string;
}

export const sourceOfLlvm: PatchedSource = {
  name: 'LLVM',
  compiled: /^llvm\/lib\/.*\.cpp$/,
  beside: /^[\w-]+\/(?:test|unittests|docs|utils|benchmarks)\//,
  example: '+++ b/llvm/lib/Transforms/Scalar/GVN.cpp',
  allowed:
    '.cpp files below llvm/lib; for others, build an LLVM of your own: --llvm-config PATH --source DIR',
};

export const sourceOfGcc: PatchedSource = {
  name: 'GCC',
  compiled: /^gcc\/.*\.cc$/,
  beside: /^gcc\/(?:testsuite|doc)\/|(?:^|\/)ChangeLog[^/]*$/,
  example: '+++ b/gcc/tree-vrp.cc',
  allowed: '.cc files below gcc; for others, patch a checkout of GCC and build that: --gcc-source DIR',
};

interface Patch {
  readonly text: string;
  /** The files of the source that it changes, relative to the source tree. */
  readonly changes: readonly string[];
}

export function findPatches(folder: string, cwd: string, source: PatchedSource = sourceOfLlvm): Patches {
  const path = resolve(cwd, folder);
  const allowed = [
    `allowed: a patch, or a folder with files whose names end with .patch, as \`git diff\` writes them in the source of ${source.name}`,
  ];
  if (!existsSync(path)) throw new UserError(`there is no file or folder ${folder}`, allowed);
  if (patchesIn(path, source).length === 0) throw new UserError(`${folder} holds no patches`, allowed);
  const name = isFolder(path) ? basename(path) : nameOfPatch(path);
  if (!/^[a-z][\w-]*$/i.test(name))
    throw new UserError(`the name of the folder ${name} cannot be part of a target's name`, [
      'allowed: letters, digits, _ and -, beginning with a letter',
    ]);
  return { name, folder: path, hash: hashOfPatches(path) };
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

/** The name of a file without its end, with letters that may be in a target's name. */
function nameOfPatch(path: string): string {
  const name = basename(path, extname(path)).replaceAll(/[^\w-]+/g, '-');
  return /^[a-z]/i.test(name) ? name : `patch-${name}`;
}

function hashOfPatches(folder: string): string {
  return hashOf(...filesIn(folder, /\.(?:patch|h|inc|cpp)$/).map(readNamed));
}

/** True if the folder still has the content of the build. */
export function isCurrent({ folder, hash }: Patches): boolean {
  return existsSync(folder) && hashOfPatches(folder) === hash;
}

/** The files of the source that the patches of a folder change. */
export function changedFiles(folder: string, source: PatchedSource = sourceOfLlvm): string[] {
  return filesOf(patchesIn(folder, source));
}

/** The text of all patches of a folder, with the parts that change tests. */
export function readPatches(folder: string): string {
  return filesIn(folder, /\.patch$/)
    .map((file) => readNamed(file).toString())
    .join('');
}

/** The part of the patches that changes each file. */
export function patchTexts(
  folder: string,
  source: PatchedSource,
): { readonly name: string; readonly text: string }[] {
  return patchesIn(folder, source).flatMap(({ text, changes }) =>
    changes.map((name) => ({ name, text: partOf(text, name) })),
  );
}

function filesOf(patches: readonly Patch[]): string[] {
  return [...new Set(patches.flatMap(({ changes }) => changes))].toSorted();
}

function patchesIn(folder: string, source: PatchedSource): Patch[] {
  return filesIn(folder, /\.patch$/).map((file) => {
    const text = readNamed(file).toString();
    refuseOtherChanges(file, text, source);
    const named = [...text.matchAll(/^\+\+\+ b\/(\S+)/gm)].map(([, name = '']) => name);
    const changes = named.filter((name) => !source.beside.test(name));
    const [, mode] = /^diff --git a\/(\S+) .*\nold mode /m.exec(text) ?? [];
    if (changes.length === 0 && mode !== undefined)
      throw new UserError(`${file} changes the mode of ${mode} and no text: the compiler stays as it is`);
    if (changes.length === 0)
      throw new UserError(`${file} names no file that it changes`, [
        `allowed: the form of \`git diff\`, with lines such as ${source.example}`,
      ]);
    const other = changes.find((name) => !source.compiled.test(name));
    if (other === undefined) return { text, changes };
    throw new UserError(`${file} changes ${other}, which many files may include`, [
      `allowed: ${source.allowed}`,
    ]);
  });
}

/** Changes that are no change of a text, as `git diff` or `diff` writes them. */
const otherChanges: readonly (readonly [RegExp, string])[] = [
  [/^rename from (\S+)/gm, 'renames'],
  [/^copy to (\S+)/gm, 'adds'],
  [/^diff --git a\/(\S+) .*\ndeleted file mode /gm, 'removes'],
  [/^--- a\/(\S+).*\n\+\+\+ \/dev\/null/gm, 'removes'],
  [/^diff --git a\/(\S+) .*\nnew file mode /gm, 'adds'],
  [/^--- \/dev\/null.*\n\+\+\+ b\/(\S+)/gm, 'adds'],
  [/^Binary files a\/(\S+) and .* differ$/gm, 'changes bytes of'],
  [/^diff --git a\/(\S+) .*\n(?:index .*\n)?GIT binary patch$/gm, 'changes bytes of'],
];

/** A build compiles the files that the source has; it would leave out any other change without a word. */
function refuseOtherChanges(file: string, text: string, source: PatchedSource): void {
  for (const [pattern, what] of otherChanges)
    for (const [, name = ''] of text.matchAll(pattern))
      if (!source.beside.test(name))
        throw new UserError(
          `${file} ${what} ${name}; a build with patches takes changed lines of files that are there`,
          [`allowed: ${source.allowed}`],
        );
}

/** Paths of the files in a folder with such names. A single patch is all that there is. */
function filesIn(folder: string, pattern: RegExp): string[] {
  if (!isFolder(folder)) return pattern.test('.patch') ? [folder] : [];
  return readdirSync(folder)
    .filter((file) => pattern.test(file))
    .toSorted()
    .map((file) => join(folder, file));
}

export interface PatchingOptions {
  readonly cache: string;
  readonly signal: AbortSignal;
  /** Tells the person a sentence. */
  readonly say: (text: string) => void;
  /** The source that the patches are for; LLVM's if undefined. */
  readonly source?: PatchedSource;
}

/** The same units, with patched files in place of the originals, and with the folder's own files. */
export async function withPatches(
  units: readonly Unit[],
  { folder, hash }: Patches,
  { cache, signal, say, source: patchedSource = sourceOfLlvm }: PatchingOptions,
): Promise<Unit[]> {
  const compiled = new Map(units.map((unit) => [unit.name, unit]));
  const patches = patchesIn(folder, patchedSource);
  const applicable = patches.filter(({ changes }) => changes.some((name) => compiled.has(name)));
  const [first] = applicable.flatMap(({ changes }) => changes).flatMap((name) => compiled.get(name) ?? []);
  if (first === undefined)
    throw new UserError(`the profile compiles none of the files that the patches in ${folder} change`, [
      '--profile patched compiles these files and no others',
    ]);
  const outside = filesOf(patches).filter((name) => !compiled.has(name));
  if (outside.length > 0) say(`not in this profile, and so not patched: ${outside.join(', ')}`);
  const headers = filesIn(folder, /\.h$/);
  const shared = hashOf(...headers.map(readNamed));
  // Named by file only: the path of the folder is no part of an object's key.
  const include = isFolder(folder)
    ? [`-I${folder}`, ...headers.flatMap((file) => ['-include', basename(file)])]
    : [];
  const patched: Unit[] = [];
  for (const unit of units) {
    const own = applicable.filter(({ changes }) => changes.includes(unit.name));
    if (own.length === 0) patched.push(unit);
    else {
      const key = hashOf(shared, ...own.map(({ text }) => text), unit.from);
      const place = join(cache, 'patched', key);
      const source = await patchedFile(unit, own, place, signal);
      // A compiler's last words name the file as those of a build without patches do.
      const flags = [...unit.flags, `-fmacro-prefix-map=${place}/=`, ...include];
      patched.push({ ...unit, source, from: `${unit.from} ${key}`, flags });
    }
  }
  const flags = first.flags.filter((flag) => !flag.startsWith('-fsanitize-coverage'));
  const beside = filesIn(folder, /\.cpp$/).map((file) => ({
    ...first,
    source: file,
    name: `cgfuzz/${basename(file)}`,
    flags: [...flags, `-I${folder}`],
    from: `${first.from} ${hash}`,
  }));
  return [...beside, ...patched];
}

/** One file after its part of each patch. */
async function patchedFile(
  unit: Unit,
  patches: readonly Patch[],
  place: string,
  signal: AbortSignal,
): Promise<string> {
  const { source, name } = unit;
  if (existsSync(place)) return join(place, name);
  sweepParts(dirname(place));
  const part = partPathOf(place);
  try {
    makeFolder(dirname(join(part, name)));
    copyFileSync(source, join(part, name));
    for (const { text } of patches) await applyPatch(partOf(text, name), unit, { cwd: part, signal });
    publish(part, place);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return join(place, name);
}

async function applyPatch(
  input: string,
  { name, source }: Unit,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<void> {
  const words = ['-p1', '--batch', '--fuzz=0'];
  const { code, stdout, stderr } = await tryTool('patch', words, { cwd, input, signal });
  if (code === 0) return;
  if (stderr.startsWith('setpriv: failed to execute'))
    throw new UserError('there is no patch here', ['by hand: sudo apt-get install patch']);
  throw new UserError(`the patch of ${name} does not fit the source that is here`, [
    ...stdout.split('\n').filter((line) => /FAILED|malformed|can't find/.test(line)),
    `make it anew for: ${source}`,
  ]);
}

/** The part of a patch that changes one file. */
function partOf(text: string, name: string): string {
  const parts = text.split(/^(?=--- )/m).filter((part) => part.includes(`\n+++ b/${name}`));
  return parts.join('').replace(/^diff --git .*\n(?:index .*\n)?/gm, '');
}
