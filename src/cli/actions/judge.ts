/** The work of `cgfuzz judge`: runs IR and says whether it keeps the rules of LLVM's language. */
import { UserError } from '../../util/user-error.ts';
import { printable } from '../../util/text.ts';
import { splitWords } from '../../util/split-words.ts';
import { type IrAnswer, isExpected, judgedWords, judgeIr, verdictOf } from '../../session/judge-ir.ts';
import { type Context, exitCodes } from '../command.ts';
import { readInput } from '../read-input.ts';

interface JudgeFlags {
  readonly compiler: string | undefined;
  readonly passes: string | undefined;
  readonly expect: string | undefined;
  readonly noPromises: boolean;
  readonly seed: number;
  readonly output: boolean;
  readonly json: boolean;
}

export async function judgeAction(
  context: Context,
  flags: JudgeFlags,
  [path = '']: readonly string[],
): Promise<number> {
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
}

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
