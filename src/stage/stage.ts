/**
 * Stage: changes programs after a generator, by choices of its own.
 *
 * A stage is an object. A stage reads a program and its facts, and answers with edits of the program's text. It
 * draws all of its decisions, so cgfuzz keeps, mutates and reduces them like a generator's decisions.
 * Invariants: a stage depends only on its input and its draws. For every question of a stage, 0 means to leave
 * the text alone. Its text stays valid, and means the same unless it lowers the promise.
 */
import type { Draw } from '../choice/index.ts';
import type { Facts, SourceEdit } from '../facts/index.ts';
import type { Language, Program, ProgramFile, Promises } from '../program/index.ts';
import type { SandboxWorld } from '../sandbox/index.ts';

/**
 * Facts that a stage wants. `statements` means the facts in the text; `run` adds the statements that ran.
 * `values` adds the values of variables in that run, and costs more.
 */
export const stageNeeds = ['statements', 'run', 'values'] as const;
export type StageNeeds = (typeof stageNeeds)[number];

export interface StageInput {
  /** The program, after the edits of earlier stages. */
  readonly program: Program;
  /** Its main file, one character for each byte, so that places are offsets of bytes. */
  readonly text: string;
  /** Undefined if the stage needs no facts, or if the program's facts cannot be found. */
  readonly facts: Facts | undefined;
}

export interface StageResult {
  readonly edits: readonly SourceEdit[];
  /**
   * The remaining promise, if the edits lower it: `nothing` for programs that may not even be valid. Without
   * it, the program behaves as before.
   */
  readonly promises?: Exclude<Promises, 'defined'> | 'nothing';
  /** Files that are linked with the program. */
  readonly beside?: readonly ProgramFile[];
  /** More arguments of the compiler. */
  readonly compilerArgs?: readonly string[];
}

export interface Stage {
  readonly name: string;
  /** A sentence, for lists. */
  readonly summary: string;
  /** The language of the programs that it can change. */
  readonly reads: Language;
  readonly needs?: StageNeeds;
  /** How often it takes part in a fresh program, as a probability. */
  readonly share?: number;
  /**
   * Says whether this program is worth facts, for a stage that needs them. Its questions are the first
   * questions of `edit`, which gets the same answers.
   */
  readonly wantsFacts?: (draw: Draw, input: Pick<StageInput, 'program' | 'text'>) => boolean;
  /** Called only if the stage takes part. Edits are sorted and do not overlap. */
  readonly edit: (draw: Draw, input: StageInput) => readonly SourceEdit[] | StageResult;
  /**
   * Replaces these fields in a campaign that looks only for crashes and runs no programs. Only the
   * probabilities of draws may differ: equal choices make equal programs.
   */
  readonly forCrashes?: Partial<Pick<Stage, 'share' | 'wantsFacts' | 'edit'>>;
  /** The file that it was loaded from, if it does not come with cgfuzz. */
  readonly module?: string;
  /** The output of its programs holds for machines as large as this one only. */
  readonly isForLarge?: true;
  /** The words that stand after its name in a chain. */
  readonly settings?: string;
  /** Asked once before the first program, for a stage that has to read something first: its `edit`. */
  readonly prepare?: (world: SandboxWorld, tell: (text: string) => void) => Promise<Stage['edit']>;
}

/** A stage as a chain names it. */
export function spelledStage({ name, settings }: Pick<Stage, 'name' | 'settings'>): string {
  return settings === undefined ? name : `${name} ${settings}`;
}

const PREFIX = 'stage ';

/** The label of the scope of a stage. */
export function stageLabel({ name }: Pick<Stage, 'name'>): string {
  return `${PREFIX}${name}`;
}

/** True for the label of any stage's scope. */
export function isStageLabel(label: string): boolean {
  return label.startsWith(PREFIX);
}
