/** The one test that all sides of the comparison are held to, and the truth about what is left at the end. */
import { type CompilerConfiguration, type Laboratory } from '../../src/laboratory/index.ts';
import {
  checkValidity,
  crashSignature,
  findOddity,
  RunBudget,
  Scout,
  type Validity,
} from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import { compilerArgsFor, type SourceDefinition } from '../../src/source/index.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { isCrash } from '../../src/target/index.ts';
import type { Subject } from './subjects.ts';

/** Two families that know nothing of planted defects. */
const references: readonly CompilerConfiguration[] = ['clang-19-stock', 'gcc-12'].map((compiler) => ({
  compiler,
  args: ['-O0'],
}));

export class ReductionTest {
  readonly #laboratory: Laboratory;
  readonly #subject: Subject;
  readonly #budget = new RunBudget();
  /** The compiler that answers first. */
  readonly scout: Scout;
  /** Of a crash: what the compiler says. */
  readonly #message: string | undefined;
  /** Flags that every compiler of the program needs. */
  readonly args: readonly string[];

  private constructor(
    laboratory: Laboratory,
    subject: Subject,
    args: readonly string[],
    message: string | undefined,
  ) {
    this.#laboratory = laboratory;
    this.scout = new Scout(laboratory);
    this.#subject = subject;
    this.args = args;
    this.#message = message;
  }

  /** Undefined when the program does not show the bug. */
  static async open(
    laboratory: Laboratory,
    subject: Subject,
    original: Program,
    definition: SourceDefinition = csmithScoped,
  ): Promise<ReductionTest | undefined> {
    const args = compilerArgsFor(definition, original);
    const message =
      subject.kind === 'crash' ? await crashOf(laboratory, original, subject.suspect, args) : undefined;
    const test = new ReductionTest(laboratory, subject, args, message);
    return (await test.isInteresting(original)) ? test : undefined;
  }

  isInteresting(program: Program): Promise<boolean> {
    return this.#fails(program, this.#subject.suspect);
  }

  /** The scout's answer, if it serves. */
  seemsInteresting(program: Program): Promise<boolean> {
    return this.#fails(program, this.#subject.suspect, true);
  }

  /** Whether it is the bug that it was, and has a meaning. */
  async judge(
    program: Program,
  ): Promise<{ readonly isSameBug: boolean; readonly validity: Validity['verdict'] }> {
    const { mended } = this.#subject;
    const isSameBug =
      (await this.isInteresting(program)) && (mended === undefined || !(await this.#fails(program, mended)));
    return {
      isSameBug,
      validity: (await checkValidity(this.#laboratory, program, { args: this.args })).verdict,
    };
  }

  async #fails(program: Program, configuration: CompilerConfiguration, isTrusting = false): Promise<boolean> {
    if (this.#subject.kind === 'crash')
      return (
        this.#message !== undefined &&
        (await crashOf(this.#laboratory, program, configuration, this.args)) === this.#message
      );
    const oddity = await findOddity(this.#laboratory, program, configuration, references, {
      args: this.args,
      budget: this.#budget,
      scout: this.scout,
      isTrusting,
    });
    return oddity !== undefined;
  }
}

async function crashOf(
  laboratory: Laboratory,
  program: Program,
  configuration: CompilerConfiguration,
  args: readonly string[],
): Promise<string | undefined> {
  const [execution] = await laboratory.compile(program, [configuration], { args }, 'discarded-object');
  if (execution === undefined || !isCrash(execution.outcome)) return undefined;
  const { message, frames } = crashSignature(execution);
  // Release builds check nothing: there, the place says more than the signal does.
  return [message, ...frames.slice(0, 1)].join(' | ');
}
