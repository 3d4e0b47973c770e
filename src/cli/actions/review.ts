/** `cgfuzz review`: gets the patch, has it reviewed, and writes the answer. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTool } from '../../build/index.ts';
import { reviewComment, reviewJunit, reviewText } from '../../report/index.ts';
import { isGcc, reviewGccPatch } from '../../session/review/gcc-patch.ts';
import { review, type ReviewVerdict } from '../../session/review/review.ts';
import { targetToBuild } from '../../session/target-to-build.ts';
import { findPatches } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { showProgress } from '../progress/show-progress.ts';

interface ReviewFlags extends Asked {
  readonly compiler: string;
  readonly time: number;
  readonly seed: number;
  readonly format: 'text' | 'json' | 'junit' | 'markdown';
}

export async function reviewAction(
  context: Context,
  flags: ReviewFlags,
  [asked = '']: readonly string[],
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-patch-'));
  try {
    const patches = await patchFile(context, asked, flags, folder);
    const { compiler, time, seed } = flags;
    const verdict = await reviewPatch(context, { patches, compiler, seconds: time / 1000, seed });
    context.stdout(
      {
        text: reviewText,
        markdown: reviewComment,
        junit: reviewJunit,
        json: (all: typeof verdict) => `${JSON.stringify(all)}\n`,
      }[flags.format](verdict),
    );
    return verdict.faults.length > 0 ? exitCodes.found : exitCodes.ok;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Question {
  /** A file with a patch, or a folder of several. */
  readonly patches: string;
  readonly compiler: string;
  /** CPU time after building. */
  readonly seconds: number;
  readonly seed: number;
}

export async function reviewPatch(
  context: Context,
  { patches, compiler, seconds, seed }: Question,
): Promise<ReviewVerdict> {
  const say = (text: string): void => context.stderr(`${text}\n`);
  if (isGcc(compiler)) {
    const progress = showProgress(context, false);
    try {
      return await reviewGccPatch(context, { patches, compiler, seconds, say, onProgress: progress.show });
    } finally {
      progress.end();
    }
  }
  const build = {
    profile: 'patched',
    coverage: 'edges' as const,
    'no-assertions': false,
    patches,
    'llvm-config': undefined,
    source: undefined,
  };
  const { llvmVersion, patches: found = findPatches(patches, context.cwd) } = await targetToBuild(
    context,
    build,
    compiler,
  );
  const spec = { llvmVersion, patches: found };
  return review(context, { spec, seconds, seed, nowMs: context.monotonicMs, say });
}

interface Asked {
  readonly git: string | undefined;
  readonly base: string | undefined;
}

/** The file of the patch; with a checkout, the diff is written into the folder. */
async function patchFile(
  { cwd, signal }: Context,
  asked: string,
  { git, base }: Asked,
  folder: string,
): Promise<string> {
  if (asked === '') throw new UserError('review needs a patch', ['as in: cgfuzz review pr12345.diff']);
  if (git === undefined) {
    if (existsSync(resolve(cwd, asked))) return asked;
    throw new UserError(`there is no file ${asked}`, [
      'name a diff; or a commit or a branch, with its checkout: --git FOLDER',
    ]);
  }
  const range = base === undefined ? `${asked}^..${asked}` : `${base}...${asked}`;
  const where = resolve(cwd, git);
  if (!existsSync(where))
    throw new UserError(`there is no folder ${git}`, ['name a checkout of LLVM or GCC: --git FOLDER']);
  const text = await runTool('git', ['-C', where, 'diff', '--no-color', '--no-ext-diff', range], { signal });
  const file = join(folder, `${asked.replaceAll(/[^\w-]+/g, '-')}.patch`);
  writeFileSync(file, text);
  if (readFileSync(file, 'utf8').trim() !== '') return file;
  throw new UserError(`${range} changes nothing`, ['name a commit, or a branch and --base BRANCH']);
}
