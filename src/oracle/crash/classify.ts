/** Classes of executions: the coarse kinds that findings come in. */
import { isCrash } from '../../target/index.ts';
import type { Execution } from '../../serve/index.ts';

/**
 * `rejected` is a failure only for sources that promise valid programs; the wrong ones are never seen in one execution. `depends`
 * is code that depends on what must not matter, such as debug information; two compiles show it.
 */
export type FailureKind =
  'crash' | 'hang' | 'out-of-memory' | 'rejected' | 'wrong-code' | 'wrong-ir' | 'refuted' | 'depends';

/** Undefined when nothing failed. */
export function classify({ outcome }: Pick<Execution, 'outcome'>): FailureKind | undefined {
  if (outcome === 'ok') return undefined;
  if (isCrash(outcome)) return 'crash';
  return outcome as Exclude<FailureKind, 'crash' | 'wrong-code' | 'wrong-ir' | 'refuted' | 'depends'>;
}
