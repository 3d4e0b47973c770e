/**
 * Stacks several mutations, if they do not touch the same place.
 *
 * By default all together change about as much as a single mutation. The more mutations there are, the
 * smaller the scopes that each may take. With full size for each, few stacks would leave enough of the parent
 * to be more than a fresh test.
 */

import { uniformBelow } from '../choice/index.ts';
import { type Mutator, type Part, withMost } from './mutator.ts';
import { withAll } from './parts.ts';
import { wordsOfShare } from './scopes.ts';
import { mutateTuning } from './tuning.ts';

const SHARE = mutateTuning.stackShare.value;

/**
 * Stacks a number of mutations that is drawn from `sizes`. A larger `share` means a larger change. Most
 * scopes are far smaller than their limit, and many do not fit beside earlier ones. So a share of 4 changes a
 * fifth of a parent.
 */
export function stackOf(
  name: string,
  mutators: readonly Mutator[],
  sizes: readonly number[],
  share: number = SHARE,
): Mutator {
  return {
    name,
    propose(material) {
      const times = sizes[uniformBelow(material.rng, sizes.length)]!;
      const mostWords = Math.min(material.mostWords, wordsOfShare(material.parent, share / times));
      const small = withMost(material, mostWords);
      let all: readonly Part[] = [];
      for (let i = 0; i < times; i++) {
        const mutator = mutators[uniformBelow(material.rng, mutators.length)]!;
        all = withAll(all, mutator.propose(small) ?? []);
      }
      return all.length === 0 ? undefined : all;
    },
  };
}
