/**
 * A target takes a program and returns its outcome, with the features that it showed.
 *
 * Every compiler has this one interface: the instrumented server, stock compilers, and other people's
 * programs. A skill of only some targets is an optional capability: code asks for the capability, never for
 * the class of the target. Invariant: a target never throws because of a program, however bad; it throws only
 * when it cannot do its work at all.
 */
import type { CompilerFamily } from '../build/index.ts';
import type { ExecuteRequest, Execution, FeatureSet, OutcomeKind, PcTable } from '../serve/index.ts';
import type { FeatureSpace } from './features/feature-space.ts';
import type { CodePlace } from './features/symbolizer.ts';

export interface Target {
  readonly name: string;
  /** Absent if executions show no features. */
  readonly coverage?: TargetCoverage;
  /** Absent if the target is not known to be a compiler. */
  readonly compiler?: TargetCompiler;
  execute(request: ExecuteRequest): Promise<readonly Execution[]>;
  /** Executes a round of requests, one after the other, where that costs less than asking for each. */
  executeAll?(requests: readonly ExecuteRequest[]): Promise<readonly (readonly Execution[])[]>;
  /** The stack of a crash as names, innermost first. Absent if executions have no stack. */
  nameStack?(stack: readonly bigint[], searchPath: string): Promise<readonly CodePlace[]>;
  close(): Promise<void>;
}

export interface TargetCoverage {
  readonly space: FeatureSpace;
  /** Counts these features as seen, and no others. */
  assumeSeen(seen: FeatureSet): Promise<void>;
  /** From now on shows no feature of these cells. */
  mask(cells: Iterable<number>): Promise<void>;
  /** The addresses of the edges, in the order of their numbers. Absent if cells are no addresses. */
  pcs?(): Promise<readonly PcTable[]>;
}

export interface TargetCompiler {
  readonly family: CompilerFamily;
  /** The full path of the compiler that a person would call. */
  readonly program: string;
}

export function isCrash(outcome: OutcomeKind): boolean {
  return ['assertion', 'fatal-error', 'signal', 'stack-overflow'].includes(outcome);
}
