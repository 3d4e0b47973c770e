/**
 * One pass and the module before it, for faults that were found without a judge of IR. Such a fault is a
 * crash of the optimiser, or a program that misbehaves when it runs.
 *
 * Invariant: the module before the pass is right, and this one pass by itself crashes on it or spoils it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryTool } from '../../build/index.ts';
import { type Program, withoutPipeline } from '../../program/index.ts';
import type { CompilerConfiguration } from '../compare/configurations.ts';
import type { Laboratory } from '../compare/laboratory.ts';
import { describeRun, type Expectation, isRight } from '../compare/vote.ts';
import { wordsIn } from '../crash/words-in.ts';
import { allPasses, type Culprit, lastPass } from '../culprit/culprit.ts';
import { plainArgsOf } from '../invariance/check-relation.ts';
import { evidenceBy, type IrEvidence, type SpoiledProgram } from './evidence.ts';
import { crashingPass } from './pass-questions.ts';
import { limitedTo } from './wrong-ir.ts';

export interface OnePass {
  readonly culprit: Culprit;
  readonly evidence: IrEvidence;
}

/** The pass of a clang that crashes with this message; undefined if the crash is not in the optimiser. */
export async function onePassOfCrash(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
  message: string,
): Promise<OnePass | undefined> {
  const { compiler } = await laboratory.target(asked.compiler);
  if (compiler?.family !== 'clang') return undefined;
  const counting = { ...asked, args: [...asked.args, ...limitedTo(allPasses)] };
  const [execution] = await laboratory.compile(program, [counting], {}, 'ir-after-passes');
  const last = execution?.outcome === 'ok' ? undefined : lastPass(execution?.text ?? '');
  if (last === undefined) return undefined;
  const { step, pass, on } = last;
  const culprit: Culprit = { kind: 'pass', pass, on, step, steps: step };
  // In the message of an assertion, a file's name stands before the check; a line number stood between them.
  const words = wordsIn(message.replace(/^[\w.-]+\.(?:cpp|h): /, ''));
  // A compiler's own words never contain the name of a signal.
  const said = execution?.text.includes(words) === true ? words : '';
  const evidence = await evidenceBy(laboratory, { program, asked, culprit }, crashingPass(said));
  return evidence === undefined || evidence.before === '' || evidence.after !== undefined
    ? undefined
    : { culprit, evidence };
}

/** For wrong code: the module after one pass, compiled without optimisation, does the wrong thing. */
export async function evidenceByRunning(
  laboratory: Laboratory,
  spoiled: SpoiledProgram,
  expectation: Expectation,
): Promise<IrEvidence | undefined> {
  const { asked } = spoiled;
  // An instrumented clang has no `opt` of its own: the stock compiler of its release does both steps.
  const compiler = asked.compiler.replace(/^(clang-\d+).*/, '$1-stock');
  const args = [...withoutPipeline(plainArgsOf(asked.args)), '-O0', '-w'];
  const does = async (module: string): Promise<string | undefined> => {
    const program: Program = {
      files: [{ path: 'test.ll', bytes: readFileSync(module) }],
      main: 'test.ll',
      language: 'llvm-ir',
    };
    const [behaviour] = await laboratory.behave(program, [{ compiler, args }]);
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
