/**
 * Mutator: the interface of everything that makes one choice sequence out of another.
 *
 * A mutator does not build the new sequence. It names the parts of the parent that give way and what takes their place.
 * So several can be stacked and the sequence is copied once, however many took part.
 *
 * Invariant: every part by itself keeps the scopes balanced.
 */

import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import type { ChoiceSequence, Edit } from '../choice/index.ts';

/** The material that a mutator works with. */
export interface MutationMaterial {
  readonly parent: ChoiceSequence;
  readonly rng: RandomGenerator;
  /** Sequences of the same alphabet to take scopes from. */
  readonly donors: readonly ChoiceSequence[];
  /** Share of the replaced choices that are structural, if there are both kinds. */
  readonly structurePreference: number;
  /** Size of the largest scope that is to be changed or taken, in words, roughly. */
  readonly mostWords: number;
}

/** The same material, with this bound on the size of scopes from here on. */
export function withMost(
  { parent, rng, donors, structurePreference }: MutationMaterial,
  mostWords: number,
): MutationMaterial {
  return { parent, rng, donors, structurePreference, mostWords };
}

/** One run of the parent's ops that gives way to another, perhaps empty, run. */
export interface Part extends Edit {
  readonly ops: Uint16Array | undefined;
  readonly words: Uint32Array | undefined;
  /** Label of the scope that this is about, or of the one a replaced choice stands in; empty outside all scopes. */
  readonly label: string;
  /** The place that the new run was copied from. */
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
  /** Parts in order, not overlapping; undefined if the mutator does not apply. */
  propose(material: MutationMaterial): readonly Part[] | undefined;
}
