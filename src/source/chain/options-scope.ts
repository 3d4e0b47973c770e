/**
 * Options of a generator, drawn by the engine before the generator starts: they stand in the first scope of a sequence.
 *
 * Sequences are large and options few, so nothing here looks at more of a sequence than it must.
 */
import {
  type Alphabet,
  applyEdits,
  ChoiceSequence,
  type Draw,
  type Edit,
  endOf,
  fillerFrom,
  replay,
  type Replayed,
  splitAt,
} from '../../choice/index.ts';
import { OPTIONS_LABEL } from '../definition.ts';
import type { GenerationRequest } from '../source.ts';

/** The options for one program, and the record of how they were drawn. */
export function drawOptions(
  options: ((draw: Draw) => readonly string[]) | undefined,
  request: GenerationRequest,
  alphabet: Alphabet,
): Replayed<readonly string[]> {
  const { answers, swarm, resync, meanings, limits: { maxChoices } = {} } = request;
  if (options === undefined)
    return { outcome: 'ok', value: [], record: ChoiceSequence.empty(alphabet), freshCount: 0 };
  const sequence =
    request.sequence === undefined || resync === 'position'
      ? request.sequence
      : (onlyOptions(request.sequence) ?? request.sequence);
  const drawn = replay((draw) => draw.scope(OPTIONS_LABEL, () => options(draw)), {
    alphabet,
    // The generator draws from the seed itself; the options from another, so that they tell nothing about its draws.
    seed: -1 - (request.seed ?? 0),
    ...(sequence === undefined ? {} : { sequence }),
    ...(maxChoices === undefined ? {} : { limits: { maxChoices } }),
    ...(answers === undefined ? {} : { filler: fillerFrom(answers) }),
    ...(swarm === undefined ? {} : { swarm }),
    ...(resync === undefined ? {} : { resync }),
    ...(meanings === undefined ? {} : { meanings }),
  });
  // A generator without options has no scope for them.
  return drawn.record.choiceCount > 0 ? drawn : { ...drawn, record: ChoiceSequence.empty(alphabet) };
}

/** The scope that holds the options, alone; undefined for a sequence that does not begin with it. */
export function onlyOptions(sequence: ChoiceSequence): ChoiceSequence | undefined {
  return isOptions(sequence, 0) ? splitAt(sequence, endOf(sequence, 0))[0] : undefined;
}

/** The part of a sequence that is for the generator, without the choices that its options were drawn from. */
export function withoutOptions(
  { sequence, resync }: Pick<GenerationRequest, 'sequence' | 'resync'>,
  options: ChoiceSequence,
): ChoiceSequence | undefined {
  if (sequence === undefined) return undefined;
  if (resync === 'position') return withoutChoices(sequence, options.choiceCount);
  for (let op = 0; op < sequence.ops.length; op = endOf(sequence, op)) {
    if (!isOptions(sequence, op)) continue;
    const end = endOf(sequence, op);
    return op === 0 ? splitAt(sequence, end)[1] : applyEdits(sequence, [{ from: op, to: end }]);
  }
  return sequence;
}

function isOptions(sequence: ChoiceSequence, op: number): boolean {
  return (
    op < sequence.ops.length &&
    sequence.isScope(op) &&
    sequence.alphabet.labelOf(sequence.ops[op]!) === OPTIONS_LABEL
  );
}

/** By position no scopes count: the options took the first choices, wherever those stand. */
function withoutChoices(sequence: ChoiceSequence, count: number): ChoiceSequence {
  const edits: Edit[] = [];
  for (let op = 0; op < sequence.ops.length && edits.length < count; op++) {
    if (sequence.isChoice(op)) edits.push({ from: op, to: op + 1 });
  }
  return edits.length === 0 ? sequence : applyEdits(sequence, edits);
}
