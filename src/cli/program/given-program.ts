/**
 * A person's failing program: cgfuzz asks the compilers, makes a finding of the failure, and reduces the text with its
 * own judge as the test. The same compiler must be wrong in the same way and by the same pass; a crash must have the
 * same signature.
 *
 * Invariant: the finding's folder holds the best program so far at all times, and the same command goes on from it.
 */
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { compilerVersion, otherMachineOf } from '../../build/index.ts';
import { type Difference, FindingFolder, type FindingRecord, saveGivenFinding } from '../../finding/index.ts';
import { type CompilerConfiguration, Laboratory } from '../../laboratory/index.ts';
import { type Program, programKey, programSize } from '../../program/index.ts';
import { findingFiles } from '../../report/index.ts';
import { worldOf } from '../../session/world.ts';
import {
  checkProgram,
  checkedFailure,
  finishFinding,
  heldAgainstBy,
  openFailureTest,
  type ProgramCheck,
} from '../../triage/index.ts';
import { splitWords } from '../../util/split-words.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import type { Context } from '../command.ts';
import { refuseForeign } from '../held-finding.ts';
import type { ReduceSession } from '../reduce/session.ts';
import { textStep, type TextStep } from '../reduce/text-step.ts';
import { showProgress } from '../progress/show-progress.ts';
import { matrixForFinding, matrixFrom } from './matrix.ts';
import { type NamedProgram, readProgram } from './read-program.ts';

export interface AskedProgram {
  readonly paths: readonly string[];
  /** The values of `--compilers` and `--args`. */
  readonly compilers: string;
  readonly args: string;
  /** A reduction follows, which has a guard of its own. */
  readonly isForReduction?: boolean;
}

export interface CheckedProgram {
  readonly named: NamedProgram;
  readonly check: ProgramCheck;
  /** The flags that every compiler got. */
  readonly flags: readonly string[];
  /** A line about the flags of a finding, or about the machines of the rows. */
  readonly note?: string;
}

export async function askCompilers(
  context: Context,
  { paths, compilers, args, isForReduction = false }: AskedProgram,
): Promise<CheckedProgram> {
  const world = worldOf(context);
  const named = readProgram(context.cwd, paths);
  const { program, includes, finding } = named;
  const rows = matrixFrom(compilers, program.language, world);
  const asked = finding && (await matrixForFinding(finding, rows, compilers !== '', world));
  const matrix: readonly CompilerConfiguration[] = asked?.matrix ?? rows;
  const flags = [...includes, ...splitWords(args)];
  const progress = showProgress(context, false);
  const laboratory = await Laboratory.open(world);
  try {
    const how = { args: flags, say: progress.step, isForReduction };
    const check = await checkProgram(laboratory, program, matrix, how);
    const note = asked?.note ?? machinesNote(matrix, flags);
    return { named, check, flags, ...(note === undefined ? {} : { note }) };
  } finally {
    progress.end();
    await laboratory.close();
  }
}

function machinesNote(
  matrix: readonly CompilerConfiguration[],
  flags: readonly string[],
): string | undefined {
  const triples = matrix.map(({ compiler, args }) => otherMachineOf(compiler, [...flags, ...args])?.triple);
  if (new Set(triples).size < 2) return undefined;
  return 'The rows are for several machines. A right program may print something else on each, for `char` may be unsigned.';
}

/** True if no compiler fails or is odd, and the program has a meaning. */
export function isFine({ configurations, odd, validity }: ProgramCheck): boolean {
  const failed = configurations.some(({ ending }) => !['ran', 'judged', 'not-linked'].includes(ending));
  return odd.length === 0 && !failed && validity.verdict !== 'undefined';
}

/** The folder of the finding that a program shows: `prog.finding` beside `prog.c`. */
export function folderFor(cwd: string, path: string): FindingFolder {
  const name = basename(path, extname(path));
  return new FindingFolder(join(resolve(cwd, dirname(path)), `${name}.finding`));
}

/**
 * The finding of an earlier command about the same program, with the same flags; undefined if there is none. A folder
 * that is not ours is an error.
 */
export function earlierFinding(
  context: Pick<Context, 'cwd'>,
  { program, includes }: NamedProgram,
  { paths, compilers, args }: AskedProgram,
): FindingFolder | undefined {
  const folder = folderFor(context.cwd, paths[0]!);
  if (!folder.exists) {
    if (existsSync(folder.path))
      throw new UserError(`${relative(context.cwd, folder.path)} is there, and is no finding`, [
        'cgfuzz keeps the finding of the program in that folder: move it away',
      ]);
    return undefined;
  }
  const record = folder.read();
  const original = folder.program('original', record.program);
  const flags = [...includes, ...splitWords(args)];
  const isSame =
    original !== undefined &&
    programKey(original) === programKey(program) &&
    flags.every((flag, at) => record.args[at] === flag) &&
    (compilers === '' || compilers.includes(record.compiler.replace(/-stock$/, '')));
  if (!isSame) return undefined;
  refuseForeign(record, flags);
  return folder;
}

/** Undefined if the program shows no failure of a compiler. */
export async function keepFinding(
  context: Context,
  { named, check, flags }: CheckedProgram,
  path: string,
): Promise<FindingFolder | undefined> {
  const failure = checkedFailure(check);
  if (failure === undefined) return undefined;
  const folder = folderFor(context.cwd, path);
  const build = await buildOf(context, failure.compiler);
  const own = {
    ...failure,
    args: [...flags, ...failure.args],
    ...(failure.references && {
      references: failure.references.map((each) => ({ ...each, args: [...flags, ...each.args] })),
    }),
    build,
    program: named.program,
    origin: { source: basename(path), isGiven: true },
  };
  const { record } = saveGivenFinding(folder, own, findingFiles);
  // The check has asked about the known bugs.
  folder.save({ ...record, heldAgainst: heldAgainstBy(build) }, findingFiles);
  return folder;
}

async function buildOf(context: Context, compiler: string): Promise<string> {
  const laboratory = await Laboratory.open(worldOf(context));
  try {
    const program = (await laboratory.target(compiler)).compiler?.program;
    const version = program === undefined ? undefined : await compilerVersion(program);
    return [compiler, version].filter((part) => part !== undefined).join(' ');
  } finally {
    await laboratory.close();
  }
}

export interface GivenReduction {
  readonly end: TextStep['end'];
  readonly bytes: TextStep['bytes'];
  readonly tool: string;
  readonly guard: string;
  /** A compile shows the failure, so no sanitizer took part. */
  readonly isCompiledOnly?: boolean;
  readonly cpuMs: number;
  /** The finding's folder, or the reduced file. */
  readonly result: string;
}

export interface GivenOptions {
  /** A file that gets the same text. */
  readonly also?: string;
  /** True if this command has just seen the failure: it need not be asked for again. */
  readonly isFresh?: boolean;
}

/** Reduces the text of a finding that has no choices. */
export async function reduceGiven(
  session: ReduceSession,
  folder: FindingFolder,
  { also, isFresh = false }: GivenOptions = {},
): Promise<GivenReduction> {
  const { context, flags, cpuMs } = session;
  let record = folder.read();
  const original = folder.program('original', record.program);
  if (original === undefined) throw new UserError(`the finding in ${folder.path} has no program`);
  const world = worldOf(context);
  const opened = await openFailureTest(record, folder, { promises: 'valid' }, world, flags.jobs);
  const { test, validity, isCompiledOnly = false } = opened;
  if (validity !== undefined) validity.isGuarded = true;
  const keep = (more: Partial<FindingRecord>): void => {
    record = { ...record, ...more };
    folder.save(record, findingFiles);
  };
  const seen = new Map<string, Difference>();
  const save = ({ program, tool, guard, bytes }: Omit<TextStep, 'end'>, state?: 'running'): void => {
    folder.saveText(program);
    if (also !== undefined && program.files.length === 1) writeFileAtomic(also, program.files[0]!.bytes);
    const difference = seen.get(programKey(program));
    keep({
      ...(difference === undefined ? {} : { difference }),
      textReduction: { tool, guard, bytes, ...(state === undefined ? {} : { state }) },
    });
  };
  try {
    const start = flags.restart ? original : (folder.program('text', record.program) ?? original);
    const first = isFresh ? undefined : await test.ask(start);
    if (isFresh) await test.meet?.(original);
    if (first?.isInteresting === false)
      throw new UserError(`the failure is not there any more: ${record.compiler} gives ${first.how}`, [
        `expected: ${record.signature}`,
        'ask again: cgfuzz reduce --restart',
      ]);
    const text = await textStep(session, start, record.args, {
      isInteresting: async (candidate) => {
        const { isInteresting, difference } = await test.ask(candidate);
        if (isInteresting && difference !== undefined) seen.set(programKey(candidate), difference);
        return isInteresting;
      },
      seemsInteresting: test.seems,
      isCompiledOnly,
      validity: isFresh ? record.validity : undefined,
      save: (sofar) => save({ ...sofar, bytes: sizes(sofar.program) }, 'running'),
    });
    const bytes = sizes(text.program);
    const isCut = context.signal.aborted || text.end === 'aborted';
    save({ ...text, bytes }, isCut ? 'running' : undefined);
    const { difference } = isCut ? {} : await test.ask(text.program);
    if (difference !== undefined) keep({ difference });
    const { tool, guard, end } = text;
    return {
      end,
      bytes,
      tool,
      guard,
      isCompiledOnly,
      cpuMs: Math.round(cpuMs()),
      result: also ?? folder.path,
    };
  } finally {
    await test.close();
  }

  function sizes(best: Program): TextStep['bytes'] {
    return { from: programSize(original!), to: programSize(best) };
  }
}

/** All further facts for a report, from the smallest program. */
export async function finishGiven(context: Context, folder: FindingFolder): Promise<void> {
  const laboratory = await Laboratory.open(worldOf(context));
  try {
    const record = folder.read();
    const more = await finishFinding({ record, folder }, laboratory);
    folder.save({ ...record, ...more }, findingFiles);
  } finally {
    await laboratory.close();
  }
}
