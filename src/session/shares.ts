/**
 * Shares of a campaign's CPU time for the work besides the search, in percent.
 *
 * Invariant: a share that a person gave is used as it is, or refused. Only shares that nobody gave become
 * smaller.
 */
import { kebabCase } from '../util/kebab-case.ts';
import { UserError } from '../util/user-error.ts';

/** The search needs the rest. */
const MAX_TOGETHER = 90;

/** The usual share of most kinds of work. */
export const USUAL_SHARE = 10;

export interface AskedShare {
  /** The setting, as in `compareShare`. */
  readonly setting: string;
  /** Undefined if the person did not give it. */
  readonly given: number | undefined;
  /** The share if nobody gives one, and enough is left. */
  readonly usual: number;
}

/** The shares in the same order. The first ones that nobody gave take first of what the given ones leave. */
export function settledShares(asked: readonly AskedShare[]): readonly number[] {
  let left = MAX_TOGETHER - asked.reduce((sum, { given = 0 }) => sum + given, 0);
  if (left < 0) {
    throw new UserError(`${givenWords(asked)} leave too little for the search`, [
      `allowed: ${MAX_TOGETHER} together`,
      'a share that you leave out takes no more than the others leave',
    ]);
  }
  return asked.map(({ given, usual }) => {
    if (given !== undefined) return given;
    const share = Math.min(usual, left);
    left -= share;
    return share;
  });
}

/** The shares that a person gave, as in `--compare-share 60 and --reduce-share 60`. */
function givenWords(asked: readonly AskedShare[]): string {
  const words = asked.flatMap(({ setting, given }) => (given ? [`--${kebabCase(setting)} ${given}`] : []));
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
