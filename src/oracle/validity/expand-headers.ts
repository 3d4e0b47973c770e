/**
 * A program with all its included headers in one text. Bug trackers ask for it, and a text reducer can reduce
 * it to the one line that matters. The headers are this machine's: another machine's types may differ, so
 * that the bug may be absent there.
 */
import { inputFiles, type Program, type ProgramFile, languageArgs, unitsIn } from '../../program/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { installedCompilers } from '../../laboratory/index.ts';

/** Undefined if no compiler could expand them. */
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
  return { ...program, files: [...files, ...inputFiles(program.files)] };
}
