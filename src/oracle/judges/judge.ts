/**
 * A judge: asks a question about tests of a campaign that one compile does not answer. The table of judges says
 * what each of them is called.
 *
 * Invariant: a judge that cannot tell right from wrong is not asked. It says so once, and blames nobody.
 */
import type { CompileArguments, Program } from '../../program/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { Difference } from '../compare/vote.ts';
import type { Signature } from '../crash/crash-signature.ts';
import type { Affected } from '../culprit/affected.ts';
import type { Culprit } from '../culprit/culprit.ts';
import type { JudgeCommand } from '../given/given-judge.ts';
import type { BrokenRelation } from '../invariance/inspect-relation.ts';
import type { Complaint } from '../ir/ir-judge.ts';
import type { MissedBlock } from '../missed/inspect-missed.ts';
import type { Validity } from '../validity/validity.ts';

/** A judge, as its file exports it. */
export interface Judge {
  /** False if it has to be prepared first: then a campaign asks it only if a person gives it a share. */
  readonly isReady?: (world: TargetWorld) => boolean;
  /** True if it may be asked about the test. Called when the test's turn comes. */
  readonly mayAsk: (test: TestToJudge, ground: AskedGround) => boolean;
  /** Opens it for a campaign, at the first test. Undefined if it cannot be asked here; it said why. */
  readonly open: (ground: JudgeGround) => Promise<OpenJudge | undefined>;
}

export interface OpenJudge {
  /** Undefined if it gave no answer about the test. */
  ask(test: TestToJudge): Promise<Inspection | undefined>;
  close?(): Promise<void> | void;
}

export interface TestToJudge {
  readonly program: Program;
  /** The program before its stages, if stages changed it. */
  readonly unstaged?: Program | undefined;
  /** The target, with the arguments that the campaign compiled the test with. */
  readonly asked: CompilerConfiguration;
  /** The target's output for it; empty if there is none. */
  readonly output: Uint8Array;
  /** False if programs of its source cannot be linked here. */
  readonly isLinked: boolean;
}

/** The campaign, before its judges are opened. */
export interface AskedGround {
  readonly world: TargetWorld;
  /** The judge that a person gave. */
  readonly command?: JudgeCommand | undefined;
  /** The configurations that the target is compared with. */
  readonly references?: readonly CompilerConfiguration[];
}

export interface JudgeGround extends AskedGround {
  /** The name of the campaign's target. */
  readonly target: string;
  readonly laboratory: Laboratory;
  /** Counts a known signature; false if the signature is new. */
  readonly countAgain: (signature: string) => boolean;
  /** Tells the person why it is not asked. */
  readonly say: (text: string) => void;
  /** The campaign ends: questions that run are given up. */
  readonly signal: AbortSignal;
}

/** Facts about a failure besides its test. */
export interface Seen extends CompileArguments {
  readonly signature: Signature;
  /** For people: the compiler's output, or the words of a judge. */
  readonly text: string;
  readonly compiler: string;
  readonly difference?: Difference;
  readonly relation?: BrokenRelation;
  readonly missed?: MissedBlock;
  readonly references?: readonly CompilerConfiguration[];
  readonly culprit?: Culprit;
  readonly ir?: { readonly complaint?: Complaint };
  readonly judge?: JudgeCommand;
  readonly affected?: Affected;
  readonly validity?: Validity;
  /** Limits during the failure, if a person chose them. */
  readonly limits?: { readonly cpuMs?: number; readonly memoryBytes?: number } | undefined;
}

/** The result of looking into one test. */
export type Inspection =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'known'; readonly signature: string }
  | { readonly kind: 'failure'; readonly seen: Seen }
  /** The source broke its promise. */
  | { readonly kind: 'invalid'; readonly why: string }
  /** No build could be linked, so that nothing ran. */
  | { readonly kind: 'not-linked'; readonly said: string };
