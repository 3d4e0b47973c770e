/**
 * The simplicity of one choice: an early option, a number near zero, positive before negative.
 */
import type { Choice } from './sequence.ts';

/** The simplest value of a choice: zero if allowed, otherwise the bound nearest to it. */
export function simplestValue(choice: Pick<Choice, 'min' | 'max'>): bigint {
  if (choice.min > 0n) return choice.min;
  return choice.max < 0n ? choice.max : 0n;
}

/** Distance of a value from the simplest one, in the order of attempts: 0, 1, -1, 2, -2 and so on. */
export function rankOf(choice: Pick<Choice, 'min' | 'max' | 'value'>): bigint {
  const distance = choice.value - simplestValue(choice);
  return distance > 0n ? 2n * distance - 1n : -2n * distance;
}
