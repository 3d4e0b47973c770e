/**
 * Arm: one way of making the next test. To add one: a file under arms/, and a line in the portfolio.
 *
 * An arm only proposes; the campaign finds out the result, and the strategy learns from it.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { ChoiceSequence } from '../choice/index.ts';
import type { GenerationRequest } from '../source/index.ts';
import type { Parent } from './parents.ts';
import type { SeedTests } from './seed-tests.ts';

/** The purpose of a test. */
export type Purpose =
  /**
   * To reach new features. `isWanted` says whether to execute a finished test; without it, every test is
   * executed.
   */
  | { readonly kind: 'search'; readonly isWanted?: (record: ChoiceSequence) => boolean }
  /** To replace an entry, if the test has the entry's kept features at a lower cost. */
  | { readonly kind: 'minimise'; readonly of: Parent }
  /** To learn the features of a corpus entry with this build of the target. */
  | { readonly kind: 'relearn'; readonly id: string }
  /** To take in a test that came from elsewhere. */
  | { readonly kind: 'arrival'; readonly from: string }
  /** To ask another version of the target about a test that passed. */
  | { readonly kind: 'again' };

export const SEARCH: Purpose = { kind: 'search' };

/** A test to be made. */
export interface Proposal {
  readonly arm: string;
  readonly source: string;
  readonly request: GenerationRequest;
  readonly purpose: Purpose;
  readonly operator?: string;
  /** The tests that it is made from, the main parent first. */
  readonly parents?: readonly Parent[];
}

/** The material for an arm. */
export interface ArmMaterial {
  readonly source: string;
  readonly rng: RandomGenerator;
  /** Seed for draws without a recorded answer. */
  readonly seed: number;
  /** A kept test that is worth changing. */
  parent(): Parent | undefined;
  /** A kept test that was mutated often, so that making it cheaper pays. */
  busyParent(): Parent | undefined;
  /** Any kept test. */
  anyEntry(): Parent | undefined;
  sequenceOf(parent: Parent): ChoiceSequence;
  /** Tests from elsewhere; undefined if the campaign uses none. */
  readonly seedTests: SeedTests | undefined;
}

export type Proposed = Omit<Proposal, 'arm' | 'source' | 'purpose'> & Partial<Pick<Proposal, 'purpose'>>;

export interface Arm {
  readonly name: string;
  /**
   * Undefined if the arm lacks material. A test without a purpose of its own has the purpose `search`.
   */
  propose(material: ArmMaterial): Proposed | undefined;
}
