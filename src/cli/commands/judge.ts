/** `cgfuzz judge`: runs IR and says whether it keeps the rules of LLVM's language. */
import { UserError } from '../../util/user-error.ts';
import { printable } from '../../util/text.ts';
import { splitWords } from '../../util/split-words.ts';
import { type IrAnswer, isExpected, judgedWords, judgeIr, verdictOf } from '../../session/judge-ir.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { integerFlag, switchFlag, textFlag } from '../flags/flags.ts';
import { readInput } from '../read-input.ts';

const ASKING = 'What to ask';
const SHOWING = 'What to show';

export const judgeCommand: Command = defineCommand({
  name: 'judge',
  summary: "Run LLVM's IR under its own rules, and name the one that it breaks",
  details:
    'FILE is a module as text or bitcode, which is run as it is; with --passes also after these passes. Or FILE is a C or\n' +
    'C++ program: its IR is run before the passes of the compiler and after them. Flags and attributes that do not hold\n' +
    'are named, although the program may print the right thing. The program must have a function main and may call\n' +
    'little of the C library: what printf, malloc and the functions of string.h do. See docs/oracles.md.\n\n' +
    'Exit codes: 0 if nothing is wrong, 1 if something is, 2 if nothing can be said. With --expect, as llvm-reduce and\n' +
    'C-Vise want it: 0 if the fault is the one that is named, 1 if not.',
  parameters: [{ name: 'FILE', doc: 'a .ll, .bc, .c or .cpp file', completion: 'file' }],
  flags: {
    compiler: textFlag({
      doc: 'the clang and its flags for a program; for --passes, the clang whose opt runs them',
      category: ASKING,
      valueName: 'COMMAND',
      default: undefined,
      defaultDoc: 'the newest clang here, with -O2',
    }),
    passes: textFlag({
      doc: 'also judge the module after these passes, as opt -passes= takes them',
      category: ASKING,
      valueName: 'PASSES',
      default: undefined,
    }),
    expect: textFlag({
      doc: 'a fault to wait for: a kind such as poison or promise, KIND:CAUSE, or output',
      category: ASKING,
      valueName: 'FAULT',
      default: undefined,
    }),
    noPromises: switchFlag({
      doc: 'watch no attributes, such as memory(none), that values cannot show to be broken',
      category: ASKING,
    }),
    seed: integerFlag({ doc: 'what undefined values are drawn by', category: ASKING, default: 1 }),
    output: switchFlag({ doc: 'show the exit code and the output of the program alone', category: SHOWING }),
    json: switchFlag({ doc: 'print one object with all that is known', category: SHOWING }),
  },
  examples: [
    ['judge test.ll', 'which rule the module breaks when it runs, if any'],
    ["judge test.c --compiler 'clang-22 -O2'", 'whether the optimiser of clang 22 keeps the rules'],
    ['judge before.ll --passes instcombine', 'whether one pass does'],
    ["judge test.c --compiler 'clang-22 -O1' --expect poison", 'the same as a test for C-Vise'],
  ],
  async run(context, flags, [path = '']) {
    const { compiler, passes, expect, noPromises, seed, output, json } = flags;
    if (path === '') throw new UserError('judge needs a file', ['as in: cgfuzz judge test.ll']);
    const question = {
      path,
      bytes: readInput(context.cwd, path),
      compiler: compiler === undefined ? [] : splitWords(compiler),
      passes,
      watchesPromises: !noPromises,
      seed,
    };
    const answer = await judgeIr(context, question, (text) => context.stderr(`${text}\n`));
    if (json) context.stdout(`${JSON.stringify({ ...answer, verdict: verdictOf(answer) })}\n`);
    else if (output) showOutput(context, answer);
    else show(context, answer);
    if (expect !== undefined) return isExpected(answer, expect) ? exitCodes.ok : exitCodes.found;
    const verdict = verdictOf(answer);
    return verdict === 'right' ? exitCodes.ok : verdict === 'wrong' ? exitCodes.found : exitCodes.usage;
  },
});

function show(context: Context, { before, after }: IrAnswer): void {
  const say = (title: string, lines: readonly string[]): void => {
    const [first = '', ...rest] = lines;
    context.stdout([`${title}${first}`, ...rest].map((line) => `${printable(line)}\n`).join(''));
  };
  if (before !== undefined) say('before the passes: ', judgedWords(before));
  say(before === undefined ? '' : 'after the passes: ', judgedWords(after));
  if (before?.kind === 'ok' && after.kind === 'ok' && before.does !== after.does)
    say('', [
      'they do not do the same:',
      ...indented(before.does),
      'and after the passes:',
      ...indented(after.does),
    ]);
}

function indented(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
}

function showOutput(context: Context, { after }: IrAnswer): void {
  if (after.kind === 'ok') context.raw.stdout(after.does);
  else
    context.stdout(
      judgedWords(after)
        .map((line) => `${printable(line)}\n`)
        .join(''),
    );
}
