/** Random numbers below a bound, for generators of tests. */
import { type makeRandom, uniformBelow } from '../../src/choice/index.ts';

export function below(random: ReturnType<typeof makeRandom>): (count: number) => number {
  return (count) => uniformBelow(random, count);
}
