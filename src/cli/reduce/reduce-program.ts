/** `cgfuzz reduce prog.c`: makes a failing program small, by cgfuzz's own judge or by a person's script. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, relative, resolve } from 'node:path';
import type { FindingFolder } from '../../finding/index.ts';
import { languageArgs, type Program, programSize, withFiles } from '../../program/index.ts';
import type { FailureTest } from '../../triage/index.ts';
import { splitWords } from '../../util/split-words.ts';
import { grouped, roughTime } from '../../util/text.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { checkText } from '../check-text.ts';
import type { Context } from '../command.ts';
import {
  askCompilers,
  type AskedProgram,
  earlierFinding,
  type GivenReduction,
  keepFinding,
  reduceGiven,
} from '../program/given-program.ts';
import { readProgram } from '../program/read-program.ts';
import { exportFinding, exportScript } from './export-folder.ts';
import { openScript, type ReduceSession } from './session.ts';
import { textStep } from './text-step.ts';

export async function reduceProgram(
  session: ReduceSession,
  path: string,
): Promise<GivenReduction | { readonly exported: string }> {
  const { context, flags } = session;
  if (flags.evaluations !== undefined)
    throw new UserError('--evaluations counts tests of choices, and a program has only its text', [
      'Ctrl-C stops at any time, and the same command goes on',
    ]);
  const output = outputOf(context, path, flags.output);
  if (flags.test !== undefined) return reduceByScript(session, path, flags.test, output);
  const asked = { paths: [path], compilers: flags.compilers, args: flags.args };
  const { folder, isFresh } = await findingOf(session, asked);
  if (flags.export === undefined) return reduceGiven(session, folder, { also: output, isFresh });
  const record = folder.read();
  const program = folder.program(folder.smallest(record.program), record.program)!;
  return exportFinding(session, flags.export, folder, program);
}

/** The finding of an earlier command, or a new one if a compiler fails. */
async function findingOf(
  { context, flags }: ReduceSession,
  asked: AskedProgram,
): Promise<{ readonly folder: FindingFolder; readonly isFresh: boolean }> {
  const [path = ''] = asked.paths;
  const earlier = flags.restart
    ? undefined
    : earlierFinding(context, readProgram(context.cwd, [path]), asked);
  if (earlier !== undefined) {
    if (!flags.json)
      context.stderr(`going on in ${relative(context.cwd, earlier.path)}; from the start: --restart\n`);
    return { folder: earlier, isFresh: false };
  }
  const checked = await askCompilers(context, { ...asked, isForReduction: true });
  if (!flags.json) context.stderr(`${checkText(checked.check)}\n`);
  const folder = await keepFinding(context, checked, path);
  if (folder !== undefined) return { folder, isFresh: true };
  throw new UserError(`no compiler fails on ${path}: there is nothing that must stay`, [
    'other compilers or flags: --compilers "gcc-16 -O2", --args "-march=x86-64-v3"',
    'name a script that exits with 0 if the program is still interesting: --test SCRIPT',
  ]);
}

function outputOf({ cwd }: Context, path: string, named: string | undefined): string {
  const ending = extname(path);
  const base = named ?? `${path.slice(0, path.length - ending.length)}.reduced`;
  return resolve(cwd, base.endsWith(ending) ? base : `${base}${ending}`);
}

async function reduceByScript(
  session: ReduceSession,
  path: string,
  script: string,
  output: string,
): Promise<GivenReduction | { readonly exported: string }> {
  const { context, flags, cpuMs } = session;
  const { program, includes } = readProgram(context.cwd, [path]);
  const args = [...includes, ...splitWords(flags.args)];
  if (flags.export !== undefined) return exportScript(session, flags.export, program, script, args);
  const test = await openScript(session, script, program, cpuMs);
  const isInteresting = repeatedly(test, flags);
  const earlier = flags.restart || !existsSync(output) ? undefined : withText(program, readFileSync(output));
  const goesOn = earlier !== undefined && (await isInteresting(earlier));
  if (goesOn && !flags.json)
    context.stderr(`going on from ${relative(context.cwd, output)}; from the start: --restart\n`);
  const write = (best: Program): void => writeFileAtomic(output, best.files[0]!.bytes);
  const text = await textStep(session, goesOn ? earlier : program, languageArgs(args), {
    isInteresting,
    mayMeanNothing: true,
    save: (sofar) => write(sofar.program),
  });
  write(text.program);
  const { tool, guard, end } = text;
  const bytes = { from: programSize(program), to: programSize(text.program) };
  return { end, bytes, tool, guard, cpuMs: Math.round(cpuMs()), result: output };
}

/** For a bug that shows now and then: as many of the repeats as needed must say yes. */
function repeatedly(
  test: FailureTest,
  { repeats, needed }: { readonly repeats: number; readonly needed: number },
): (program: Program) => Promise<boolean> {
  return async (program) => {
    let yes = 0;
    for (let turn = 0; turn < repeats && yes < needed && yes + repeats - turn >= needed; turn++)
      if ((await test.ask(program)).isInteresting) yes++;
    return yes >= needed;
  };
}

function withText(program: Program, bytes: Uint8Array): Program {
  return withFiles(program, [{ path: program.main, bytes }]);
}

export function givenSummary(
  { end, bytes, tool, guard, isCompiledOnly, cpuMs, result }: GivenReduction,
  { cwd }: Pick<Context, 'cwd'>,
): string {
  const ending = end === 'aborted' ? 'interrupted; the same command goes on' : 'nothing near is simpler';
  return [
    `${grouped(bytes.from)} to ${grouped(bytes.to)} bytes by ${tool}; ${roughTime(cpuMs)} of CPU; ${ending}`,
    ...guardText(guard, isCompiledOnly),
    relative(cwd, result) || '.',
    '',
  ].join('\n');
}

function guardText(guard: string, isCompiledOnly: boolean = false): string[] {
  if (isCompiledOnly)
    return guard === 'unknown'
      ? []
      : ['another compiler accepts it; a crash needs no run, so no sanitizer was asked'];
  return guard === 'undefined' ? [] : [`what sanitizers and warnings called worse than ${guard} was refused`];
}
