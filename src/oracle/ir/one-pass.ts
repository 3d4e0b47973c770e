/**
 * One pass and the module before it, for faults that were found without a judge of IR. Such a fault is a
 * crash of the optimiser, or a program that misbehaves when it runs.
 *
 * Invariant: the module before the pass is right, and this one pass by itself crashes on it or spoils it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryTool } from '../../build/index.ts';
import {
  optionsOfLlvm,
  type Program,
  withoutOptionsOfLlvm,
  withoutPipeline,
  wordForPipeline,
} from '../../program/index.ts';
import type { Execution } from '../../serve/index.ts';
import { isCrash } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import { firstWrong } from '../compare/first-wrong.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { describeRun, type Expectation, isRight } from '../compare/vote.ts';
import type { Signature } from '../crash/crash-signature.ts';
import { normalMessage } from '../crash/message.ts';
import { wordsIn } from '../crash/words-in.ts';
import { allPasses, type Culprit, lastPass, type PassReport } from '../culprit/culprit.ts';
import { plainArgsOf } from '../invariance/check-relation.ts';
import { evidenceBy, type FaultQuestion, type IrEvidence, type SpoiledProgram } from './evidence.ts';
import { crashingPass } from './pass-questions.ts';
import { limitedTo } from './wrong-ir.ts';

export interface OnePass {
  readonly culprit: Culprit;
  readonly evidence: IrEvidence;
}

/** The message and the active pass, as a signature has them. */
export type KnownCrash = Pick<Signature, 'message' | 'pass'>;

/** The pass of a clang that crashes in this way; undefined if the crash is not in the optimiser. */
export async function onePassOfCrash(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
  { message, pass }: KnownCrash,
): Promise<OnePass | undefined> {
  const { compiler } = await laboratory.target(asked.compiler);
  if (compiler?.family !== 'clang') return undefined;
  const compile = async (limit: number): Promise<Execution | undefined> => {
    const counting = { ...asked, args: [...asked.args, ...limitedTo(limit)] };
    return (await laboratory.compile(program, [counting], {}, 'ir-after-passes'))[0];
  };
  const execution = await compile(allPasses);
  if (execution === undefined || execution.outcome === 'ok') return undefined;
  // In the message of an assertion, a file's name stands before the check; a line number stood between them.
  const words = wordsIn(message.replace(/^[\w.-]+\.(?:cpp|h): /, ''));
  // A compiler's own words never contain the name of a signal.
  const said = execution.text.includes(words) ? words : '';
  const last = lastPass(execution.text);
  if (last === undefined && !isCrash(execution.outcome)) return undefined;
  const found =
    last === undefined ? await passBySearch(laboratory, program, asked, { said, pass, compile }) : undefined;
  const named = last ?? found?.report;
  if (named === undefined) return undefined;
  const culprit: Culprit = {
    kind: 'pass',
    pass: named.pass,
    on: named.on,
    step: named.step,
    steps: named.step,
  };
  const question =
    found === undefined
      ? crashingPass(said, optionsOfLlvm(asked.args))
      : crashOfTarget(laboratory, asked, found.said);
  const evidence = await evidenceBy(laboratory, { program, asked, culprit }, question);
  return evidence === undefined || evidence.before === '' || evidence.after !== undefined
    ? undefined
    : { culprit, evidence };
}

/**
 * The crashing pass of an instrumented clang, which reports no passes if it crashes. The search asks about
 * ever higher limits of passes. The stock compiler of the same release tells the pass's name.
 *
 * A pass may leave a broken module on which only a later pass crashes. At a lower limit the verifier finds the
 * broken module, so any crash counts in the search.
 */
async function passBySearch(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
  { said, pass, compile }: Search,
): Promise<{ readonly report: PassReport; readonly said: string } | undefined> {
  let text = '';
  const crashes = async (limit: number): Promise<boolean> => {
    const execution = await compile(limit);
    if (execution === undefined || !isCrash(execution.outcome)) return false;
    text = execution.text.includes(said) ? said : wordsIn(normalMessage(execution));
    return true;
  };
  if (await crashes(0)) return undefined;
  const step = await firstWrong(crashes, { right: 0, wrong: allPasses, near: 1 });
  const compiler = await stockOf(asked.compiler, laboratory);
  // A build with patches may have options of its own.
  for (const args of [asked.args, withoutOptionsOfLlvm(asked.args)]) {
    if (compiler === undefined) break;
    const limited = { compiler, args: [...args, ...limitedTo(step)] };
    const [stock] = await laboratory.compile(program, [limited], {}, 'ir-after-passes');
    const report = lastPass(stock?.text ?? '');
    if (report?.step === step) return { report, said: text };
  }
  return pass === undefined || text !== said ? undefined : { report: { step, pass, on: '[module]' }, said };
}

interface Search {
  /** The words of the crash. */
  readonly said: string;
  readonly pass: string | undefined;
  readonly compile: (limit: number) => Promise<Execution | undefined>;
}

/** The question whether the target itself crashes in passes: Debian's `opt` has no assertions. */
function crashOfTarget(laboratory: Laboratory, asked: CompilerConfiguration, said: string): FaultQuestion {
  const options = optionsOfLlvm(asked.args).flatMap((option) => ['-mllvm', option]);
  return {
    isForAnyModule: true,
    shows: async ({ passes }, file) => {
      const configuration = {
        compiler: asked.compiler,
        args: ['-w', ...options, wordForPipeline(passes)],
      };
      const [execution] = await laboratory.compile(moduleIn(file), [configuration], {}, 'ir-after-passes');
      return isCrashWith(execution, said);
    },
  };
}

function isCrashWith(execution: Execution | undefined, said: string): boolean {
  return execution !== undefined && isCrash(execution.outcome) && execution.text.includes(said);
}

function moduleIn(file: string): Program {
  return {
    files: [{ path: 'test.ll', bytes: readFileSync(file) }],
    main: 'test.ll',
    language: 'llvm-ir',
  };
}

/**
 * The stock compiler of a clang's release, if it is here: an instrumented clang has no `opt` of its own. A name
 * of another form is returned as it is.
 */
async function stockOf(compiler: string, laboratory: Laboratory): Promise<string | undefined> {
  const name = compiler.replace(/^(clang-\d+).*/, '$1-stock');
  try {
    await laboratory.target(name);
    return name;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** For wrong code: the module after one pass, compiled without optimisation, does the wrong thing. */
export async function evidenceByRunning(
  laboratory: Laboratory,
  spoiled: SpoiledProgram,
  expectation: Expectation,
): Promise<IrEvidence | undefined> {
  const { asked } = spoiled;
  const compiler = await stockOf(asked.compiler, laboratory);
  if (compiler === undefined) return undefined;
  const args = [...withoutPipeline(plainArgsOf(asked.args)), '-O0', '-w'];
  const does = async (module: string): Promise<string | undefined> => {
    const [behaviour] = await laboratory.behave(moduleIn(module), [{ compiler, args }]);
    return behaviour?.kind === 'ran' && behaviour.run.end !== 'timeout'
      ? describeRun(behaviour.run)
      : undefined;
  };
  let before: string | undefined;
  return evidenceBy(laboratory, spoiled, {
    shows: async ({ passes, optimiser, folder }, file) => {
      before ??= (await does(file)) ?? '';
      if (!isRight(before, expectation)) return false;
      const after = join(folder, 'after.ll');
      const { code } = await tryTool(optimiser, [`-passes=${passes}`, '-S', file, '-o', after]);
      const done = code === 0 ? await does(after) : undefined;
      return done !== undefined && !isRight(done, expectation);
    },
  });
}
