/** The first tests of a campaign: what arms that hardly earn may cost before that is known. */
import { expect, it } from 'vitest';
import { makeRandom, uniformUnit } from '../../src/choice/index.ts';
import { Bandit } from '../../src/search/bandit.ts';
import { expectedEarnings } from '../../src/search/expected.ts';

const SEEDS = 20;
const TESTS = 300;
const poor = ['mutate', 'splice', 'minimise', 'small'];
const good = ['fresh', 'swarm', 'storm'];

it('gives arms that earn a quarter of what others do less than a tenth of the first tests', () => {
  const expected = new Map(Object.entries(expectedEarnings));
  let toPoor = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const rng = makeRandom(seed);
    const bandit = new Bandit([...good, ...poor], { expected });
    for (let test = 0; test < TESTS; test++) {
      const arm = bandit.choose(rng, new Set());
      if (poor.includes(arm)) toPoor++;
      // Earnings come in lumps: most tests earn little, some much.
      const earned = Math.min(10, -2 * Math.log(1 - uniformUnit(rng)) * uniformUnit(rng));
      bandit.learn(arm, poor.includes(arm) ? earned / 4 : earned, 50);
    }
  }
  expect(toPoor / (SEEDS * TESTS)).toBeLessThan(0.1);
});
