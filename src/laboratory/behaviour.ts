/** Behaviour of a program after compiling with one configuration, and options for finding it. */
import type { Execution, ExecutionLimits } from '../serve/index.ts';
import type { Run, RunLimits } from '../sandbox/index.ts';
import type { LitmusVerdict } from './litmus/verdict.ts';
import type { CompilerConfiguration } from './configurations.ts';

export type Behaviour = { readonly configuration: CompilerConfiguration; readonly label: string } & (
  | { readonly kind: 'ran'; readonly run: Run; readonly execution: Execution }
  /** The code was judged on paper, or showed an outcome in a run that its contract forbids. */
  | { readonly kind: 'judged'; readonly verdict: LitmusVerdict; readonly execution: Execution }
  /** The judge does not know some part of the code. */
  | { readonly kind: 'not-judged'; readonly what: string; readonly execution: Execution }
  /** The compiler failed: a crash is a finding of its own. */
  | { readonly kind: 'not-compiled'; readonly execution: Execution }
  /** The program cannot be linked: it has no `main`, or a symbol without a definition. */
  | { readonly kind: 'not-linked'; readonly said: string; readonly execution: Execution }
);

export interface BehaviourOptions {
  /** Flags for every compiler, for example to find the program's headers. */
  readonly args?: readonly string[];
  readonly linkArgs?: readonly string[];
  readonly compileLimits?: ExecutionLimits;
  readonly limits?: RunLimits;
  /** The command for linking; by default an installed compiler of the language. */
  readonly linker?: readonly string[];
  /** A command that runs the program, for example with poisoned memory; not for other machines. */
  readonly runner?: readonly string[];
  /** True if a program that nothing here can link for its machine is only compiled, without an error. */
  readonly isLinkingOptional?: boolean;
  /** Stop before all configurations had their turn, if the first few all took too long. */
  readonly giveUpAfterTimeouts?: number;
}
