/** Options of a generator in a process, drawn in a separate scope before it starts. */
import { type Alphabet, ChoiceSequence, type Draw, type Replayed } from '../../choice/index.ts';
import { OPTIONS_LABEL } from '../definition.ts';
import type { GenerationRequest } from '../source.ts';
import { drawFront, withoutFront } from './front-scope.ts';

/** The options for one program, and the record of their draws. */
export function drawOptions(
  options: ((draw: Draw) => readonly string[]) | undefined,
  request: GenerationRequest,
  alphabet: Alphabet,
): Replayed<readonly string[]> {
  if (options === undefined)
    return { outcome: 'ok', value: [], record: ChoiceSequence.empty(alphabet), freshCount: 0 };
  // The generator gets the seed itself.
  const front = { label: OPTIONS_LABEL, draw: options, seedOf: (seed: number) => -1 - seed };
  return drawFront(front, request, alphabet);
}

/** The generator's part of a sequence, without the choices for its options. */
export function withoutOptions(
  request: Pick<GenerationRequest, 'sequence' | 'resync'>,
  options: ChoiceSequence,
): ChoiceSequence | undefined {
  return withoutFront(OPTIONS_LABEL, request, options);
}
