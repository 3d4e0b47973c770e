/**
 * The first of many numbers at which something goes wrong, and stays wrong. The search halves the range, or
 * starts at a guess with ever larger steps. The answer for a similar program is a good guess.
 */
import { oracleTuning } from '../tuning.ts';

const GROWTH = oracleTuning.distanceGrowth.value;

export interface Range {
  /** Known to be right. */
  readonly right: number;
  /** Known to be wrong. */
  readonly wrong: number;
  readonly near?: number;
}

export async function firstWrong(
  isWrong: (at: number) => Promise<boolean>,
  { right, wrong, near }: Range,
): Promise<number> {
  const known = { right, wrong };
  const ask = async (at: number): Promise<boolean> => {
    const answer = await isWrong(at);
    known[answer ? 'wrong' : 'right'] = at;
    return answer;
  };
  if (near !== undefined) {
    const start = Math.min(Math.max(near, right + 1), wrong);
    const isTooHigh = start === wrong || (await ask(start));
    for (let distance = 1; ; distance *= GROWTH) {
      const at = isTooHigh ? known.wrong - distance : known.right + distance;
      if (at <= known.right || at >= known.wrong || (await ask(at)) !== isTooHigh) break;
    }
  }
  while (known.wrong - known.right > 1) await ask(Math.floor((known.right + known.wrong) / 2));
  return known.wrong;
}
