/** The size that a mutant may have. */
import type { ChoiceSequence } from '../../choice/index.ts';
import { tuning } from '../tuning.ts';

/**
 * Bounds a mutant's size. A mutant whose parts no longer fit may grow without end, and is then worth nothing.
 */
export function mutantRoom({ choiceCount }: ChoiceSequence): number {
  return tuning.minRoom.value + tuning.room.value * choiceCount;
}
