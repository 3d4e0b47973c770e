/** The text of a finding for a bug tracker, with the compiler's own description of its version. */
import { compilerVersion, familyOfName, findProgram, tryTool } from '../build/index.ts';
import type { FindingFolder } from '../finding/index.ts';
import { compilerOf, searchLinks, type Tracker, trackerText } from '../report/index.ts';
import { gccPassLines } from './gcc-pass.ts';
import { UserError } from '../util/user-error.ts';

export interface ExportedReport {
  readonly text: string;
  /** Addresses of searches for reports of the same bug. */
  readonly searches: readonly string[];
  readonly tracker: Tracker;
  /** The compiler's name, and its answer to `-v`: version, machine, configuration. */
  readonly called: string;
  readonly built: string;
}

/** Without a flag, the text is for the tracker of the finding's compiler. */
export async function exportedText(
  folder: FindingFolder,
  { llvm, gcc }: { readonly llvm: boolean; readonly gcc: boolean },
  searchPath: string,
): Promise<ExportedReport> {
  if (llvm && gcc) throw new UserError('--llvm and --gcc are two trackers', ['name one of them']);
  const record = folder.read();
  if (record.targetKind === 'executable')
    throw new UserError('this finding is of a program, and not of a compiler', [
      `its report: cgfuzz findings show ${record.id}`,
    ]);
  const family = familyOfName(record.compiler) === 'gcc' ? 'gcc' : 'llvm';
  const tracker: Tracker = llvm ? 'llvm' : gcc ? 'gcc' : family;
  const called = compilerOf(record);
  const program = findProgram(called, searchPath);
  const version = record.version ?? (program === undefined ? undefined : await compilerVersion(program));
  const built = program === undefined ? '' : (await tryTool(program, ['-v'])).stderr;
  const shown = folder.shown(record);
  const crash = { args: record.args, program: shown.program, output: shown.output };
  const asked =
    program !== undefined && tracker === 'gcc' ? await gccPassLines({ gcc: program, ...crash }) : [];
  const pass = asked.length === 0 ? {} : { pass: asked };
  const about = { version, built: built || `(${called} is not installed here)`, ...pass };
  const now = { ...record, ...(version === undefined ? {} : { version }) };
  return {
    text: trackerText(tracker, now, shown, about),
    searches: searchLinks(tracker, record, shown.output),
    tracker,
    called,
    built: about.built,
  };
}
