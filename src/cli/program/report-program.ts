/**
 * `cgfuzz check FILE --report`: asks the compilers about a person's program. If one of them fails, cgfuzz reduces the
 * program, and writes a report for the tracker of that compiler.
 */
import { join, relative } from 'node:path';
import { type FindingFolder, shippedText } from '../../finding/index.ts';
import { explorerLink } from '../../report/index.ts';
import { worldOf } from '../../session/world.ts';
import { askForEnding } from '../../util/ending.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { checkText } from '../check-text.ts';
import { type Context, exitCodes } from '../command.ts';
import { type ExportedReport, exportedText } from '../export-finding.ts';
import { heldFinding, refuseForeign } from '../held-finding.ts';
import { givenSummary } from '../reduce/reduce-program.ts';
import type { ReduceSession } from '../reduce/session.ts';
import {
  askCompilers,
  type AskedProgram,
  earlierFinding,
  finishGiven,
  isFine,
  keepFinding,
  reduceGiven,
} from './given-program.ts';
import { readProgram } from './read-program.ts';

/** Time for the report after an interruption. */
const REPORT_MS = 30_000;

/** Returns the exit code. */
export async function reportProgram(session: ReduceSession, asked: AskedProgram): Promise<number> {
  const { context } = session;
  const [path = ''] = asked.paths;
  const named = readProgram(context.cwd, asked.paths);
  if (named.finding !== undefined) refuseForeign(named.finding.read());
  const own = named.finding ?? earlierFinding(context, named, asked);
  const folder = own ?? (await checkedFinding(context, asked, path));
  if (typeof folder === 'number') return folder;
  const shown = relative(context.cwd, folder.path) || '.';
  if (own !== undefined) context.stdout(`going on in ${shown}\n`);
  const { shipped } = await heldFinding(folder, worldOf(context));
  context.stdout(
    shipped === undefined
      ? 'It is none of the bugs that come with cgfuzz.\n'
      : `It is a bug that cgfuzz knows; ${shippedText(shipped)}\n`,
  );
  context.stdout(`Reducing it in ${shown}; Ctrl-C keeps the best, and the same command goes on.\n`);
  const { signal } = context;
  const end = tellInterruption(context);
  const reduced = await reduceGiven(session, folder, { isFresh: own === undefined });
  context.stdout(givenSummary(reduced, context));
  if (!signal.aborted) await Promise.race([finishGiven(context, folder), end.interrupted]);
  end.dispose();
  await writeReport(context, folder, signal.aborted);
  return signal.aborted ? exitCodes.interrupted : exitCodes.found;
}

/** After an interruption the report is still written, which takes a compiler's answer to `-v`. */
function tellInterruption({ signal, stderr }: Context): {
  readonly interrupted: Promise<void>;
  readonly dispose: () => void;
} {
  askForEnding(REPORT_MS);
  let dispose = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => {
    const tell = (): void => {
      stderr('interrupted: writing the report of the best program so far; another Ctrl-C ends at once\n');
      resolve();
    };
    if (signal.aborted) return tell();
    signal.addEventListener('abort', tell, { once: true });
    dispose = () => signal.removeEventListener('abort', tell);
  });
  return { interrupted, dispose: () => dispose() };
}

/** A number is the exit code of a check that found no failure of a compiler. */
async function checkedFinding(
  context: Context,
  asked: AskedProgram,
  path: string,
): Promise<FindingFolder | number> {
  const checked = await askCompilers(context, asked);
  context.stdout(`${checkText(checked.check)}\n`);
  const folder = await keepFinding(context, checked, path);
  if (folder !== undefined) return folder;
  context.stdout('There is nothing to report: no compiler is to blame.\n');
  return isFine(checked.check) ? exitCodes.ok : exitCodes.found;
}

async function writeReport(context: Context, folder: FindingFolder, isCut: boolean): Promise<void> {
  const asked = { llvm: false, gcc: false };
  const exported = await exportedText(folder, asked, worldOf(context).searchPath);
  const { tracker, text, searches } = exported;
  const path = join(folder.path, tracker === 'gcc' ? 'report.txt' : 'report.md');
  writeFileAtomic(path, `${text}${moreText(folder, exported, isCut)}`);
  const name = tracker === 'gcc' ? "GCC's Bugzilla" : "LLVM's issues";
  const of = isCut ? 'The report of the best program so far' : 'The report';
  context.stdout(`${of}, for ${name}: ${relative(context.cwd, path)}\n`);
  if (isCut) context.stdout('The same command makes the program smaller, and writes the report anew.\n');
  if (searches.length > 0) context.stdout('Reported before? Look here first:\n');
  for (const address of searches) context.stdout(`  ${address}\n`);
}

/** The answers to a maintainer's next questions: the exact compiler, a link to try it, and each checker's answer. */
function moreText(folder: FindingFolder, { tracker, called, built }: ExportedReport, isCut: boolean): string {
  const record = folder.read();
  const link = explorerLink(record, folder.shown(record));
  const checkers = record.validity?.reports ?? [];
  const isGcc = tracker === 'gcc';
  return [
    '',
    ...(isGcc ? [] : [`\`${called} -v\`:`, '', '```', built.trimEnd(), '```', '']),
    ...(isGcc && link !== undefined ? ['Compiler Explorer:', link, ''] : []),
    ...(checkers.length === 0
      ? []
      : [`Sanitizers and warnings on the ${isCut ? 'original' : 'reduced'} program:`, '']),
    ...checkers.map(({ checker, answer, detail }) =>
      ['-', `${checker}:`, answer, ...(detail === '' ? [] : [`(${detail})`])].join(' '),
    ),
    '',
  ].join('\n');
}
