/** Mutants of kept tests: with one change, with many changes, and with scopes of another kept test. */
import { mutate, type MutateOptions, type OperatorName, operatorNames } from '../../mutate/index.ts';
import { applyEdits, type ChoiceSequence, uniformUnit } from '../../choice/index.ts';
import { onlyOptions } from '../../source/index.ts';
import type { Arm, ArmMaterial } from '../arm.ts';
import type { Parent } from '../parents.ts';
import { tuning } from '../tuning.ts';
import { mutantRoom } from './room.ts';
import { withOtherSettings } from './stages.ts';

type Weights = NonNullable<MutateOptions['weights']>;

function only(...names: readonly OperatorName[]): Weights {
  return Object.fromEntries(operatorNames.map((name) => [name, names.includes(name) ? 1 : 0]));
}

/** Changes of one kind. */
export const mutant: Arm = mutantBy(
  'mutate',
  only('replace', 'scatter', 'delete', 'swap', 'clone', 'redraw', 'lift'),
  false,
);

/** Many mutations at once: a program must be made and compiled as a whole, however much of it is new. */
export const stormy: Arm = mutantBy('storm', only('storm'), true);

/** Scopes of another test replace scopes with the same label. */
export const spliced: Arm = mutantBy('splice', only('splice'), true);

/** One donor gives all scopes: decoding and searching more donors costs more than it brings. */
function mutantBy(name: string, weights: Weights, takesScopes: boolean): Arm {
  return {
    name,
    propose(material) {
      const parent = material.parent();
      if (parent === undefined) return undefined;
      const donor = takesScopes ? material.anyEntry() : undefined;
      return mutated(material, material.sequenceOf(parent), parent, donor, weights);
    },
  };
}

const smaller = only('delete', 'lift');

/** A test that is mutated all the time, with parts removed. */
export const minimised: Arm = {
  name: 'minimise',
  propose(material) {
    const parent = material.busyParent();
    if (parent === undefined) return undefined;
    const proposal = mutated(material, material.sequenceOf(parent), parent, undefined, smaller);
    if (proposal === undefined) return undefined;
    const limits = { maxChoices: parent.info.choices };
    return {
      ...proposal,
      request: { ...proposal.request, limits },
      purpose: { kind: 'minimise', of: parent },
    };
  },
};

const otherOptions = only('replace', 'havoc');

/** The same choices with other options, as far as they still fit. */
export const reoptioned: Arm = {
  name: 'reoption',
  propose(material) {
    const parent = material.parent();
    if (parent === undefined) return undefined;
    const sequence = material.sequenceOf(parent);
    const options = onlyOptions(sequence);
    const isOfStages = options === undefined || uniformUnit(material.rng) < tuning.resettle.value;
    const resettled = isOfStages ? withOtherSettings(material, sequence, parent) : undefined;
    if (resettled !== undefined || options === undefined) return resettled;
    const mutation = mutate(options, material.rng, { weights: otherOptions, structurePreference: 1 });
    if (mutation.changes.length === 0) return undefined;
    const { ops, words } = mutation.sequence;
    const whole = applyEdits(sequence, [{ from: 0, to: options.ops.length, ops, words }]);
    return {
      request: { seed: material.seed, sequence: whole, limits: { maxChoices: mutantRoom(whole) } },
      operator: mutation.operator,
      parents: [parent],
    };
  },
};

/** Mutates `sequence`, which may be the sequence of `parent` or another one. */
function mutated(
  material: ArmMaterial,
  sequence: ChoiceSequence,
  parent: Parent | undefined,
  donor: Parent | undefined,
  weights: Weights,
): ReturnType<Arm['propose']> {
  const donors = donor === undefined ? [] : [material.sequenceOf(donor)];
  const mutation = mutate(sequence, material.rng, { donors, weights });
  if (mutation.changes.length === 0) return undefined;
  const maxChoices = Math.max(mutantRoom(sequence), mutantRoom(mutation.sequence));
  return {
    request: { seed: material.seed, sequence: mutation.sequence, limits: { maxChoices } },
    operator: mutation.operator,
    parents: [parent, donor].filter((each) => each !== undefined),
  };
}
