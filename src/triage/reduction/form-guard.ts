/**
 * Form guard: keeps a reduction of a crash to programs that another compiler accepts.
 *
 * A crash needs no run, so the program's behaviour does not matter. Its report is worth more if the program is valid.
 * Sanitizers would cost ten times as much as the crash itself.
 */
import { newestCompiler, type StockCompiler } from '../../build/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { Validity } from '../../oracle/index.ts';
import { languageArgs, type Program, unitsIn } from '../../program/index.ts';
import { stockName } from '../../target/index.ts';
import { rememberAnswers } from './remember-answers.ts';

/** A guard of a reduction of text. */
export interface TextGuard {
  /** The verdict on the original program. */
  readonly verdict: Validity['verdict'];
  /** A cheap no: `allows` would say no, too. */
  seemsFine(candidate: Program): Promise<boolean>;
  /** `isLast` is true for the result. */
  allows(candidate: Program, isLast?: boolean): Promise<boolean>;
}

/** Faults of form that compilers only warn of. */
const strict = [
  'implicit-function-declaration',
  'implicit-int',
  'int-conversion',
  'incompatible-pointer-types',
  'return-type',
].map((name) => `-Werror=${name}`);

interface Acceptor {
  readonly compiler: string;
  readonly args: readonly string[];
}

export class FormGuard implements TextGuard {
  /** Undefined if no compiler accepts the original: then every candidate is allowed. */
  readonly #acceptor: Acceptor | undefined;
  /** A candidate that seems fine is allowed a moment later, without another compile. */
  readonly #isAccepted: (candidate: Program) => Promise<boolean>;

  private constructor(laboratory: Laboratory, acceptor: Acceptor | undefined) {
    this.#acceptor = acceptor;
    this.#isAccepted = rememberAnswers(
      async (candidate) => acceptor === undefined || isAccepted(laboratory, candidate, acceptor),
    );
  }

  /** Takes the strictest compiler that accepts the original. */
  static async open(laboratory: Laboratory, original: Program, args: readonly string[]): Promise<FormGuard> {
    if (original.language === 'text') return new FormGuard(laboratory, undefined);
    const { searchPath } = laboratory.world;
    const compilers = [newestCompiler('clang', searchPath), newestCompiler('gcc', searchPath)];
    const kept = languageArgs(args);
    for (const more of [strict, []])
      for (const compiler of compilers) {
        if (compiler === undefined) continue;
        const acceptor = {
          compiler: stockName(compiler),
          args: [...kept, '-O0', ...more, ...onlySyntax(compiler)],
        };
        if (await isAccepted(laboratory, original, acceptor)) return new FormGuard(laboratory, acceptor);
      }
    return new FormGuard(laboratory, undefined);
  }

  get verdict(): Validity['verdict'] {
    if (this.#acceptor === undefined) return 'unknown';
    return this.#acceptor.args.includes(strict[0]!) ? 'valid' : 'suspicious';
  }

  async seemsFine(candidate: Program): Promise<boolean> {
    return this.allows(candidate);
  }

  async allows(candidate: Program): Promise<boolean> {
    return this.#isAccepted(candidate);
  }
}

/** gcc with this option writes no object, and the target expects an object of it. */
function onlySyntax({ family }: StockCompiler): readonly string[] {
  return family === 'clang' ? ['-fsyntax-only'] : [];
}

async function isAccepted(laboratory: Laboratory, program: Program, acceptor: Acceptor): Promise<boolean> {
  for (const unit of unitsIn(program)) {
    const [execution] = await laboratory.compile(unit, [acceptor], {}, 'discarded-object');
    if (execution?.outcome !== 'ok') return false;
  }
  return true;
}
