/**
 * Truth: what a program must do, said by the generator that wrote it. Then one compiler is enough to find wrong code.
 *
 * It belongs to the very text of the program: an edit of the text drops the truth.
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
  /** A file of the program says what its threads may show, and its code is judged by that. */
  | { readonly kind: 'contract' }
  /** Each of these is right: what a program with threads may do, say. */
  | { readonly kind: 'one-of'; readonly outcomes: readonly ExpectedOutcome[] };

/** All right outcomes; none if it is not run. */
export function outcomesOf(truth: Truth): readonly ExpectedOutcome[] {
  if (truth.kind === 'contract') return [];
  return truth.kind === 'output' ? [truth] : truth.outcomes;
}

/** Another program with other files, of which nothing is known but the language the promises of its source, and what compilers must be told. */
export function withFiles(program: Program, files: Program['files']): Program {
  const { truth: _, ...rest } = program;
  return { ...rest, files };
}
