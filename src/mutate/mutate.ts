/**
 * Mutate: makes a new choice sequence from another one, and says what it did.
 *
 * The new sequence is not a record yet: replaying it, with resynchronisation, makes one. Invariants: it is
 * balanced and every choice is within its bounds. A mutation that changes nothing says so and returns the
 * parent, since a child equal to its parent is not worth an execution. Equal seeds give equal mutations. The
 * caller gives the random generator; seed it with `makeRandom`, since pure-rand's own generators begin nearly
 * alike for neighbouring seeds.
 */

import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import { type ChoiceSequence, applyEdits, uniformBelow, uniformUnit } from '../choice/index.ts';
import { cloneScope } from './clone-scope.ts';
import { deleteScope } from './delete-scope.ts';
import { liftScope } from './lift-scope.ts';
import { type MutationMaterial, type Mutator, type Origin, type Part, withMost } from './mutator.ts';
import { effective, withAll } from './parts.ts';
import { redrawScope } from './redraw-scope.ts';
import { replace } from './replace.ts';
import { wordsOfShare } from './scopes.ts';
import { spliceScopes } from './splice-scopes.ts';
import { stackOf } from './stack.ts';
import { swapScopes } from './swap-scopes.ts';
import { truncateTail } from './truncate-tail.ts';
import { mutateTuning } from './tuning.ts';

export type OperatorName =
  | 'replace'
  | 'scatter'
  | 'delete'
  | 'swap'
  | 'clone'
  | 'redraw'
  | 'lift'
  | 'splice'
  | 'truncate'
  | 'havoc'
  | 'storm';

/** Truncation takes no part in a stack, since it leaves no room for other mutations. */
const stackable = [replace, deleteScope, swapScopes, cloneScope, redrawScope, liftScope, spliceScopes];

const mutators: Readonly<Record<OperatorName, Mutator>> = {
  replace,
  scatter: stackOf('scatter', [replace], mutateTuning.scatterSizes.value),
  delete: deleteScope,
  swap: swapScopes,
  clone: cloneScope,
  redraw: redrawScope,
  lift: liftScope,
  splice: spliceScopes,
  truncate: truncateTail,
  havoc: stackOf('havoc', stackable, mutateTuning.havocSizes.value),
  // A storm changes about a fifth of the parent; a single change of a scope changes a fiftieth.
  storm: stackOf('storm', stackable, mutateTuning.stormSizes.value, mutateTuning.stormShare.value),
};

export const operatorNames: readonly OperatorName[] = Object.keys(mutators) as OperatorName[];

/** A run of the parent's ops that another run replaced. */
export interface Change {
  /**
   * Label of the changed scope, or of the scope that encloses a replaced choice; empty outside all scopes.
   */
  readonly label: string;
  /** Op of the parent at which the change begins, the number of removed ops and the number of new ones. */
  readonly op: number;
  readonly removed: number;
  readonly added: number;
  /** The place that the new ops come from. */
  readonly origin: Origin | undefined;
}

export interface Mutation {
  readonly sequence: ChoiceSequence;
  readonly operator: OperatorName;
  /** In the order of the parent; empty if nothing changed, and then `sequence` is the parent. */
  readonly changes: readonly Change[];
}

export interface MutateOptions {
  /** Weight of each operator relative to the others; 0 for never. */
  readonly weights?: Readonly<Partial<Record<OperatorName, number>>>;
  /** Sequences of the same alphabet to splice scopes from. */
  readonly donors?: readonly ChoiceSequence[];
  /** Share of the replaced choices that are structural, if there are both kinds. Default in tuning.ts. */
  readonly structurePreference?: number;
  /** Largest share of the parent that one changed scope may hold. Default: see `mutate`; else 1. */
  readonly largestShare?: number;
  /**
   * A change of fewer ops than this is joined by further small changes of its kind. Default: see `mutate`;
   * else none.
   */
  readonly leastOps?: number;
}

const STRUCTURE_PREFERENCE = mutateTuning.structurePreference.value;

const WEIGHTS: Readonly<Record<OperatorName, number>> = mutateTuning.operatorWeights.value;

const SMALL_SHARE = mutateTuning.smallShare.value;
const ANY_SIZE_ONE_IN = mutateTuning.anySizeOneIn.value;

const LARGE_WORDS = mutateTuning.largeWords.value;
const LEAST_OPS = mutateTuning.leastOps.value;
const MAX_COMPANY = mutateTuning.maxCompany.value;

const MAX_ATTEMPTS = mutateTuning.operatorAttempts.value;

/** Mutates with a random operator; if that does not apply or changes nothing, with another one. */
export function mutate(parent: ChoiceSequence, rng: RandomGenerator, options: MutateOptions = {}): Mutation {
  const weights = { ...WEIGHTS, ...options.weights };
  const largestShare = options.largestShare ?? (uniformBelow(rng, ANY_SIZE_ONE_IN) > 0 ? SMALL_SHARE : 1);
  let mutation: Mutation | undefined;
  for (let i = 0; i < MAX_ATTEMPTS; i++) {
    const operator = chooseOperator(weights, rng);
    const leastOps = options.leastOps ?? leastOpsOf(operator, parent);
    mutation = mutateBy(operator, parent, rng, { ...options, largestShare, leastOps }) ?? mutation;
    if (mutation !== undefined && mutation.changes.length > 0) return mutation;
  }
  return mutation ?? { sequence: parent, operator: chooseOperator(weights, rng), changes: [] };
}

/** Mutates with one operator; undefined if it does not apply. */
export function mutateBy(
  operator: OperatorName,
  parent: ChoiceSequence,
  rng: RandomGenerator,
  options: MutateOptions = {},
): Mutation | undefined {
  const { donors = [], structurePreference = STRUCTURE_PREFERENCE, largestShare = 1, leastOps = 0 } = options;
  if (donors.some((donor) => donor.alphabet !== parent.alphabet)) {
    throw new Error('only sequences of one alphabet can be spliced');
  }
  const mostWords = wordsOfShare(parent, largestShare);
  const material: MutationMaterial = { parent, rng, donors, structurePreference, mostWords };
  const proposal = mutators[operator].propose(material);
  if (proposal === undefined) return undefined;
  const parts = withCompany(effective(parent, proposal), mutators[operator], material, leastOps);
  const sequence = parts.length === 0 ? parent : applyEdits(parent, parts);
  // One part with new content always makes a difference; several parts may cancel each other.
  if (parts.length !== 1 && sequence.equals(parent)) return { sequence: parent, operator, changes: [] };
  return { sequence, operator, changes: parts.map(changeOf) };
}

function changeOf({ label, from, to, ops, origin }: Part): Change {
  return { label, op: from, removed: to - from, added: ops?.length ?? 0, origin };
}

/**
 * In a large test, a single choice or a small scope often belongs to an attempt that the generator rejected.
 * Another answer there makes no difference. A single replaced choice stays alone: callers that ask for it
 * want the smallest step.
 */
function leastOpsOf(operator: OperatorName, parent: ChoiceSequence): number {
  return operator === 'replace' || parent.words.length < LARGE_WORDS ? 0 : LEAST_OPS;
}

/** Adds further small proposals of a mutator to parts that take fewer ops than wanted. */
function withCompany(
  parts: readonly Part[],
  mutator: Mutator,
  material: MutationMaterial,
  leastOps: number,
): readonly Part[] {
  const small = withMost(material, Math.min(material.mostWords, leastOps));
  let all = parts;
  for (let i = 0; i < MAX_COMPANY && sizeOf(all) < leastOps; i++) {
    const proposal = mutator.propose(small) ?? [];
    all = withAll(all, effective(material.parent, proposal));
  }
  return all;
}

function sizeOf(parts: readonly Part[]): number {
  let size = 0;
  for (const { from, to, ops } of parts) size += Math.max(to - from, ops?.length ?? 0);
  return size;
}

function chooseOperator(weights: Readonly<Record<OperatorName, number>>, rng: RandomGenerator): OperatorName {
  let total = 0;
  for (const name of operatorNames) total += weights[name];
  let left = uniformUnit(rng) * total;
  for (const name of operatorNames) {
    left -= weights[name];
    if (left < 0) return name;
  }
  return 'replace';
}
