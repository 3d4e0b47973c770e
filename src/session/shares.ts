/**
 * Shares of a campaign's CPU time for the work besides the search.
 *
 * Invariant: a share that a person gave is used as it is, or refused. Only shares that nobody gave become
 * smaller.
 */
import type { SpentOn } from '../campaign/index.ts';
import { UserError } from '../util/user-error.ts';

/** In percent; the search needs the rest. */
const MAX_TOGETHER = 90;

/** The usual share of most kinds of work, in percent. */
export const USUAL_SHARE = 10;

export interface AskedShare {
  readonly name: SpentOn;
  /** In percent; undefined if the person did not give it. */
  readonly given: number | undefined;
  /** The share if nobody gives one, and enough is left. */
  readonly usual: number;
}

/** Each share from 0 to below 1, by name. Shares that nobody gave share the rest, in the order of the list. */
export function settledShares(asked: readonly AskedShare[]): Readonly<Partial<Record<SpentOn, number>>> {
  let left = MAX_TOGETHER - asked.reduce((sum, { given = 0 }) => sum + given, 0);
  if (left < 0) {
    throw new UserError(`${givenWords(asked)} leave too little for the search`, [
      `allowed: ${MAX_TOGETHER} together`,
      'a share that you leave out takes no more than the others leave',
    ]);
  }
  const shares: Partial<Record<SpentOn, number>> = {};
  for (const { name, given, usual } of asked) {
    const percent = given ?? Math.min(usual, left);
    if (given === undefined) left -= percent;
    shares[name] = percent / 100;
  }
  return shares;
}

/** The shares that a person gave, as in `--compare-share 60 and --reduce-share 60`. */
function givenWords(asked: readonly AskedShare[]): string {
  const words = asked.flatMap(({ name, given }) => (given ? [`--${name}-share ${given}`] : []));
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
