/** The tests that a patch brings: its own files of tests, new or changed. */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../util/make-folder.ts';
import { tryTool } from '../../build/index.ts';

export interface PatchTests {
  /** Paths of the tests as the patch leaves them. */
  readonly files: readonly string[];
  /** Names of tests that do not fit the source that is here. */
  readonly left: readonly string[];
}

interface PatchTestsOptions {
  /** The source that the patch is for, and the folder that the tests go into. */
  readonly tree: string;
  readonly into: string;
  readonly signal: AbortSignal;
  /** The names of tests; LLVM's test files if undefined. */
  readonly pattern?: RegExp;
}

/** Writes the tests of a patch into a folder. */
export async function testsOfPatch(
  patch: string,
  { tree, into, signal, pattern = /\.ll$/ }: PatchTestsOptions,
): Promise<PatchTests> {
  const files: string[] = [];
  const left: string[] = [];
  for (const part of patch.split(/^(?=--- )/m)) {
    const name = /^\+\+\+ b\/(\S+)$/m.exec(part)?.[1];
    if (name === undefined || !pattern.test(name) || name.split('/').includes('..')) continue;
    const to = join(into, name);
    makeFolder(dirname(to));
    if (part.startsWith('--- /dev/null')) {
      writeFileSync(to, addedLines(part));
      files.push(to);
      continue;
    }
    if (existsSync(join(tree, name))) copyFileSync(join(tree, name), to);
    const input = part.replace(/^diff --git [^]*$/m, '');
    const { code } = existsSync(to)
      ? await tryTool('patch', ['-p1', '--batch', '--quiet', '--reject-file=-'], { cwd: into, input, signal })
      : { code: 1 };
    if (code !== 0) left.push(name);
    if (existsSync(to)) files.push(to);
  }
  return { files, left };
}

function addedLines(part: string): string {
  const lines = part.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++ '));
  return `${lines.map((line) => line.slice(1)).join('\n')}\n`;
}

/** Folders of LLVM's tests for files whose names do not say it. */
const FOLDERS: readonly (readonly [pattern: RegExp, folders: readonly string[]])[] = [
  [/\/InstCombine\//, ['InstCombine']],
  [/\/AggressiveInstCombine\//, ['AggressiveInstCombine', 'InstCombine']],
  [/\/SLPVectorizer/, ['SLPVectorizer']],
  [/\/VectorCombine/, ['VectorCombine']],
  [/\/Vectorize\//, ['LoopVectorize']],
  [/InstructionSimplify|ConstantFolding/, ['InstSimplify', 'InstCombine']],
  [/ValueTracking|CmpInstAnalysis|OverflowInst/, ['InstCombine', 'InstSimplify']],
  [/ScalarEvolution|SimplifyIndVar/, ['IndVarSimplify', 'LoopStrengthReduce']],
  [/LoopUnroll/, ['LoopUnroll']],
  [/LazyValueInfo/, ['CorrelatedValuePropagation']],
  [/AliasAnalysis|MemorySSA/, ['DeadStoreElimination', 'GVN', 'LICM']],
  [/Utils\/Local/, ['SimplifyCFG', 'InstCombine']],
];

/** The folders of tests for changed files, among the folders that there are; none if nothing is known. */
export function foldersFor(changed: readonly string[], known: readonly string[]): string[] {
  const found = changed.flatMap((file) => {
    const stem = /([^/]+?)(?:Pass)?\.cpp$/.exec(file)?.[1]?.toLowerCase();
    const named = known.filter((folder) => folder.toLowerCase() === stem);
    return named.length > 0
      ? named
      : FOLDERS.flatMap(([pattern, folders]) => (pattern.test(file) ? folders : []));
  });
  return [...new Set(found)].filter((folder) => known.includes(folder));
}
