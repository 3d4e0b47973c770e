/** `cgfuzz review`: a patch to LLVM or GCC, looked at with the compiler's own tests in a minute. */
import { type Command, defineCommand } from '../command.ts';
import { durationFlag, integerFlag, oneOfFlag, textFlag } from '../flags/flags.ts';

const FORMATS = ['text', 'json', 'junit', 'markdown'] as const;
const ONE_MINUTE = 60_000;

const ownFlags = {
  compiler: textFlag({
    doc: 'the LLVM or GCC that the patch is for',
    category: 'Patch',
    valueName: 'NAME',
    default: 'clang-19',
  }),
  git: textFlag({
    doc: 'a checkout of LLVM or GCC that has the commit or the branch',
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
};

export const reviewCommand: Command = defineCommand({
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
    'A patch to GCC (--compiler gcc-16) is reviewed by whole programs: the tests in the patch at their options and four',
    'levels, then tests of the pass, then tests that run. A fault is a crash, or a test that ends wrongly, of the patched',
    'gcc alone.',
    '',
    'Exit codes: 0 if nothing is wrong, 1 if there is a fault, 2 if something was wrong with the question.',
  ].join('\n'),
  parameters: [{ name: 'PATCH', doc: 'a diff; with --git a commit or a branch', completion: 'file' }],
  flags: ownFlags,
  examples: [
    ['review pr12345.diff', 'is this patch right?'],
    ['review my-branch --git ~/llvm --base main --format markdown', 'a comment for a pull request'],
  ],
  run: async (context, values, words) =>
    (await import('../actions/review.ts')).reviewAction(context, values, words),
});
