/** Judges a compiler's code for a concurrent test, for `cgfuzz litmus`. */
import { tryTool } from '../build/index.ts';
import { type Contract, threadName } from '../litmus/index.ts';
import {
  brokenOnPaper,
  codeLines,
  judgeAssembly,
  type Judgement,
  linesOf,
  machineOf,
} from '../laboratory/index.ts';
import { UserError } from '../util/user-error.ts';
import type { SessionContext } from './world.ts';

/** The compiled program, and its allowed outcomes. */
export interface JudgedSubject {
  readonly text: string;
  readonly contract: Contract;
}

export interface CompilerJudged {
  readonly lines: readonly string[];
  readonly isWrong: boolean;
}

/** Only the compiler's own headers: most machines have no C library here. */
const NO_LIBRARY = ['-ffreestanding'];

/** Compiles the threads, and says which outcomes the code can show on its machine. */
export async function judgeCompiler(
  { cwd, signal }: Pick<SessionContext, 'cwd' | 'signal'>,
  { text, contract }: JudgedSubject,
  [compiler, ...flags]: readonly string[],
): Promise<CompilerJudged> {
  if (compiler === undefined) {
    throw new UserError('--compiler names no compiler', ["as in: --compiler 'clang-19 -O2'"]);
  }
  const words = [...flags, ...NO_LIBRARY, '-S', '-x', 'c', '-', '-o', '-'];
  const { code, stdout, stderr } = await tryTool(compiler, words, { input: text, cwd, signal });
  const command = [compiler, ...flags].join(' ');
  if (code !== 0) throw new UserError(`${command} does not compile the test`, stderr.split('\n').slice(0, 5));
  const machine = machineOf([compiler, ...flags]);
  const judgement = judgeAssembly(contract, stdout, machine);
  const threads = Array.from({ length: contract.threads }, (_, thread) => {
    const name = threadName(thread);
    return [`  ${name}:`, ...codeLines(stdout, name, machine).map((line) => `    ${line}`)];
  });
  const reasons =
    judgement.answer === 'wrong' && machine !== undefined
      ? linesOf(brokenOnPaper(contract, judgement.outcomes, stdout, machine))
      : [];
  const said = [...saidOf(judgement, machine), ...reasons.map((line) => `  ${line}`.trimEnd())];
  return {
    lines: [`${command}: ${judgement.answer}`, ...said, ...threads.flat()],
    isWrong: judgement.answer === 'wrong',
  };
}

function saidOf(judgement: Judgement, machine = 'machines'): string[] {
  switch (judgement.answer) {
    case 'kept':
      return ['  its code shows no outcome that C does not allow'];
    case 'not asked':
      return [`  the judge knows only some of ${machine}, and not: ${judgement.what}`];
    case 'wrong':
      return judgement.outcomes.map((outcome) => `  its code can show what C forbids: ${outcome}`);
    case 'tolerated':
      return judgement.outcomes.map((outcome) => `  its code can show what C only tolerates: ${outcome}`);
  }
}
