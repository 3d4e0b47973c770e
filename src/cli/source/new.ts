/** `cgfuzz source new`: from a generator that nobody has described to a verdict, a mutant and the next command. */
import { resolve } from 'node:path';
import { findSource } from '../../generators/index.ts';
import { oneMutant, type SourceDefinition } from '../../source/index.ts';
import { lineDiff } from '../../util/line-diff.ts';
import { type Context, exitCodes } from '../command.ts';
import { runSourceCheck, type CheckFlags } from './check.ts';
import { definitionOf } from './define.ts';

const SHOWN_LINES = 16;

export async function newSource(context: Context, name: string, flags: CheckFlags): Promise<number> {
  const file = await definitionOf(context, resolve(context.cwd, name));
  const code = await runSourceCheck(context, file, flags);
  if (flags.json) return code;
  const definition = await findSource(file, context.cwd);
  const say = (text: string): void => context.stderr(`${text}\n`);
  const mutant = code === exitCodes.ok ? await oneMutant(definition, say) : undefined;
  if (mutant !== undefined) {
    const lines = lineDiff(mutant.parent, mutant.child);
    context.stdout('\na mutant beside its parent, with one choice replaced:\n');
    for (const line of lines.slice(0, SHOWN_LINES)) context.stdout(`  ${line}\n`);
    if (lines.length > SHOWN_LINES) context.stdout(`  ... and ${lines.length - SHOWN_LINES} lines more\n`);
  }
  context.stdout(`\nnext: ${nextCommand(file, definition, code)}\n`);
  return code;
}

function nextCommand(file: string, { language }: SourceDefinition, code: number): string {
  if (code !== exitCodes.ok)
    return `change ${file} as the lines above say, then: cgfuzz source check ${file}`;
  const target = language === 'text' ? ' --target ./YOUR_PROGRAM' : '';
  return `cgfuzz run --source ${file}${target} --time 5m`;
}
