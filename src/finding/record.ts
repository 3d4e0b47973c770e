/**
 * Facts about a finding, as `meta.json` keeps them. All facts except the identity may come later than the
 * finding itself.
 */
import type { CompilerConfiguration } from '../laboratory/index.ts';
import type {
  Affected,
  BrokenRelation,
  Complaint,
  Culprit,
  Difference,
  FailureKind,
  JudgeCommand,
  MissedBlock,
  Validity,
} from '../oracle/index.ts';
import type { DrawnOptions, Language, Promises } from '../program/index.ts';
import type { ShippedBug } from './shipped-bug.ts';

export interface FindingRecord {
  readonly id: string;
  readonly kind: FailureKind;
  /** Equal for equal bugs. */
  readonly signature: string;
  readonly title: string;
  /** How often it was seen. */
  readonly count: number;
  readonly message: string;
  /** Innermost first. */
  readonly frames: readonly string[];
  readonly pass?: string;
  /** The bug in cgfuzz's own list that this finding shows. */
  readonly shipped?: ShippedBug | undefined;
  /** The build that was asked whether the finding shows one of these bugs. */
  readonly heldAgainst?: string;
  /** The program that fails: the target's name with its arguments. */
  readonly compiler: string;
  readonly args: readonly string[];
  /** The part of `args` that was not drawn with the program; present if the other part was drawn. */
  readonly given?: readonly string[] | undefined;
  /** Present if the failing target is a person's program, and no compiler. */
  readonly targetKind?: 'executable';
  /** Limits during the failure, if a person chose them. */
  readonly limits?: { readonly cpuMs?: number; readonly memoryBytes?: number } | undefined;
  /** The part of `args` that was drawn with the program. */
  readonly options?: DrawnOptions;
  /** The full version of the compiler, as in `22.1.8-3`. */
  readonly version?: string;
  /** The exact build of the target. */
  readonly build: string;
  readonly origin: FindingOrigin;
  readonly program: ProgramShape;
  readonly difference?: Difference;
  /** For `depends`: two ways to compile the program that must give the same code. */
  readonly relation?: BrokenRelation;
  /** For `missed`: the block that is not removed any more, and the configuration that removes it. */
  readonly missed?: MissedBlock;
  /** Configurations that give the right result, the most telling first. */
  readonly references?: readonly CompilerConfiguration[];
  readonly culprit?: Culprit;
  /** For wrong IR: the pass that spoils a module, or crashes on it. */
  readonly ir?: WrongIrRecord;
  /** For `refuted`: the judge command that a person gave. */
  readonly judge?: JudgeCommand;
  readonly affected?: Affected;
  readonly validity?: Validity;
  readonly explanation?: readonly Variation[];
  readonly reduction?: ReductionState;
  readonly textReduction?: TextReductionRecord;
}

/** How it came about. */
export interface FindingOrigin {
  /** The generator; for a person's program the name of its file. */
  readonly source: string;
  /** True for a program that a person gave: no choices made it. */
  readonly isGiven?: boolean;
  /** Path of the module, if the source was loaded from a file. */
  readonly module?: string;
  readonly test?: number;
  readonly arm?: string;
  readonly operator?: string;
  /** Ids of the entries that the test was made from, the main one first. */
  readonly parents?: readonly string[];
}

export interface ProgramShape {
  readonly language: Language;
  /** The generator's name for the compiled file. */
  readonly main: string;
  /** Names of the files that are linked with it and compiled without optimisation. */
  readonly beside?: readonly string[];
  readonly isOneFile: boolean;
  /** The promises of this program, which a stage may have weakened; absent in findings of an older cgfuzz. */
  readonly promises?: Promises | 'nothing';
  /** Folders with headers, and the places of their copies in the finding. */
  readonly includes: readonly { readonly from: string; readonly to: string }[];
}

/** The fault of optimised IR. */
export interface WrongIrRecord {
  /** Undefined if the module breaks no rule, but behaves differently. */
  readonly complaint?: Complaint;
  /** The pass that spoils `ir/before.ll`, for `opt -passes=`. */
  readonly passes?: string;
}

export interface ReductionState {
  /** `minimal` and `budget` are final; `running` is resumed. */
  readonly state: 'running' | 'minimal' | 'budget';
  readonly choices: FromTo;
  readonly bytes: FromTo;
  readonly evaluations: number;
  readonly cpuMs: number;
}

/** The later work of a text reducer. */
export interface TextReductionRecord {
  readonly tool: string;
  readonly bytes: FromTo;
  /** Verdict of the checkers on each kept program; a program with a worse verdict was refused. */
  readonly guard: Validity['verdict'];
  /** The campaign resumes `running`; undefined if a person's command made the reduction. */
  readonly state?: 'running' | 'minimal';
}

export interface FromTo {
  readonly from: number;
  readonly to: number;
}

/** A part of the reduced program, or of its options, with other values for it that keep the bug. */
export interface Variation {
  /** The line of the program, from 1 on; 0 for options. */
  readonly line: number;
  readonly text: string;
  /** The words of the line that cgfuzz changed. */
  readonly part: string;
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
}
