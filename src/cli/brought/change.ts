/** A change to a compiler: a patch, or a checkout with changes. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildableGccVersions, instrumentedVersions } from '../../build/index.ts';
import type { Context } from '../command.ts';
import type { Taken } from './take.ts';

const SEARCH = 'then ten minutes of search';

/** The family follows from the changed files: LLVM's files lie in llvm/ or clang/, GCC's files in gcc/. */
export function ofPatch(path: string, word: string, rest: readonly string[]): Taken {
  const text = readFileSync(path, 'utf8');
  const changed = [...text.matchAll(/^\+\+\+ (?:b\/)?(\S+)/gm)].map(([, file = '']) => file);
  const ofLlvm = changed.filter((file) => /(?:^|\/)llvm\/lib\/.*\.cpp$/.test(file));
  const ofGcc = changed.filter((file) => /(?:^|\/)gcc\/.*\.cc$/.test(file));
  if (ofLlvm.length === 0 && ofGcc.length === 0)
    return {
      as: `is a patch that changes ${changed.length === 0 ? 'no file' : changed.slice(0, 3).join(', ')}`,
      lines: [],
      hints: ['cgfuzz builds patches of .cpp files below llvm/lib, and of .cc files below gcc'],
    };
  const isLlvm = ofLlvm.length >= ofGcc.length;
  const old = isLlvm ? `clang-${instrumentedVersions.at(-1)}` : `gcc-${newestGcc()}`;
  const count = isLlvm ? ofLlvm.length : ofGcc.length;
  const build = isLlvm
    ? `compiling ${count === 1 ? 'its file' : `its ${count} files`} takes some minutes the first time, and seconds later`
    : 'building GCC takes some 23 CPU minutes the first time, and seconds later';
  return {
    as: `is a patch to ${isLlvm ? 'LLVM' : 'GCC'}; it is tried on the source of ${old}: ${build}, ${SEARCH}`,
    lines: [['regress', old, '--patch', word, ...rest]],
  };
}

function newestGcc(): number {
  return buildableGccVersions.filter((version) => version < 17).at(-1) ?? 16;
}

const CHANGES = 'cgfuzz-changes.diff';

/** The uncommitted changes of a checkout, or its last commit, are the patch. */
export function ofCheckout(
  path: string,
  word: string,
  of: 'LLVM' | 'GCC',
  rest: readonly string[],
  { cwd }: Context,
): Taken {
  const diff = (...words: readonly string[]): string =>
    spawnSync('git', ['-C', path, 'diff', ...words, '--', of === 'LLVM' ? 'llvm/lib' : 'gcc'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    }).stdout ?? '';
  const [mine, last] = [diff('HEAD'), diff('HEAD~1', 'HEAD')];
  const text = mine === '' ? last : mine;
  const about = `is a checkout of ${of}`;
  if (text === '')
    return {
      as: `${about} without changes that git knows`,
      lines: [],
      hints:
        of === 'LLVM'
          ? [
              `fuzz your build of it: cgfuzz target build mine --llvm-config ${join(word, 'build/bin/llvm-config')} --source ${word}`,
            ]
          : [`instrument and fuzz it: cgfuzz target build mine --gcc-source ${word}; 23 CPU minutes`],
    };
  const file = join(cwd, CHANGES);
  writeFileSync(file, text);
  const taken = ofPatch(file, CHANGES, rest);
  const which = mine === '' ? 'its last commit' : 'what is changed in it';
  return { ...taken, as: `${about}; ${which}, as ${basename(file)}, ${taken.as}` };
}
