/** `cgfuzz source check`: real runs of a source, and the verdict. */
import { findSource } from '../../generators/index.ts';
import { type ExamineOptions, examineSource } from '../../source/index.ts';
import { type Context, exitCodes } from '../command.ts';
import { statusLine } from '../progress/status-line.ts';

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
  const definition = await findSource(name, context.cwd);
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

const TELL_EVERY_MS = 10_000;

/** In a terminal a line that is overwritten; elsewhere a line now and then. */
export function sourceProgress(context: Context): { show: (text: string) => void; clear: () => void } {
  if (context.columns !== undefined) {
    const line = statusLine(context);
    return { show: (text) => line.show(text), clear: () => line.clear() };
  }
  let nextMs = context.monotonicMs() + TELL_EVERY_MS;
  const show = (text: string): void => {
    if (context.monotonicMs() < nextMs) return;
    nextMs = context.monotonicMs() + TELL_EVERY_MS;
    context.stderr(`${text}\n`);
  };
  return { show, clear: () => undefined };
}
