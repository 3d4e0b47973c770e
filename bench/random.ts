/** Plain draws from pure-rand: what everything that draws through the choice engine is measured against. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { xorshift128plus } from 'pure-rand/generator/xorshift128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { compare, type Bench, type Measurement, type Work } from './harness.ts';

/** Ranges that a generator of programs asks for: a coin, a kind of statement, a small constant, a byte. */
const ranges = [1, 12, 99, 255];

function draws(generator: RandomGenerator): Work {
  return (times) => {
    let sum = 0;
    for (let index = 0; index < times; index++) sum ^= uniformInt(generator, 0, ranges[index & 3] ?? 0);
    return sum;
  };
}

export const random: Bench = {
  name: 'random',
  question: 'How fast is a plain pure-rand draw, with nothing recorded?',
  decision: 'which of its generators is behind fresh choices',
  *run(): Iterable<Measurement> {
    const alternatives = {
      xoroshiro128plus: draws(xoroshiro128plus(1)),
      xorshift128plus: draws(xorshift128plus(1)),
    };
    const result = compare(alternatives);
    for (const name of ['xoroshiro128plus', 'xorshift128plus'] as const) {
      yield { name: `uniformInt, ${name}`, value: 1e9 / result.ns(name), unit: 'draws/s', how: result.how };
    }
    yield {
      name: 'time of xorshift128plus over xoroshiro128plus',
      value: result.ratio('xorshift128plus', 'xoroshiro128plus'),
      unit: 'times',
      how: result.how,
    };
  },
};
