/**
 * Stage: changes programs after a generator, by choices of its own.
 *
 * A stage is an object. It reads a program and what is known of it, and answers with edits of the program's text. It
 * draws whatever it decides, so that its decisions are kept, mutated and reduced like those of a generator. Invariants:
 * it depends on nothing but what it is given and what it draws. For every question that it asks, 0 means to leave the
 * text alone. Its text stays valid, and means the same unless it lowers the promise.
 */
import type { Draw } from '../choice/index.ts';
import type { Facts, SourceEdit } from '../facts/index.ts';
import type { Language, Program, Promises } from '../program/index.ts';
import type { SandboxWorld } from '../sandbox/index.ts';

/**
 * Knowledge that a stage wants. `statements` is what the text says, `run` is also what ran. `values` is also the values
 * of variables in that run, and costs more.
 */
export const stageNeeds = ['statements', 'run', 'values'] as const;
export type StageNeeds = (typeof stageNeeds)[number];

export interface StageInput {
  /** The program, with the edits of the stages before. */
  readonly program: Program;
  /** Its main file, one character for each byte, so that places are offsets of bytes. */
  readonly text: string;
  /** Undefined if the stage needs none, and if nothing can be known of the program. */
  readonly facts: Facts | undefined;
}

export interface StageResult {
  readonly edits: readonly SourceEdit[];
  /**
   * The promise that is left, if the edits lower it: `nothing` for programs that may not even be valid. Without it,
   * the program does what it did before.
   */
  readonly promises?: Exclude<Promises, 'defined'> | 'nothing';
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
   * Whether this program is worth facts, for a stage that needs some. Its questions are the first of `edit`, which is
   * given the same answers.
   */
  readonly wantsFacts?: (draw: Draw, input: Pick<StageInput, 'program' | 'text'>) => boolean;
  /** Asked only if the stage takes part. Edits are sorted and do not overlap. */
  readonly edit: (draw: Draw, input: StageInput) => readonly SourceEdit[] | StageResult;
  /**
   * In place of the same here, in a campaign that looks for crashes alone, where nobody runs a program. It may only draw
   * with other probabilities: equal choices make equal programs.
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

/** The label of the scope that a stage draws in. */
export function stageLabel({ name }: Pick<Stage, 'name'>): string {
  return `${PREFIX}${name}`;
}

/** Whether a label is that of the scope of some stage. */
export function isStageLabel(label: string): boolean {
  return label.startsWith(PREFIX);
}
