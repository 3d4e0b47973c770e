/**
 * The judge of optimised IR. It judges IR before code generation. There it notices a wrong flag or attribute,
 * even if the program prints the right thing.
 *
 * Invariant: a test counts only if its IR keeps all rules before the passes. A test that the judge cannot run
 * to its end proves nothing.
 */
import { inputFiles } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import { findJudge } from '../ir/build-judge.ts';
import { IrJudge } from '../ir/ir-judge.ts';
import { describeFault, inspectIr } from '../ir/wrong-ir.ts';
import { hasContract } from '../../laboratory/index.ts';
import type { Judge, JudgeGround } from './judge.ts';

export const irOfTests: Judge = {
  isReady: (world) => findJudge(world) !== undefined,
  /** The judge runs a module without input. */
  mayAsk: ({ program }) =>
    program.beside === undefined &&
    inputFiles(program.files).length === 0 &&
    (program.language === 'c' || program.language === 'c++') &&
    !hasContract(program),
  async open(ground) {
    const judge = await openJudge(ground);
    return (
      judge && {
        async ask({ program, asked }) {
          const found = await inspectIr({ laboratory: ground.laboratory, judge }, program, asked);
          if (found.kind === 'nothing') return { kind: 'nothing' };
          const { fault, culprit, signature, expected } = found;
          const difference = { expected, actual: describeFault(fault) };
          const ir = fault.kind === 'complaint' ? { complaint: fault.complaint } : {};
          return { kind: 'failure', seen: { signature, text: '', ...asked, culprit, difference, ir } };
        },
        close: () => judge.close(),
      }
    );
  },
};

async function openJudge({ world, target, laboratory, say }: JudgeGround): Promise<IrJudge | undefined> {
  try {
    const { compiler } = await laboratory.target(target);
    if (compiler?.family === 'clang') return await IrJudge.open(world, say);
    say(`the IR of tests is not judged: ${target} has none that is known`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(`the IR of tests is not judged: ${error.message}; ${error.hints[0] ?? ''}`);
  }
  return undefined;
}
