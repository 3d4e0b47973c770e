/**
 * Evidence of wrong IR. It has the module before the blamed pass, and the one command that spoils it. It also has what
 * llvm-reduce makes of it with the judge as its test.
 *
 * Invariant: the command was tried. The module before is right and the module after is wrong in the same way, and so it
 * is with the reduced one.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOptimiser, tryTool } from '../../build/index.ts';
import type { Program } from '../../program/index.ts';
import type { CompilerConfiguration } from '../compare/configurations.ts';
import type { Culprit } from '../culprit/culprit.ts';
import { oracleTuning } from '../tuning.ts';
import { type IrFault, type IrTools, IrTrials } from './ir-trials.ts';
import { likelyFirst, spellingsIn } from './pass-spellings.ts';
import { faultWords, limitedTo } from './wrong-ir.ts';

export interface IrEvidence {
  readonly before: string;
  readonly after: string;
  /** For `opt -passes=`; undefined if no single pass shows it. */
  readonly passes?: string;
  readonly reduced?: string;
}

/** Undefined if no pass is to blame. */
export async function evidenceOf(
  tools: IrTools,
  program: Program,
  asked: CompilerConfiguration,
  { culprit, fault }: { readonly culprit: Culprit; readonly fault: IrFault },
): Promise<IrEvidence | undefined> {
  if (culprit.kind !== 'pass') return undefined;
  const trials = new IrTrials(tools, program, asked, undefined);
  const before = await trials.irWith(limitedTo(culprit.step - 1));
  const after = await trials.irWith(limitedTo(culprit.step));
  const { compiler } = await tools.laboratory.target(asked.compiler);
  const optimiser = compiler && findOptimiser(compiler.program);
  if (optimiser === undefined || before === '') return { before, after };
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-ir-'));
  try {
    const file = join(folder, 'before.ll');
    writeFileSync(file, before);
    const test = ['--opt', optimiser, '--expect', expectedOf(fault)];
    const spellings = likelyFirst(await spellingsOf(optimiser, asked.args, folder), culprit.pass);
    for (const passes of spellings) {
      const words = [...test, '--passes', passes];
      if ((await tryTool(tools.judge.file, [...words, file])).code !== 0) continue;
      return { before, after, passes, ...(await reducedBy(optimiser, [tools.judge.file, ...words], file)) };
    }
    return { before, after };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The words behind `--expect` of the judge. */
function expectedOf(fault: IrFault): string {
  return fault.kind === 'output' ? 'output' : faultWords(fault).replace(': ', ':');
}

/** The passes of the level, and of all levels' largest. */
async function spellingsOf(optimiser: string, args: readonly string[], folder: string): Promise<string[]> {
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
