/**
 * Makes programs of another release run from a folder of ours: each program gets the loader and the libraries
 * of its release.
 *
 * This needs neither a container nor root, and programs that a compiler starts may be the machine's own. The
 * paths are written into the programs, so the folder cannot be moved afterwards.
 */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../util/user-error.ts';
import { runTool, tryTool } from '../run-tool.ts';
import { filesIn } from './place.ts';

export interface Relocation {
  /** The folder that the files lie in now. */
  readonly root: string;
  /** The final folder of the files. */
  readonly final: string;
  readonly signal: AbortSignal;
  readonly tell?: (done: number, total: number) => void;
}

/** The root contains `patchelf` itself: the machine need not have it. */
export async function relocate({ root, final, signal, tell }: Relocation): Promise<void> {
  const libraries = librariesIn(root);
  const loader = loaderIn(join(root, libraries))!;
  const patchelf = ['--library-path', join(root, libraries), join(root, 'usr/bin/patchelf')];
  const run = join(root, libraries, loader);
  const path = join(final, libraries);
  const files = [...elfFilesIn(join(root, 'usr'))];
  for (const [done, file] of files.entries()) {
    tell?.(done, files.length);
    // Only programs have an interpreter. Libraries that carry a path of their own would not look where the
    // program's path leads. The C library has an interpreter as well, but needs no change, and `patchelf`
    // itself runs with it.
    const interpreter = /\.so\b/.test(file)
      ? ''
      : await ask(run, [...patchelf, '--print-interpreter', file], signal);
    const runPath = await ask(run, [...patchelf, '--print-rpath', file], signal);
    if (interpreter === '' && runPath === '') continue;
    // Two calls in this order: a single call of patchelf 0.18 makes programs that crash.
    await runTool(run, [...patchelf, '--force-rpath', '--set-rpath', path, file], { signal });
    if (interpreter !== '')
      await runTool(run, [...patchelf, '--set-interpreter', join(path, loader), file], { signal });
  }
}

/**
 * The folder of libraries below a root, as in `usr/lib/x86_64-linux-gnu`. Folders for other machines hold no
 * loader.
 */
export function librariesIn(root: string): string {
  const folders = readdirSync(join(root, 'usr/lib')).filter((name) => name.includes('-linux-gnu'));
  const folder = folders.find((name) => loaderIn(join(root, 'usr/lib', name)) !== undefined);
  if (folder === undefined) throw new UserError(`there is no loader in ${root}`);
  return join('usr/lib', folder);
}

function loaderIn(folder: string): string | undefined {
  return readdirSync(folder).find((name) => /^ld-linux.*\.so\.\d+$/.test(name));
}

/** Empty if the question has no answer, for example for the interpreter of a library. */
async function ask(file: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { code, stdout } = await tryTool(file, args, { signal });
  return code === 0 ? stdout.trim() : '';
}

/**
 * Programs and libraries, except `patchelf` and the libraries that it runs with, which must stay as they are
 * for now.
 */
function* elfFilesIn(folder: string): Generator<string> {
  for (const path of filesIn(folder)) if (!/\/patchelf$|\.(?:o|a)$/.test(path) && isElf(path)) yield path;
}

const ELF = Buffer.from('\u007FELF');

function isElf(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(ELF.length);
    return readSync(file, start) === ELF.length && start.equals(ELF);
  } finally {
    closeSync(file);
  }
}
