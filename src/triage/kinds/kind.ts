/** The part of triage that depends on the kind of a finding. */
import type { Difference, Finding, FindingRecord } from '../../finding/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { Program } from '../../program/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import type { Answer } from '../reduction/check-test.ts';
import type { LazyValidity } from '../reduction/lazy-validity.ts';

export interface FailureTest {
  /** CPU time of compilers and programs so far. */
  readonly cpuMs: number;
  ask(program: Program): Promise<FailureAnswer>;
  /** Tells of a program that surely fails in this way, so that later questions cost less. */
  readonly meet?: (program: Program) => Promise<void>;
  /** A cheaper question: a no is final, and a yes needs the full question. Undefined if there is none. */
  readonly seems?: ((program: Program) => Promise<boolean>) | undefined;
  close(): Promise<void>;
}

export interface FailureAnswer extends Answer {
  /** For wrong code: the correct and the actual behaviour of this program. */
  readonly difference?: Difference;
}

/** Everything that opens tests of one finding. */
export interface Opening {
  readonly record: FindingRecord;
  readonly world: TargetWorld;
  /** The number of programs that are tried at once. */
  readonly jobs: number;
  /** The source promises programs with defined behaviour. */
  readonly isPromised: boolean;
  validityBy(laboratory: Laboratory): LazyValidity;
  readonly laboratories: (count?: number) => Promise<readonly [Laboratory, ...Laboratory[]]>;
}

export interface OpenedTests {
  readonly tests: readonly FailureTest[];
  /** Present for wrong code, and for programs that promise defined behaviour. */
  readonly validity?: LazyValidity;
  /** Further laboratories to close. */
  readonly laboratories?: readonly Laboratory[];
}

export interface TriageKind {
  /** A test that does well in this step lacks such a bug. Absent: a campaign that avoids it does not notice its end. */
  readonly disprovedBy?: 'compile' | 'run';
  /** The pass tells such bugs apart. */
  readonly isToldByPass?: boolean;
  /** A program of such a bug must have a meaning, and a program without one shows nothing. */
  readonly needsMeaning?: boolean;
  /** A program without a meaning may show such a bug, so that no sanitizer takes part. */
  readonly ignoresMeaning?: boolean;
  /** The bug cannot be shown by a program without a meaning, at any size. */
  readonly endsWithoutMeaning?: boolean;
  /** A compile shows such a bug: nothing needs to run, and the program's form is all that counts. */
  readonly isSeenByCompiling?: boolean;
  /** Many compiles or runs answer one question of a reduction. */
  readonly isCostly?: boolean;
  /** Opens tests that tell whether programs fail in the same way. */
  openTests(opening: Opening): Promise<OpenedTests>;
  /** Facts for the report of the small program. */
  finish(finding: Finding, program: Program, laboratory: Laboratory): Promise<Partial<FindingRecord>>;
}
