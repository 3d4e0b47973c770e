/** Requests to compilers and their results: the types that servers and targets share. */
import type { CompileArguments, Program } from '../program/index.ts';

/**
 * The kind of result that the compile should make. `nothing` stops after the optimiser; `discarded-object`
 * also generates code.
 */
export type Emit =
  | 'nothing'
  | 'object'
  | 'ir-before-passes'
  | 'ir-after-passes'
  | 'bitcode-before-passes'
  | 'bitcode-after-passes'
  | 'assembly'
  | 'discarded-object';

/** Its arguments are flags that a person would give the compiler: `-O2`, `-march=x86-64-v3`, `-mllvm`, ... */
export interface Configuration extends CompileArguments {
  readonly emit: Emit;
}

export interface ExecutionLimits {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly memoryBytes: number;
}

export const usualExecutionLimits: ExecutionLimits = {
  cpuMs: 10_000,
  wallMs: 60_000,
  memoryBytes: 2 * 1024 ** 3,
};

export interface ExecuteRequest {
  readonly program: Program;
  /** Each configuration gets an answer, in this order; they share the work that they can share. */
  readonly configurations: readonly Configuration[];
  readonly limits?: ExecutionLimits;
  /** True to return all features; `if-new` returns all only if one of them is fresh. */
  readonly wholeSet?: boolean | 'if-new';
  /** False leaves the set of seen features as it is. */
  readonly remember?: boolean;
}

export interface Features {
  /** Features that this target had not seen before. */
  readonly fresh: Uint32Array;
  readonly hitCount: number;
  /** Hash of the whole set: equal hashes mean equal sets. */
  readonly hash: bigint;
  /** All features in the format of `packFeatures`. */
  readonly all?: Uint8Array;
}

export type OutcomeKind =
  'ok' | 'rejected' | 'assertion' | 'fatal-error' | 'signal' | 'stack-overflow' | 'hang' | 'out-of-memory';

export interface Execution {
  readonly outcome: OutcomeKind;
  /** Diagnostics, the text of the assertion, or the fatal error. */
  readonly text: string;
  readonly signal: string | undefined;
  readonly exitCode: number;
  /** Addresses in the target's program, innermost first; `nameStack` gives them names. */
  readonly stack: readonly bigint[];
  readonly cpuMs: number;
  /** CPU time of the work that all configurations of the request shared; not in `cpuMs`. */
  readonly sharedCpuMs: number;
  readonly peakRssBytes: number;
  /** Undefined for targets without coverage. */
  readonly features: Features | undefined;
  readonly output: Uint8Array;
  /** True if the input did something else after other inputs in one process; the rest says what it did alone. */
  readonly leaked?: true;
}
