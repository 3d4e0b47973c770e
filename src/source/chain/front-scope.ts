/**
 * A scope at the front of a sequence, whose choices the engine draws itself before the generator starts.
 *
 * Sequences are large and such scopes small, so this code reads no more of a sequence than necessary.
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
import { COMPILER_LABEL, OPTIONS_LABEL } from '../definition.ts';
import type { GenerationRequest } from '../source.ts';

export interface FrontScope<T> {
  readonly label: string;
  readonly draw: (draw: Draw) => T;
  /** Seed of the scope, made from the seed of the test. It is independent of the seeds of other parts. */
  readonly seedOf: (seed: number) => number;
}

/** The value for one program, and the record of how it was drawn. */
export function drawFront<T>(
  { label, draw: drawValue, seedOf }: FrontScope<T>,
  request: GenerationRequest,
  alphabet: Alphabet,
): Replayed<T> {
  const { answers, swarm, resync, meanings, limits: { maxChoices } = {} } = request;
  const sequence =
    request.sequence === undefined || resync === 'position'
      ? request.sequence
      : (scopeAtFront(request.sequence, label) ?? request.sequence);
  const drawn = replay((draw) => draw.scope(label, () => drawValue(draw)), {
    alphabet,
    seed: seedOf(request.seed ?? 0),
    ...(sequence === undefined ? {} : { sequence }),
    ...(maxChoices === undefined ? {} : { limits: { maxChoices } }),
    ...(answers === undefined ? {} : { filler: fillerFrom(answers) }),
    ...(swarm === undefined ? {} : { swarm }),
    ...(resync === undefined ? {} : { resync }),
    ...(meanings === undefined ? {} : { meanings }),
  });
  // A scope without choices is left out.
  return drawn.record.choiceCount > 0 ? drawn : { ...drawn, record: ChoiceSequence.empty(alphabet) };
}

/** The generator's part of a sequence, without the choices of the scope at its front. */
export function withoutFront(
  label: string,
  { sequence, resync }: Pick<GenerationRequest, 'sequence' | 'resync'>,
  drawn: ChoiceSequence,
): ChoiceSequence | undefined {
  if (sequence === undefined) return undefined;
  if (resync === 'position') return withoutChoices(sequence, drawn.choiceCount);
  for (let op = 0; op < sequence.ops.length; op = endOf(sequence, op)) {
    if (!isScopeOf(sequence, op, label)) continue;
    const end = endOf(sequence, op);
    return op === 0 ? splitAt(sequence, end)[1] : applyEdits(sequence, [{ from: op, to: end }]);
  }
  return sequence;
}

/** Only the engine's own draws; undefined for a sequence without such a scope at its front. */
export function onlyOptions(sequence: ChoiceSequence): ChoiceSequence | undefined {
  let end = 0;
  for (const label of [COMPILER_LABEL, OPTIONS_LABEL])
    if (isScopeOf(sequence, end, label)) end = endOf(sequence, end);
  return end === 0 ? undefined : splitAt(sequence, end)[0];
}

function scopeAtFront(sequence: ChoiceSequence, label: string): ChoiceSequence | undefined {
  return isScopeOf(sequence, 0, label) ? splitAt(sequence, endOf(sequence, 0))[0] : undefined;
}

export function isScopeOf(sequence: ChoiceSequence, op: number, label: string): boolean {
  return (
    op < sequence.ops.length && sequence.isScope(op) && sequence.alphabet.labelOf(sequence.ops[op]!) === label
  );
}

/** Resync by position ignores scopes: earlier parts consumed the first `count` choices. */
export function withoutChoices(sequence: ChoiceSequence, count: number): ChoiceSequence {
  const edits: Edit[] = [];
  for (let op = 0; op < sequence.ops.length && edits.length < count; op++) {
    if (sequence.isChoice(op)) edits.push({ from: op, to: op + 1 });
  }
  return edits.length === 0 ? sequence : applyEdits(sequence, edits);
}
