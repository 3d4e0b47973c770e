/** Judges IR for `cgfuzz judge`: of a file, or the result of a compiler or passes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { clangVersions, findOptimiser, findProgram, tryTool } from '../build/index.ts';
import { type Complaint, describeFault, faultWords, IrJudge, type Judged } from '../oracle/index.ts';
import { UserError } from '../util/user-error.ts';
import { type SessionContext, worldOf } from './world.ts';

export interface IrQuestion {
  /** A module as text or bitcode, or a C or C++ program. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The compiler and its flags; for a module, the compiler whose `opt` runs passes. */
  readonly compiler: readonly string[];
  readonly passes: string | undefined;
  readonly watchesPromises: boolean;
  readonly seed: number;
}

export interface IrAnswer {
  /** Undefined if there is nothing to compare. */
  readonly before: Judged | undefined;
  readonly after: Judged;
}

type World = Pick<SessionContext, 'cwd' | 'env' | 'signal'>;

export async function judgeIr(
  context: World,
  question: IrQuestion,
  say: (text: string) => void,
): Promise<IrAnswer> {
  const judge = await IrJudge.open(worldOf(context), say);
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-judge-'));
  try {
    const modules = await modulesOf(context, question, folder);
    const { watchesPromises, seed } = question;
    const ask = (module: Uint8Array): Promise<Judged> => judge.judge(module, { watchesPromises, seed });
    return {
      before: modules.before && (await ask(modules.before)),
      after: await ask(modules.after),
    };
  } finally {
    await judge.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Modules {
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

const languages: Readonly<Record<string, string>> = {
  '.c': 'c',
  '.cc': 'c++',
  '.cpp': 'c++',
  '.cxx': 'c++',
};

async function modulesOf(context: World, question: IrQuestion, folder: string): Promise<Modules> {
  const { path, bytes, passes, compiler } = question;
  const language = languages[extname(path)];
  if (language === undefined && passes === undefined) return { before: undefined, after: bytes };
  const clang = clangFor(compiler[0], context);
  const run = async (file: string, words: readonly string[], to: string): Promise<Uint8Array> => {
    const output = join(folder, to);
    const { code, stderr } = await tryTool(file, [...words, '-o', output], {
      cwd: context.cwd,
      signal: context.signal,
    });
    if (code !== 0)
      throw new UserError(`${file} does not take ${path}`, stderr.trim().split('\n').slice(0, 5));
    return readFileSync(output);
  };
  if (language !== undefined) {
    const flags = compiler.length > 1 ? compiler.slice(1) : ['-O2'];
    const words = [...flags, '-w', '-emit-llvm', '-c', '-x', language, path];
    return {
      before: await run(clang, ['-Xclang', '-disable-llvm-passes', ...words], 'before.bc'),
      after: await run(clang, words, 'after.bc'),
    };
  }
  const optimiser = findOptimiser(clang);
  if (optimiser === undefined) throw new UserError(`there is no opt beside ${clang}`);
  const file = join(folder, 'given');
  writeFileSync(file, bytes);
  return { before: bytes, after: await run(optimiser, [`-passes=${passes}`, file], 'after.bc') };
}

/** The named clang, or the newest installed one. */
function clangFor(name: string | undefined, { env }: Pick<World, 'env'>): string {
  const { searchPath } = worldOf({ env });
  if (name !== undefined && /(?:^|[-/])(?:gcc|g\+\+|tcc)(?:-|$)/.test(name))
    throw new UserError(`${name} writes no IR of LLVM, which is what is judged`, [
      'name a clang: --compiler "clang-22 -O2"',
    ]);
  const names = name === undefined ? clangVersions.map((version) => `clang-${version}`).toReversed() : [name];
  const found = names.map((each) => (each.includes('/') ? each : findProgram(each, searchPath)));
  const clang = found.find((each) => each !== undefined);
  if (clang !== undefined) return clang;
  throw new UserError(`there is no compiler ${name ?? 'clang'} here`, [
    'name one: --compiler "clang-22 -O2"; more can be added: cgfuzz compiler add clang-22',
  ]);
}

/** `wrong` if a rule is broken or the behaviour differs; `unknown` if nothing can be concluded. */
export function verdictOf({ before, after }: IrAnswer): 'right' | 'wrong' | 'unknown' {
  if (before !== undefined && before.kind !== 'ok') return 'unknown';
  if (after.kind === 'complaint') return 'wrong';
  if (after.kind !== 'ok') return 'unknown';
  return before === undefined || before.does === after.does ? 'right' : 'wrong';
}

/**
 * True if the fault is of this kind, and has this cause if one is named: `poison`, `poison:zext nneg`,
 * `output`.
 */
export function isExpected(answer: IrAnswer, expected: string): boolean {
  if (verdictOf(answer) !== 'wrong') return false;
  if (answer.after.kind !== 'complaint') return expected === 'output';
  const { kind, cause } = answer.after.complaint;
  return expected === kind || expected === `${kind}:${cause}`;
}

/** One module in words. */
export function judgedWords(judged: Judged): string[] {
  switch (judged.kind) {
    case 'ok':
      return [`it breaks no rule (${judged.steps} instructions)`];
    case 'complaint':
      return complaintWords(judged.complaint);
    case 'limit':
      return [`nothing is known: it takes too long or too much (${judged.why})`];
    case 'unsupported':
      return [`nothing is known: the judge does not know ${judged.why || 'something in it'}`];
    case 'unreadable':
      return [`it cannot be read: ${judged.why}`];
  }
}

function complaintWords(complaint: Complaint): string[] {
  const fault = { kind: 'complaint', complaint } as const;
  return [...describeFault(fault).trimEnd().split('\n'), `  broken rule: ${faultWords(fault)}`];
}
