/**
 * Any fast-check arbitrary as a generator over the draw API.
 *
 * The arbitrary draws from a stand-in for fast-check's `Random`; a shadow of the arbitrary adds the scopes
 * (see shadow.ts). cgfuzz never imports fast-check: an arbitrary brings everything it needs.
 */

import type { Generator } from '../../choice/index.ts';
import { BIAS_FACTOR } from './bias.ts';
import { ChoiceRandom } from './choice-random.ts';
import { DrawSession } from './session.ts';
import { shadowGraph } from './shadow.ts';
import { isArbitrary } from './shadow-part.ts';

/** The part of fast-check's `Arbitrary<T>` that cgfuzz uses. */
export interface ArbitraryLike<T> {
  generate(random: never, biasFactor: number | undefined): { readonly value: T };
}

/**
 * A generator that draws values of the arbitrary. `use` turns the value into the result: a program, a
 * verdict. Values that draw later (streams, schedulers, `fc.gen()`, command runs) should be used up in `use`,
 * so that all their draws are recorded.
 */
export function fromFastCheck<T>(arbitrary: ArbitraryLike<T>): Generator<T>;
export function fromFastCheck<T, U>(arbitrary: ArbitraryLike<T>, use: (value: T) => U): Generator<U>;
export function fromFastCheck<T, U>(arbitrary: ArbitraryLike<T>, use?: (value: T) => U): Generator<T | U> {
  if (!isArbitrary(arbitrary)) {
    throw new TypeError('fromFastCheck takes a fast-check arbitrary, such as fc.array(fc.integer())');
  }
  const { root, depths } = shadowGraph(arbitrary);
  return (draw) => {
    for (const shared of depths) shared.depth = 0;
    const session = new DrawSession(draw);
    const value = root.generate(new ChoiceRandom(session), BIAS_FACTOR).value as T;
    session.end();
    return use === undefined ? value : use(value);
  };
}
