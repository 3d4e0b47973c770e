/**
 * Arm: one way of making the next test. To add one: a file under arms/, and a line in the portfolio.
 *
 * An arm only proposes; what comes of it, the campaign finds out, and the strategy learns.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { ChoiceSequence } from '../choice/index.ts';
import type { GenerationRequest } from '../source/index.ts';
import type { Parent } from './parents.ts';
import type { SeedTests } from './seed-tests.ts';

/** The purpose that a test is made for. */
export type Purpose =
  /** To reach something new. `isWanted` says whether what was made is worth executing; without it, everything is. */
  | { readonly kind: 'search'; readonly isWanted?: (record: ChoiceSequence) => boolean }
  /** To take the place of an entry, if it reaches at a lower cost what that was kept for. */
  | { readonly kind: 'minimise'; readonly of: Parent }
  /** To learn what an entry of the corpus reaches with this build of the target. */
  | { readonly kind: 'relearn'; readonly id: string }
  /** To take in a test that came from elsewhere. */
  | { readonly kind: 'arrival'; readonly from: string }
  /** To ask another version of the target what it makes of a test that passed. */
  | { readonly kind: 'again' };

export const SEARCH: Purpose = { kind: 'search' };

/** A test to be made. */
export interface Proposal {
  readonly arm: string;
  readonly source: string;
  readonly request: GenerationRequest;
  readonly purpose: Purpose;
  readonly operator?: string;
  /** The tests that it was made from, the main one first. */
  readonly parents?: readonly Parent[];
}

/** The material that an arm works with. */
export interface ArmMaterial {
  readonly source: string;
  readonly rng: RandomGenerator;
  /** Seed of the draws that no record answers. */
  readonly seed: number;
  /** A kept test that is worth changing. */
  parent(): Parent | undefined;
  /** A kept test that was changed often, and so is worth making cheaper. */
  busyParent(): Parent | undefined;
  /** Any kept test. */
  anyEntry(): Parent | undefined;
  sequenceOf(parent: Parent): ChoiceSequence;
  /** Tests from elsewhere; undefined if the campaign does without. */
  readonly seedTests: SeedTests | undefined;
  /** Sequences of fresh tests that reached nothing new: material to put something rare into. */
  readonly discarded: readonly ChoiceSequence[];
}

export type Proposed = Omit<Proposal, 'arm' | 'source' | 'purpose'> & Partial<Pick<Proposal, 'purpose'>>;

export interface Arm {
  readonly name: string;
  /** Undefined if it lacks something to work with. Without a purpose of its own, a test is made to search. */
  propose(material: ArmMaterial): Proposed | undefined;
}
