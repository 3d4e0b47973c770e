/** Behaviour of a program that one configuration compiled, and what is asked for it. */
import type { Execution, ExecutionLimits } from '../../serve/index.ts';
import type { Run, RunLimits } from '../../sandbox/index.ts';
import type { LitmusVerdict } from '../litmus/verdict.ts';
import type { CompilerConfiguration } from './configurations.ts';

export type Behaviour = { readonly configuration: CompilerConfiguration; readonly label: string } & (
  | { readonly kind: 'ran'; readonly run: Run; readonly execution: Execution }
  /** Its code was judged on paper, or showed what its contract forbids when it was run. */
  | { readonly kind: 'judged'; readonly verdict: LitmusVerdict; readonly execution: Execution }
  /** The judge does not know something in the code. */
  | { readonly kind: 'not-judged'; readonly what: string; readonly execution: Execution }
  /** The compiler failed: a crash is a finding of its own. */
  | { readonly kind: 'not-compiled'; readonly execution: Execution }
  /** There is nothing to run: no `main`, a symbol that nobody defines. */
  | { readonly kind: 'not-linked'; readonly said: string; readonly execution: Execution }
);

export interface BehaviourOptions {
  /** Flags that every compiler needs, to find the program's headers, say. */
  readonly args?: readonly string[];
  readonly linkArgs?: readonly string[];
  readonly compileLimits?: ExecutionLimits;
  readonly limits?: RunLimits;
  /** The command that links; by default an installed compiler of the language. */
  readonly linker?: readonly string[];
  /** Ended before every configuration had its turn, when the first few all took too long. */
  readonly giveUpAfterTimeouts?: number;
}
