/** The greatest size of a mutant. */
import type { ChoiceSequence } from '../../choice/index.ts';
import { tuning } from '../tuning.ts';

/**
 * Limits a mutant's size. A mutant whose parts no longer fit may grow without end, and is worthless then.
 */
export function mutantRoom({ choiceCount }: ChoiceSequence): number {
  return tuning.minRoom.value + tuning.room.value * choiceCount;
}
