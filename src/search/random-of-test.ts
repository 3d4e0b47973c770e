/**
 * The randomness of a test: everything random about it follows from the campaign's seed and the test's
 * number.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { makeRandom } from '../choice/index.ts';

/** The random numbers of neighbouring tests and campaigns are independent. */
export function randomOfTest(seed: number, test: number): RandomGenerator {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(test, 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  return makeRandom((x ^ (x >>> 13)) >>> 0);
}
