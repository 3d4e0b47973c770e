/**
 * Mutator: the interface of all code that makes one choice sequence from another.
 *
 * A mutator does not build the new sequence. It names parts of the parent and their replacements. So several
 * mutators can be stacked, and the sequence is copied only once.
 *
 * Invariant: every part by itself keeps the scopes balanced.
 */

import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import type { ChoiceSequence, Edit } from '../choice/index.ts';

/** The material for a mutator. */
export interface MutationMaterial {
  readonly parent: ChoiceSequence;
  readonly rng: RandomGenerator;
  /** Sequences of the same alphabet to take scopes from. */
  readonly donors: readonly ChoiceSequence[];
  /** Share of the replaced choices that are structural, if there are both kinds. */
  readonly structurePreference: number;
  /** Rough size of the largest scope to change or take, in words. */
  readonly mostWords: number;
}

/** The same material, with this limit for the size of scopes. */
export function withMost(
  { parent, rng, donors, structurePreference }: MutationMaterial,
  mostWords: number,
): MutationMaterial {
  return { parent, rng, donors, structurePreference, mostWords };
}

/** A run of the parent's ops, and the run, perhaps empty, that replaces it. */
export interface Part extends Edit {
  readonly ops: Uint16Array | undefined;
  readonly words: Uint32Array | undefined;
  /**
   * Label of the affected scope, or of the scope that encloses a replaced choice; empty outside all scopes.
   */
  readonly label: string;
  /** The place that the new run comes from. */
  readonly origin: Origin | undefined;
}

/** A place in the parent, or in one of the donors. */
export interface Origin {
  readonly op: number;
  /** Index among the donors; undefined for the parent itself. */
  readonly donor: number | undefined;
}

export interface Mutator {
  readonly name: string;
  /** Parts in order, without overlap; undefined if the mutator does not apply. */
  propose(material: MutationMaterial): readonly Part[] | undefined;
}
