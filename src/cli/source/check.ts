/** `cgfuzz source check`: real runs of a source, and the verdict. */
import { findSource } from '../../generators/index.ts';
import { type ExamineOptions, examineSource } from '../../source/index.ts';
import { type RefusedBy, refusedBy } from '../../session/refused-by.ts';
import { counted, percent } from '../../util/text.ts';
import { refusedText } from '../campaign-text.ts';
import { type Context, exitCodes } from '../command.ts';
import { sourceProgress } from '../progress/source-progress.ts';
import { defined } from './define.ts';

export interface CheckFlags {
  readonly programs: number | undefined;
  readonly mutants: number | undefined;
  readonly scopes: boolean;
  readonly target: string | undefined;
  readonly json: boolean;
  readonly seed: number;
}

/**
 * Number of programs that a reader gets. They are enough to meet a construct that the reader refuses and one
 * program in twenty has.
 */
const READ_PROGRAMS = 200;

export async function runSourceCheck(
  context: Context,
  name: string,
  { programs: asked, mutants = 20, scopes, target, json, seed }: CheckFlags,
): Promise<number> {
  const definition = await findSource(await defined(context, name), context.cwd);
  const progress = sourceProgress(context);
  const options: ExamineOptions = {
    programs: asked ?? 10,
    mutants,
    seed,
    listsScopes: scopes,
    say: (text) => context.stderr(`${text}\n`),
    onProgress: progress.show,
    searchPath: context.env['PATH'] ?? '',
  };
  const { verdict, isUsable, lines, figures } = await examineSource(definition, options).finally(
    progress.clear,
  );
  const answer =
    target === undefined || !isUsable
      ? undefined
      : await refusedBy(target, definition, { programs: asked ?? READ_PROGRAMS, seed }, context);
  if (json) {
    context.stdout(
      `${JSON.stringify({ source: definition.name, verdict, lines, figures, ...(answer && { target: answer }) })}\n`,
    );
  } else {
    context.stdout(`${definition.name}: ${verdict}\n`);
    const told = answer === undefined ? [] : readerLines(target!, answer);
    for (const line of [...told, ...lines]) context.stdout(`  ${line}\n`);
  }
  return isUsable ? exitCodes.ok : exitCodes.found;
}

function readerLines(target: string, { programs, refusals, refused }: RefusedBy): string[] {
  const share = `${target} refused ${refusals} of ${counted(programs, 'program')} (${percent(refusals, programs)})`;
  if (refusals === 0 || refused.length > 0) return [share, ...refusedText({ refused })];
  return [`${share}, with no construct more often than without it`];
}
