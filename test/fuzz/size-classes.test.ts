/** Which programs are executed, now that their size is known: those whose size earns as much as the campaign does. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Bandit } from '../../src/fuzz/bandit.ts';
import { EXTRA_MS } from '../../src/fuzz/parents.ts';
import { SizeClasses } from '../../src/fuzz/size-classes.ts';

const SMALL = 1_000;
const LARGE = 100_000;
/** In a millisecond. */
const USUAL = 0.01;

/** Executes tests of one size, each of which earns as much. */
function learn(sizes: SizeClasses, bytes: number, earned: number, tests: number): void {
  for (let i = 0; i < tests; i++) sizes.learn(bytes, earned, 20);
}

function executed(sizes: SizeClasses, bytes: number, tests = 1_600): number {
  let count = 0;
  for (let test = 1; test <= tests; test++) if (sizes.isWorthwhile(bytes, USUAL, test)) count++;
  return count;
}

describe('size classes', () => {
  it('execute everything until they know what tests of a size earn', () => {
    const sizes = new SizeClasses();
    learn(sizes, SMALL, 0, 15);
    expect(executed(sizes, SMALL)).toBe(1_600);
    expect(executed(sizes, LARGE)).toBe(1_600);
  });

  it('leave out most, but never all, of a size that earns less than the campaign does, and none of the others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 500 }),
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        (tests, earned) => {
          const sizes = new SizeClasses();
          learn(sizes, SMALL, earned, tests);
          learn(sizes, LARGE, 1, tests);
          expect(executed(sizes, SMALL)).toBe(100);
          expect(executed(sizes, SMALL + 1)).toBe(100);
          expect(executed(sizes, LARGE)).toBe(1_600);
        },
      ),
    );
  });

  it('leave out nothing where nothing is found any more', () => {
    const sizes = new SizeClasses();
    const bandit = new Bandit(['an arm']);
    for (let i = 0; i < 20_000; i++) {
      const [bytes, earned] = i % 4 === 0 ? [LARGE, i < 100 ? 1 : 0] : [SMALL, 0];
      sizes.learn(bytes, earned, 20);
      bandit.learn('an arm', earned, 20 + EXTRA_MS);
    }
    expect(sizes.isWorthwhile(SMALL, bandit.usual, 1)).toBe(true);
    expect(sizes.isWorthwhile(LARGE, bandit.usual, 1)).toBe(true);
  });

  it('take to a size again that has come to earn more', () => {
    const sizes = new SizeClasses();
    learn(sizes, SMALL, 0, 500);
    learn(sizes, SMALL, 5, 200);
    expect(executed(sizes, SMALL)).toBe(1_600);
  });

  it('know after a restart what they knew before', () => {
    const sizes = new SizeClasses();
    learn(sizes, SMALL, 0, 100);
    learn(sizes, LARGE, 1, 100);
    const again = new SizeClasses();
    again.restore(JSON.parse(JSON.stringify(sizes.state)) as typeof sizes.state);
    expect([SMALL, LARGE].map((bytes) => executed(again, bytes))).toEqual([100, 1_600]);
  });
});
