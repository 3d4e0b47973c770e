/** Classes of executions: the coarse kinds of findings. */
import { isCrash } from '../../target/index.ts';
import type { Execution } from '../../serve/index.ts';

/**
 * `rejected` is a failure only for sources that promise valid programs; wrong code never shows in a single
 * execution. `depends` is code that depends on something irrelevant, such as debug information; two compiles
 * show it. `missed` is a block that never runs, which one compiler removes and another keeps.
 * `unreported` is a fault that a sanitizer promises to report and does not.
 */
export const failureKinds = [
  'crash',
  'hang',
  'out-of-memory',
  'rejected',
  'wrong-code',
  'wrong-ir',
  'refuted',
  'depends',
  'missed',
  'unreported',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** Undefined when nothing failed. */
export function classify({ outcome }: Pick<Execution, 'outcome'>): FailureKind | undefined {
  if (outcome === 'ok') return undefined;
  if (isCrash(outcome)) return 'crash';
  return outcome as FailureKind;
}
