/** Properties of the bandit whatever the arms earn, and of the distribution that it draws rates from. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { makeRandom, uniformUnit } from '../../src/choice/index.ts';
import { Bandit, gamma } from '../../src/search/bandit.ts';

interface Arm {
  /** Mean of what one test earns; what it earns is all or nothing. */
  readonly earns: number;
  readonly costMs: number;
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Lets the bandit choose for some tests, and says how many of them each arm got. */
function play(
  bandit: Bandit,
  arms: Readonly<Record<string, Arm>>,
  { seed, tests }: { readonly seed: number; readonly tests: number },
): Readonly<Record<string, number>> {
  const rng = makeRandom(seed);
  const got = Object.fromEntries(Object.keys(arms).map((arm) => [arm, 0]));
  for (let test = 0; test < tests; test++) {
    const name = bandit.choose(rng, new Set());
    got[name]!++;
    const { earns, costMs } = arms[name]!;
    bandit.learn(name, uniformUnit(rng) < Math.min(1, earns) ? Math.max(1, earns) : 0, costMs);
  }
  return got;
}

describe('the bandit', () => {
  it('gives nearly all tests to an arm that earns ten times what others do', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(0.5, 1, 10), (seed, earns) => {
        const arms = {
          good: { earns, costMs: 30 },
          bad: { earns: earns / 10, costMs: 30 },
          worse: { earns: earns / 10, costMs: 40 },
        };
        const bandit = new Bandit(Object.keys(arms));
        play(bandit, arms, { seed, tests: 300 });
        expect(play(bandit, arms, { seed, tests: 1_000 })['good']).toBeGreaterThan(800);
      }),
      { numRuns: 50 },
    );
  });

  it('goes on with the state of a campaign that had other arms', () => {
    const before = new Bandit(['fresh', 'graft']);
    before.learn('fresh', 4, 20);
    before.learn('graft', 1, 20);
    const bandit = new Bandit(['fresh', 'seed']);
    bandit.restore(before.state);
    expect([...bandit.rates()]).toEqual([
      ['fresh', before.rates().get('fresh')],
      ['seed', 0],
    ]);
    expect(['fresh', 'seed']).toContain(bandit.choose(makeRandom(1), new Set()));
  });

  it('takes cost for what it is: a tenth of the cost is as good as ten times the earnings', () => {
    const arms = { cheap: { earns: 0.3, costMs: 5 }, dear: { earns: 0.3, costMs: 50 } };
    const bandit = new Bandit(Object.keys(arms));
    expect(play(bandit, arms, { seed: 1, tests: 2_000 })['cheap']).toBeGreaterThan(1_700);
  });

  it('tries first what is expected to earn more, and believes what it sees in the end', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const expected = new Map([['promising', 8]]);
        const arms = { promising: { earns: 0.05, costMs: 20 }, modest: { earns: 0.5, costMs: 20 } };
        const first = Array.from({ length: 40 }, (_, i) =>
          new Bandit(Object.keys(arms), { expected }).choose(makeRandom(seed + i), new Set()),
        );
        expect(first.filter((arm) => arm === 'promising').length).toBeGreaterThan(24);
        const bandit = new Bandit(Object.keys(arms), { expected });
        play(bandit, arms, { seed, tests: 400 });
        expect(play(bandit, arms, { seed, tests: 1_000 })['modest']).toBeGreaterThan(800);
      }),
      { numRuns: 30 },
    );
  });

  it('starves no arm, be it one that never earns anything', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 8 }), (seed, count) => {
        const arms: Record<string, Arm> = { good: { earns: 20, costMs: 1 } };
        for (let arm = 1; arm < count; arm++) arms[`idle ${arm}`] = { earns: 0, costMs: 1_000 };
        const tests = 20_000;
        const got = play(new Bandit(Object.keys(arms)), arms, { seed, tests });
        // A fiftieth of all tests is shared out evenly; five standard deviations less, as chance would have it.
        const share = tests / 50 / count;
        for (const some of Object.values(got)) expect(some).toBeGreaterThan(share - 5 * Math.sqrt(share));
      }),
      { numRuns: 15 },
    );
  });

  it('follows a change of fortunes within a few half-lives', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rich = { earns: 0.5, costMs: 20 };
        const poor = { earns: 0.05, costMs: 20 };
        const bandit = new Bandit(['a', 'b'], { halfLife: 100 });
        play(bandit, { a: rich, b: poor }, { seed, tests: 2_000 });
        play(bandit, { a: poor, b: rich }, { seed, tests: 500 });
        expect(play(bandit, { a: poor, b: rich }, { seed, tests: 1_000 })['b']).toBeGreaterThan(750);
      }),
      { numRuns: 50 },
    );
  });

  it('shares evenly when every draw goes to all arms alike', () => {
    const arms = { a: { earns: 9, costMs: 1 }, b: { earns: 0, costMs: 9 } };
    const got = play(new Bandit(['a', 'b'], { floor: 1 }), arms, { seed: 3, tests: 4_000 });
    expect(Math.abs(got['a']! - 2_000)).toBeLessThan(150);
  });

  it('is less sure of an arm, the larger the lumps are that everything comes in', () => {
    const share = (lump: number): number => {
      const bandit = new Bandit(['good', 'poor'], { floor: 0, halfLife: 1e9 });
      const rng = makeRandom(3);
      // The same rates from equally many tests, once in ones, once in lumps; then draws without learning.
      for (let i = 0; i < 400; i++) {
        bandit.learn('good', i % lump === 0 ? 1.1 * lump : 0, 10);
        bandit.learn('poor', i % lump === 0 ? lump : 0, 10);
      }
      const draws = Array.from({ length: 2_000 }, () => bandit.choose(rng, new Set()));
      return draws.filter((arm) => arm === 'good').length / draws.length;
    };
    expect(share(1)).toBeGreaterThan(share(10) + 0.05);
    expect(share(10)).toBeGreaterThan(share(100));
    expect(share(100)).toBeGreaterThan(0.5);
  });

  it('never chooses what is not possible', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = makeRandom(seed);
        const bandit = new Bandit(['a', 'b', 'c']);
        bandit.learn('b', 100, 1);
        for (let i = 0; i < 50; i++) expect(bandit.choose(rng, new Set('b'))).not.toBe('b');
      }),
    );
  });

  it('goes on after a restart as if nothing had happened, and leaves out arms that are gone', () => {
    const arms = { a: { earns: 0.5, costMs: 3 }, b: { earns: 0.2, costMs: 4 } };
    const first = new Bandit(['a', 'b']);
    play(first, arms, { seed: 1, tests: 100 });
    const second = new Bandit(['a', 'b']);
    const { arms: known, squares } = first.state;
    second.restore({ arms: { ...known, gone: [1, 1] }, squares });
    expect(second.rates()).toEqual(first.rates());
    expect(play(second, arms, { seed: 2, tests: 200 })).toEqual(play(first, arms, { seed: 2, tests: 200 }));
  });
});

describe('the gamma distribution', () => {
  it.each([1, 1.5, 4, 30, 1_000])('of shape %d has that mean and that variance', (shape) => {
    const rng = makeRandom(7);
    const draws = Array.from({ length: 40_000 }, () => gamma(rng, shape));
    const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length;
    const variance = draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / draws.length;
    // Five standard errors of the mean, and a tenth for the variance.
    expect(Math.abs(mean - shape)).toBeLessThan(5 * Math.sqrt(shape / draws.length));
    expect(Math.abs(variance / shape - 1)).toBeLessThan(0.1);
    expect(Math.min(...draws)).toBeGreaterThan(0);
  });

  it('of shape 1 is the exponential one', () => {
    const rng = makeRandom(8);
    const above = (x: number): number =>
      Array.from({ length: 20_000 }, () => gamma(rng, 1)).filter((draw) => draw > x).length / 20_000;
    for (const x of [0.1, 0.5, 1, 2, 4]) expect(Math.abs(above(x) - Math.exp(-x))).toBeLessThan(0.015);
  });
});

describe('bandits of a fleet', () => {
  const arms = ['a', 'b', 'c'];

  it('that tell one another know the same as one that made all tests', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.nat(9), fc.nat(1)), { maxLength: 60 }), (tests) => {
        // Without forgetting, sums are sums, in whatever order they are told.
        const memory = { halfLife: Infinity };
        const one = new Bandit(arms, memory);
        const workers = [new Bandit(arms, memory), new Bandit(arms, memory)];
        for (const [arm, earned, worker] of tests) {
          one.learn(arms[arm]!, earned, 10);
          workers[worker]!.learn(arms[arm]!, earned, 10);
        }
        const told = workers.map((worker) => worker.takeEarnings());
        workers[0]!.learnFrom(told[1]!);
        workers[1]!.learnFrom(told[0]!);
        for (const worker of workers) expect(worker.state).toEqual(one.state);
      }),
    );
  });

  it('tell each test once', () => {
    const bandit = new Bandit(arms);
    bandit.learn('a', 2, 10);
    bandit.learn('a', 3, 10);
    expect(bandit.takeEarnings()).toEqual({ tests: 2, arms: { a: [5, 20] }, squares: 13 });
    expect(bandit.takeEarnings()).toEqual({ tests: 0, arms: {}, squares: 0 });
  });

  it('forget as much by the tests of others as by their own, and pass over arms that they lack', () => {
    const [own, told] = [new Bandit(arms, { halfLife: 10 }), new Bandit(arms, { halfLife: 10 })];
    own.learn('a', 8, 10);
    told.learn('a', 8, 10);
    for (let test = 0; test < 10; test++) own.learn('b', 0, 0);
    told.learnFrom({ tests: 10, arms: { b: [0, 0], unknown: [5, 5] }, squares: 0 });
    const [a, b] = [own.state.arms['a']!, told.state.arms['a']!];
    expect(b[0]).toBeCloseTo(a[0]);
    expect(Object.keys(told.state.arms)).toEqual(arms);
  });
});
