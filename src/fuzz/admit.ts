/**
 * Admission: decides whether a test that passed is kept, and which entry it replaces. It is a pure function
 * of the facts about the test.
 *
 * Laws: a test that reached something new is kept. A test replaces an entry only if it costs less and has all
 * features that the entry was kept for. A sequence that is learnt anew is kept in any case, so that it is not
 * learnt again.
 */
import type { Parent, Purpose } from '../search/index.ts';
import { unpackFeatures } from '../target/index.ts';
import { covers, type Reached } from './reached.ts';

export interface Admitted {
  /** The feature set of the new entry: its own, or its parent's, which is equal and was not sent again. */
  readonly keep: 'its-own' | 'the-parents';
  /** The id of the entry that it replaces. */
  readonly replaces?: string;
}

export type Admission = 'drop' | Admitted;

/** The part of a passed test that admission reads. */
export interface Admissible {
  readonly costMs: number;
  readonly reached: Pick<Reached, 'all' | 'hash'>;
}

/** The part of an entry that admission reads. */
export type AdmissionParent = Pick<Parent, 'hash' | 'isGone' | 'keptFor'> & {
  readonly info: Pick<Parent['info'], 'id' | 'costMs'>;
};

/** `news` is the number of features that no test had before. */
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
