/**
 * A program with everything in it that it includes. Bug trackers ask for it, and a text reducer can cut it down to the
 * one line that matters. It is this machine's: for another one its types may differ, so that the bug need not be there.
 */
import { type Program, type ProgramFile, languageArgs, unitsIn } from '../../program/index.ts';
import type { Laboratory } from '../compare/laboratory.ts';
import { installedCompilers } from '../compare/configurations.ts';

/** Undefined if no compiler could do it. */
export async function expandHeaders(
  laboratory: Laboratory,
  program: Program,
  args: readonly string[],
): Promise<Program | undefined> {
  const compiler = installedCompilers(laboratory.world.searchPath).findLast(
    (name) => !name.startsWith('tcc'),
  );
  if (compiler === undefined) return undefined;
  const expanding = { compiler, args: ['-E', '-P', ...languageArgs(args)] };
  const files: ProgramFile[] = [];
  for (const unit of unitsIn(program)) {
    const [execution] = await laboratory.compile(unit, [expanding]);
    if (execution?.outcome !== 'ok') return undefined;
    files.push({ path: unit.main, bytes: execution.output });
  }
  return { ...program, files };
}
