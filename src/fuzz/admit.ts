/**
 * Admission: whether a test that passed is kept, and whose place it takes. A pure function of what is known of the test.
 *
 * Laws: a test that reached something new is kept. Nothing takes the place of an entry unless it costs less and reaches
 * all that the entry was kept for. A sequence that is learnt anew is kept in any case, so as not to be learnt again.
 */
import type { Parent, Purpose } from '../search/index.ts';
import { unpackFeatures } from '../target/index.ts';
import { covers, type Reached } from './reached.ts';

export interface Admitted {
  /** Whose set of features the new entry has: its own, or its parent's, which is equal and was not sent again. */
  readonly keep: 'its-own' | 'the-parents';
  /** The id of the entry whose place it takes. */
  readonly replaces?: string;
}

export type Admission = 'drop' | Admitted;

/** The part of a passed test that admission looks at. */
export interface Admissible {
  readonly costMs: number;
  readonly reached: Pick<Reached, 'all' | 'hash'>;
}

/** The part of an entry that admission looks at. */
export type AdmissionParent = Pick<Parent, 'hash' | 'isGone' | 'keptFor'> & {
  readonly info: Pick<Parent['info'], 'id' | 'costMs'>;
};

/** `news` is how many features nothing had reached before. */
export function admit(
  passed: Admissible,
  purpose: Pick<Purpose, 'kind'> & { readonly id?: string },
  parent: AdmissionParent | undefined,
  news: number,
): Admission {
  const minimises = purpose.kind === 'minimise';
  if (parent !== undefined && isBettered(parent, passed, minimises))
    return { keep: minimises ? 'its-own' : 'the-parents', replaces: parent.info.id };
  if (purpose.kind === 'relearn' && purpose.id !== undefined)
    return { keep: 'its-own', replaces: purpose.id };
  return news > 0 ? { keep: 'its-own' } : 'drop';
}

function isBettered(parent: AdmissionParent, { costMs, reached }: Admissible, minimises: boolean): boolean {
  if (parent.isGone || costMs >= parent.info.costMs) return false;
  if (parent.hash !== 0n && parent.hash === reached.hash) return true;
  return minimises && covers(unpackFeatures(reached.all), parent.keptFor);
}
