/**
 * Made: the result of a request, for every kind of source.
 *
 * Invariant: the record of the draws is there after every end, and the program carries its own promises.
 */
import type { ChoiceSequence, OverrunLimit, Replayed } from '../choice/index.ts';
import type { Program } from '../program/index.ts';
import type { SourceDefinition } from './definition.ts';

/** Cost of making a test. */
export interface GenerationCost {
  readonly cpuUs: number;
  readonly wallUs: number;
  /** 0 if it is not known. */
  readonly peakRssBytes: number;
}

interface MadeAnyhow {
  /** Record of all draws until the end. */
  readonly record: ChoiceSequence;
  /** Number of choices that the request did not answer. */
  readonly freshCount: number;
  readonly cost: GenerationCost;
}

export interface MadeProgram extends MadeAnyhow {
  readonly outcome: 'ok';
  /** The program, with its promises, and with its truth if the generator knows it. */
  readonly program: Program;
  /** True if an earlier request with the same choices made it, so that it cost less than usual. */
  readonly isRemembered?: boolean;
  /** The program before its stages, if stages changed it. */
  readonly unstaged?: Program;
}

export interface MadeNothing extends MadeAnyhow {
  readonly outcome: 'failed';
  readonly error: unknown;
  /** Labels of the scopes that were open when the error was thrown, outermost first. */
  readonly scopePath: readonly string[];
}

export interface MadeTooMuch extends MadeAnyhow {
  readonly outcome: 'overrun';
  readonly limit: OverrunLimit;
}

export type Made = MadeProgram | MadeNothing | MadeTooMuch;

export const NO_COST: GenerationCost = { cpuUs: 0, wallUs: 0, peakRssBytes: 0 };

/** Adds the cost; a program without its own promises gets the promises of its source. */
export function madeFrom(
  replayed: Replayed<Program>,
  cost: GenerationCost,
  { promises }: Pick<SourceDefinition, 'promises'>,
): Made {
  if (replayed.outcome !== 'ok') return { ...replayed, cost };
  const { value, record, freshCount } = replayed;
  const program = promises === undefined || value.promises !== undefined ? value : { ...value, promises };
  return { outcome: 'ok', program, record, freshCount, cost };
}

/** The same for code that works with any kind of test, such as reduction. */
export function replayedFrom(made: Made): Replayed<Program> {
  return made.outcome === 'ok' ? { ...made, value: made.program } : made;
}
