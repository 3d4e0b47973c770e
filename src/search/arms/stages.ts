/** Kept tests of a chain with other decisions of its stages; the generator's own part stays as it is. */
import {
  applyEdits,
  type ChoiceSequence,
  endOf,
  findScopes,
  splitAt,
  uniformUnit,
} from '../../choice/index.ts';
import { mutate, type MutateOptions, operatorNames } from '../../mutate/index.ts';
import { stagesPart } from '../../source/index.ts';
import type { Arm, ArmMaterial, Proposed } from '../arm.ts';
import type { Parent } from '../parents.ts';
import { tuning } from '../tuning.ts';
import { mutantRoom } from './room.ts';

const decisions = ['replace', 'scatter', 'redraw', 'havoc'];
const operators: NonNullable<MutateOptions['weights']> = Object.fromEntries(
  operatorNames.map((name) => [name, decisions.includes(name) ? 1 : 0]),
);

/** Changes some decisions, or draws all of them again. */
export const restaged: Arm = {
  name: 'restage',
  propose(material) {
    const parent = material.parent();
    if (parent === undefined) return undefined;
    const sequence = material.sequenceOf(parent);
    const place = stagesPart(sequence);
    if (place === undefined) return undefined;
    const [, part] = splitAt(sequence, place.from);
    if (uniformUnit(material.rng) < tuning.restageAnew.value)
      return proposed(material, parent, withPart(sequence, place.from, drawnAnew(part)), 'anew');
    const mutation = mutate(part, material.rng, { weights: operators, structurePreference: 1 });
    if (mutation.changes.length === 0) return undefined;
    return proposed(material, parent, withPart(sequence, place.from, mutation.sequence), mutation.operator);
  },
};

const settings: NonNullable<MutateOptions['weights']> = Object.fromEntries(
  operatorNames.map((name) => [name, name === 'replace' ? 1 : 0]),
);

/** The same decisions with other settings of the stages; undefined if the stages have none. */
export function withOtherSettings(
  material: ArmMaterial,
  sequence: ChoiceSequence,
  parent: Parent,
): Proposed | undefined {
  const { from = sequence.ops.length } = stagesPart(sequence) ?? {};
  const at = findScopes(sequence, 'settings').find((op) => op > from);
  if (at === undefined) return undefined;
  const end = endOf(sequence, at);
  const alone = applyEdits(sequence, [
    { from: 0, to: at },
    { from: end, to: sequence.ops.length },
  ]);
  const mutation = mutate(alone, material.rng, { weights: settings, structurePreference: 1 });
  if (mutation.changes.length === 0) return undefined;
  const { ops, words } = mutation.sequence;
  const whole = applyEdits(sequence, [{ from: at, to: end, ops, words }]);
  return proposed(material, parent, whole, mutation.operator);
}

/** Scopes that say only that the stage takes part. */
function drawnAnew(part: ChoiceSequence): ChoiceSequence {
  const edits = [];
  for (let op = 0; op < part.ops.length; op = endOf(part, op)) {
    const first = op + 1;
    const takesPart = { ops: part.ops.subarray(first, first + 1), words: part.wordsFor(first, 1n) };
    edits.push({ from: first, to: endOf(part, op) - 1, ...takesPart });
  }
  return applyEdits(part, edits);
}

function withPart(sequence: ChoiceSequence, from: number, { ops, words }: ChoiceSequence): ChoiceSequence {
  return applyEdits(sequence, [{ from, to: sequence.ops.length, ops, words }]);
}

function proposed(
  { seed }: ArmMaterial,
  parent: Parent,
  sequence: ChoiceSequence,
  operator: string,
): Proposed {
  return {
    request: { seed, sequence, limits: { maxChoices: mutantRoom(sequence) } },
    operator,
    parents: [parent],
  };
}
