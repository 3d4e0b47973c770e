/** A shrinking challenge: a generator, a property, and the least test for which the property fails. */

import type { Generator } from '../../src/choice/engine/draw.ts';

/** A challenge's verdict on a test: the property holds, fails, or does not apply. */
export type Verdict = 'holds' | 'fails' | 'discarded';

export interface Challenge<T> {
  readonly name: string;
  readonly generate: Generator<T>;
  readonly property: (test: T) => Verdict;
  /** Which failing tests are reduced; all where this is left out. */
  readonly startsFrom?: (test: T) => boolean;
  /** True if wide numbers of failing tests are drawn evenly, and not mostly small. */
  readonly isEven?: boolean;
  /** The known minimal failing tests, as JSON. */
  readonly minimal: readonly string[];
  /** Where a minimal test is not always reached: in how many of 100 seeds at least, and why not in all. */
  readonly reached?: { readonly atLeast: number; readonly because: string };
  /** Mean number of evaluations of Hypothesis 6.168. */
  readonly hypothesisEvaluations?: number;
}

/** A challenge with one minimal failing test. */
export function challengeOf<T>(
  name: string,
  generate: Generator<T>,
  fails: (value: T) => boolean,
  minimal: string,
  startsFrom?: (value: T) => boolean,
): Challenge<never> {
  return {
    name,
    generate,
    property: (value: T) => (fails(value) ? 'fails' : 'holds'),
    minimal: [minimal],
    ...(startsFrom === undefined ? {} : { startsFrom }),
  } as unknown as Challenge<never>;
}
