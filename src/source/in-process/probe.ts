/**
 * Probe: looks for mistakes that would make a source useless, before it costs hours.
 *
 * Each is a mistake of the generator's author, and is reported as such.
 */

import { UserError } from '../../util/user-error.ts';
import { describeGenerated } from '../describe.ts';
import type { Replayed } from '../../choice/index.ts';
import type { InProcessSource } from './in-process.ts';

/** Enough tests to notice a generator that draws only sometimes; few enough to cost nothing. */
const TRIES = 10;

/**
 * Makes some tests and replays each. Throws a `UserError` if no test can be made, if nothing is drawn, or if
 * a replay differs. A replay differs if the generator depends on more than its choices.
 */
export function probe<T>(
  source: InProcessSource<T>,
  seed: number,
  isSame: (a: T, b: T) => boolean = () => true,
): void {
  let bad: Replayed<T> | undefined;
  let isAnyOk = false;
  let isAnythingDrawn = false;
  for (let i = 0; i < TRIES; i++) {
    const first = source.runNow({ seed: seed + i });
    isAnythingDrawn ||= first.record.choiceCount > 0;
    if (first.outcome !== 'ok') {
      bad ??= first;
      continue;
    }
    isAnyOk = true;
    const again = source.runNow({ sequence: first.record, seed: seed + i + 1 });
    const isReplayed =
      again.outcome === 'ok' && again.record.equals(first.record) && isSame(first.value, again.value);
    if (!isReplayed) {
      throw new UserError(`the generator "${source.name}" is not deterministic`, [
        'the same choices gave another test the second time',
        'it must depend on nothing but what it draws: no randomness of its own, no clock, no state kept between tests',
      ]);
    }
  }
  if (!isAnyOk && bad !== undefined) {
    throw new UserError(
      `the generator "${source.name}" made no test in ${TRIES} tries`,
      describeGenerated(bad),
    );
  }
  if (!isAnythingDrawn) {
    throw new UserError(`the generator "${source.name}" draws nothing`, [
      'every test would be the same',
      'ask for choices: draw.pick, draw.integer, draw.boolean and the like',
    ]);
  }
}
