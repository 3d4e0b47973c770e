/**
 * Evidence that one pass is wrong. It has the module before the blamed pass, and the one command that spoils
 * the module. It also has the module as llvm-reduce reduced it, with the question as its test.
 *
 * Invariant: cgfuzz has tried the command. The fault shows in the module before the pass, and also in the
 * reduced module.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOptimiser, tryTool } from '../../build/index.ts';
import { pipelineIn, type Program } from '../../program/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { Culprit } from '../culprit/culprit.ts';
import { openAskSocket } from '../../util/ask-socket.ts';
import { oracleTuning } from '../tuning.ts';
import type { IrFault, IrTools } from './ir-trials.ts';
import { likelyFirst, spellingsIn } from './pass-spellings.ts';
import { faultWords, limitedTo } from './wrong-ir.ts';

export interface IrEvidence {
  readonly before: string;
  /** Undefined if the compiler crashes in the pass. */
  readonly after?: string;
  /** Text for `opt -passes=`; undefined if no single pass shows the fault. */
  readonly passes?: string;
  readonly reduced?: string;
}

/** A question that recognises a pass's fault in a module. */
export interface FaultQuestion {
  /**
   * The words of a command that ends with 0 if passes spoil the module at the path that follows; llvm-reduce
   * runs it, too.
   */
  readonly command?: (asked: AskedPasses) => readonly string[];
  /** Tells whether passes spoil a module, if no command can. */
  readonly shows?: (asked: AskedPasses, file: string) => Promise<boolean>;
  /** True if `shows` may be asked about any module, so that llvm-reduce can ask it through a socket. */
  readonly isForAnyModule?: boolean;
}

export interface AskedPasses {
  readonly passes: string;
  readonly optimiser: string;
  /** A folder that exists while the question is being asked. */
  readonly folder: string;
}

/** The program that a compiler's pass spoils. */
export interface SpoiledProgram {
  readonly program: Program;
  readonly asked: CompilerConfiguration;
  readonly culprit: Culprit;
}

/** Evidence by the judge of IR; undefined if no pass is to blame. */
export async function evidenceOf(
  { laboratory, judge }: IrTools,
  program: Program,
  asked: CompilerConfiguration,
  { culprit, fault }: { readonly culprit: Culprit; readonly fault: IrFault },
): Promise<IrEvidence | undefined> {
  const command = ({ passes, optimiser }: AskedPasses): string[] => [
    judge.file,
    '--opt',
    optimiser,
    '--expect',
    expectedOf(fault),
    '--passes',
    passes,
  ];
  return evidenceBy(laboratory, { program, asked, culprit }, { command });
}

/** Undefined if no pass is to blame, or if the pass works after IR, on machine code. */
export async function evidenceBy(
  laboratory: Laboratory,
  { program, asked, culprit }: SpoiledProgram,
  question: FaultQuestion,
): Promise<IrEvidence | undefined> {
  if (culprit.kind !== 'pass') return undefined;
  const moduleAfter = async (step: number): Promise<string> => {
    const configuration = { ...asked, args: [...asked.args, ...limitedTo(step)] };
    const [execution] = await laboratory.compile(program, [configuration], {}, 'ir-after-passes');
    return execution?.outcome === 'ok' ? Buffer.from(execution.output).toString() : '';
  };
  const before = await moduleAfter(culprit.step - 1);
  const after = await moduleAfter(culprit.step);
  if (before === after) return undefined;
  const modules = { before, ...(after === '' ? {} : { after }) };
  const { compiler } = await laboratory.target(asked.compiler);
  const optimiser = compiler && findOptimiser(compiler.program);
  if (optimiser === undefined || before === '') return modules;
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-ir-'));
  try {
    const file = join(folder, 'before.ll');
    writeFileSync(file, before);
    const spellings = likelyFirst(await spellingsOf(optimiser, asked.args, folder), culprit.pass);
    for (const passes of spellings) {
      const reduced = await answerOf(question, { passes, optimiser, folder }, file);
      if (reduced !== undefined) return { ...modules, passes, ...reduced };
    }
    return modules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined if the passes do not spoil the module; otherwise the smaller module, if the question allows one. */
async function answerOf(
  { command, shows, isForAnyModule = false }: FaultQuestion,
  asked: AskedPasses,
  file: string,
): Promise<Pick<IrEvidence, 'reduced'> | undefined> {
  const { optimiser, folder } = asked;
  if (command !== undefined) {
    const words = command(asked);
    const [tool = '', ...rest] = words;
    const isThere = (await tryTool(tool, [...rest, file])).code === 0;
    return isThere ? reducedBy(optimiser, words, file) : undefined;
  }
  if (shows === undefined || !(await shows(asked, file))) return undefined;
  if (!isForAnyModule) return {};
  const plain = join(folder, 'plain.ll');
  const socket = await openAskSocket(folder, 'argument', async (path) => {
    writeFileSync(plain, withoutOrderOfUses(readFileSync(path, 'utf8')));
    return shows(asked, plain);
  });
  try {
    const { reduced } = await reducedBy(optimiser, [socket.script], file);
    return reduced === undefined ? {} : { reduced: withoutOrderOfUses(reduced) };
  } finally {
    await socket.close();
  }
}

/**
 * llvm-reduce writes the order of uses, and LLVM cannot read this order again if a program takes the address
 * of a label without a name.
 */
function withoutOrderOfUses(module: string): string {
  return module.replaceAll(/^(?:; uselistorder directives| *uselistorder(?:_bb)? .*)\n/gm, '');
}

/** The words after the judge's `--expect`. */
function expectedOf(fault: IrFault): string {
  return fault.kind === 'output' ? 'output' : faultWords(fault).replace(': ', ':');
}

/** The spellings of passes in the given level, and in the largest level. */
async function spellingsOf(optimiser: string, args: readonly string[], folder: string): Promise<string[]> {
  const pipeline = pipelineIn(args);
  if (pipeline !== undefined) return spellingsIn(pipeline);
  const [, asked = '2'] = /^-O(\w*)/.exec(args.findLast((arg) => arg.startsWith('-O')) ?? '') ?? [];
  const level = ['0', '1', '2', '3', 's', 'z'].includes(asked) ? asked : '2';
  const empty = join(folder, 'empty.ll');
  writeFileSync(empty, '');
  const printed = [...new Set([level, '3'])].map(async (each) => {
    const words = [`-passes=default<O${each}>`, '-print-pipeline-passes', '-disable-output', empty];
    return (await tryTool(optimiser, words)).stdout.trim();
  });
  return [...new Set((await Promise.all(printed)).flatMap(spellingsIn))];
}

async function reducedBy(
  optimiser: string,
  test: readonly string[],
  file: string,
): Promise<Pick<IrEvidence, 'reduced'>> {
  const reducer = join(dirname(optimiser), 'llvm-reduce');
  if (!existsSync(reducer)) return {};
  const work = join(dirname(file), 'work');
  mkdirSync(work);
  const output = join(work, 'reduced.ll');
  const [judge = '', ...words] = test;
  const asked = [`--test=${judge}`, ...words.map((word) => `--test-arg=${word}`), '-o', output, file];
  await tryTool('timeout', [`${oracleTuning.reduceIrSeconds.value}`, reducer, ...asked], { cwd: work });
  const isSame = existsSync(output) && (await tryTool(judge, [...words, output])).code === 0;
  return isSame ? { reduced: readFileSync(output, 'utf8') } : {};
}
