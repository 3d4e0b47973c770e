/** `cgfuzz source check`: real runs of a source, and the verdict. */
import { findSource } from '../../generators/index.ts';
import { type ExamineOptions, examineSource } from '../../source/index.ts';
import { type Context, exitCodes } from '../command.ts';
import { sourceProgress } from '../progress/source-progress.ts';
import { defined } from './define.ts';

export interface CheckFlags {
  readonly programs: number | undefined;
  readonly mutants: number | undefined;
  readonly scopes: boolean;
  readonly json: boolean;
  readonly seed: number;
}

export async function runSourceCheck(
  context: Context,
  name: string,
  { programs = 10, mutants = 20, scopes, json, seed }: CheckFlags,
): Promise<number> {
  const definition = await findSource(await defined(context, name), context.cwd);
  const progress = sourceProgress(context);
  const options: ExamineOptions = {
    programs,
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
  if (json) {
    context.stdout(`${JSON.stringify({ source: definition.name, verdict, lines, figures })}\n`);
  } else {
    context.stdout(`${definition.name}: ${verdict}\n`);
    for (const line of lines) context.stdout(`  ${line}\n`);
  }
  return isUsable ? exitCodes.ok : exitCodes.found;
}
