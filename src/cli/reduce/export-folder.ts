/** `cgfuzz reduce --export`: a folder in which C-Vise or C-Reduce can start at once, without cgfuzz. */
import { chmodSync, copyFileSync, cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { type FindingFolder, verifyFinding } from '../../finding/index.ts';
import { checkScript, writeProgram } from '../../triage/index.ts';
import { type CompilerFamily, newestCompiler } from '../../build/index.ts';
import type { Program } from '../../program/index.ts';
import {
  compilerOf,
  guardedScript,
  interestingScript,
  judgeArguments,
  type Judges,
} from '../../report/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import { worldOf } from '../../session/world.ts';
import type { ReduceSession } from './session.ts';

export interface Exported {
  readonly exported: string;
}

export async function exportScript(
  session: ReduceSession,
  to: string,
  program: Program,
  script: string,
  args: readonly string[],
): Promise<Exported> {
  const path = resolve(session.context.cwd, script);
  checkScript(path);
  const folder = newFolder(session, to);
  writeProgram(program, folder);
  copyFileSync(path, join(folder, 'test.sh'));
  chmodSync(join(folder, 'test.sh'), 0o755);
  writeScript(folder, guardedScript(args, program, await judges(session, folder, program.main, args)));
  return { exported: folder };
}

export async function exportFinding(
  session: ReduceSession,
  to: string,
  finding: FindingFolder,
  program: Program,
): Promise<Exported> {
  const record = finding.read();
  const compiler = compilerOf(record);
  const { searchPath } = worldOf(session.context);
  const { signal } = session.context;
  if ((await verifyFinding(finding, compiler, { signal, searchPath })) !== 'there') {
    throw new UserError(
      `${compiler} as it is installed does not show the finding, and a script could ask no other`,
      [`what was found with ${record.compiler} can be reduced here: cgfuzz reduce WHAT --text`],
    );
  }
  const folder = newFolder(session, to);
  writeProgram(program, folder);
  for (const { to: headers } of record.program.includes)
    cpSync(join(finding.path, headers), join(folder, headers), { recursive: true });
  writeScript(
    folder,
    interestingScript(record, program, await judges(session, folder, program.main, record.args)),
  );
  return { exported: folder };
}

function newFolder({ context }: ReduceSession, to: string): string {
  const folder = resolve(context.cwd, to);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UserError(`--export ${to} is there already, and not empty`, ['name a new folder']);
  makeFolder(folder);
  return folder;
}

function writeScript(folder: string, text: string): void {
  writeFileSync(join(folder, 'interesting.sh'), text);
  chmodSync(join(folder, 'interesting.sh'), 0o755);
}

/** The newest compilers that compile the program: a compiler that crashes cannot judge it. */
async function judges(
  { context }: ReduceSession,
  folder: string,
  main: string,
  args: readonly string[],
): Promise<Judges> {
  const { searchPath } = worldOf(context);
  const newest = async (family: CompilerFamily): Promise<string | undefined> => {
    const name = newestCompiler(family, searchPath)?.name;
    if (name === undefined) return undefined;
    const quiet = family === 'clang' ? ['-fno-crash-diagnostics'] : [];
    const words = [...judgeArguments(args), ...quiet, '-w', '-O1', '-c', main, '-o', '/dev/null'];
    const { exitCode } = await execa(name, words, {
      cwd: folder,
      reject: false,
      env: { PATH: searchPath },
    });
    return exitCode === 0 ? name : undefined;
  };
  return { clang: await newest('clang'), gcc: await newest('gcc') };
}
