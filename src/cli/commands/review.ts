/** `cgfuzz review`: a patch to LLVM, looked at with the compiler's own tests in a minute. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTool } from '../../build/index.ts';
import { reviewComment, reviewJunit, reviewText } from '../../report/index.ts';
import { review } from '../../session/review/review.ts';
import { findPatches } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { durationFlag, integerFlag, oneOfFlag, textFlag } from '../flags/flags.ts';
import { targetToBuild } from '../target-to-build.ts';

const FORMATS = ['text', 'json', 'junit', 'markdown'] as const;
const ONE_MINUTE = 60_000;

export const reviewCommand: Command = defineCommand({
  name: 'review',
  summary: 'Look at a patch to LLVM: is it wrong, what does it change, and what did no test reach?',
  details: [
    'PATCH is a diff. With --git it is a commit or a branch of a checkout, and its changes since the branch began count.',
    'cgfuzz compiles the files that the patch changes, and says how long that takes. Then it runs tests for --time: the',
    "tests in the patch as they are, the same changed, and the suite's folder of the changed pass. LLVM without the patch",
    'is asked, too. A test whose result is the same with both is not judged.',
    '',
    'The answer has faults (with the function before and after, its arguments, and the line for opt), functions of the',
    'suite that get better or worse, variants for which the rewrite does or does not happen, and changed lines that no',
    'test reached.',
    '',
    'Exit codes: 0 if nothing is wrong, 1 if there is a fault, 2 if something was wrong with the question.',
  ].join('\n'),
  parameters: [{ name: 'PATCH', doc: 'a diff; with --git a commit or a branch', completion: 'file' }],
  flags: {
    compiler: textFlag({
      doc: 'the LLVM that the patch is for',
      category: 'Patch',
      valueName: 'NAME',
      default: 'clang-19',
    }),
    git: textFlag({
      doc: 'a checkout of LLVM that has the commit or the branch',
      category: 'Patch',
      valueName: 'FOLDER',
      completion: 'folder',
      default: undefined,
    }),
    base: textFlag({
      doc: 'with --git: the branch that the change is for',
      category: 'Patch',
      valueName: 'NAME',
      default: undefined,
      defaultDoc: 'the parent of the commit',
    }),
    time: durationFlag({ doc: 'CPU time after building', category: 'Tests', default: ONE_MINUTE }),
    seed: integerFlag({ doc: 'what tests are drawn by', category: 'Tests', default: 1 }),
    format: oneOfFlag({
      names: FORMATS,
      doc: 'how the answer is written',
      category: 'Output',
      default: 'text',
    }),
  },
  examples: [
    ['review pr12345.diff', 'is this patch right?'],
    ['review my-branch --git ~/llvm --base main --format markdown', 'a comment for a pull request'],
  ],
  async run(context, flags, [asked = '']) {
    const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-patch-'));
    try {
      const patches = await patchFile(context, asked, flags, folder);
      const say = (text: string): void => context.stderr(`${text}\n`);
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
        flags.compiler,
      );
      const verdict = await review(context, {
        spec: { llvmVersion, patches: found },
        seconds: flags.time / 1000,
        seed: flags.seed,
        nowMs: context.monotonicMs,
        say,
      });
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
  },
});

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
    throw new UserError(`there is no folder ${git}`, ['name a checkout of LLVM: --git FOLDER']);
  const text = await runTool('git', ['-C', where, 'diff', '--no-color', '--no-ext-diff', range], { signal });
  const file = join(folder, `${asked.replaceAll(/[^\w-]+/g, '-')}.patch`);
  writeFileSync(file, text);
  if (readFileSync(file, 'utf8').trim() !== '') return file;
  throw new UserError(`${range} changes nothing`, ['name a commit, or a branch and --base BRANCH']);
}
