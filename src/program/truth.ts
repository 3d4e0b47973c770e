/**
 * Truth: the correct behaviour of a program, as its generator knows it. With a truth one compiler is enough
 * to find wrong code.
 *
 * It belongs to exactly one text: an edit of the text drops the truth.
 */
import type { Program } from './program.ts';

export interface ExpectedOutcome {
  /** Its standard output, to the last byte. */
  readonly stdout: Uint8Array;
  /** Default 0. */
  readonly exitCode?: number;
}

export type Truth =
  | ({ readonly kind: 'output' } & ExpectedOutcome)
  /**
   * A file of the program says which outcomes its threads may show, and the judge compares its code with
   * that.
   */
  | { readonly kind: 'contract' }
  /** Each of these outcomes is right, for example for a program with threads. */
  | { readonly kind: 'one-of'; readonly outcomes: readonly ExpectedOutcome[] };

/** All right outcomes; none if the program is not run. */
export function outcomesOf(truth: Truth): readonly ExpectedOutcome[] {
  if (truth.kind === 'contract') return [];
  return truth.kind === 'output' ? [truth] : truth.outcomes;
}

/**
 * Another program with other files: it keeps only the language, the promises of its source, and the necessary
 * compiler flags.
 */
export function withFiles(program: Program, files: Program['files']): Program {
  const { truth: _, ...rest } = program;
  return { ...rest, files };
}
