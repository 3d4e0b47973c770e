/** Plain draws from pure-rand: what everything that draws through the choice engine is held against. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { compare, type Bench, type Measurement } from './harness.ts';

/** Ranges that a generator of programs asks for: a coin, a kind of statement, a small constant, a byte. */
const ranges = [1, 12, 99, 255];

export const random: Bench = {
  name: 'random',
  question: 'How fast is a plain pure-rand draw, with nothing recorded?',
  decision: 'what a recorded draw may cost',
  *run(): Iterable<Measurement> {
    const generator = xoroshiro128plus(1);
    const draws = (times: number): number => {
      let sum = 0;
      for (let index = 0; index < times; index++) sum ^= uniformInt(generator, 0, ranges[index & 3] ?? 0);
      return sum;
    };
    const { ns, how } = compare({ draws });
    yield { name: 'uniformInt over xoroshiro128plus', value: 1e9 / ns('draws'), unit: 'draws/s', how };
  },
};
