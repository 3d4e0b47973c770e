import { describe, expect, it } from 'vitest';
import { type BugPair, pairedTest } from '../../bench/bugs/paired.ts';
import { leftAt, survivalText } from '../../bench/bugs/survival.ts';

const END_MS = 1_000;

function pairs(count: number, oneMs: number | undefined, otherMs: number | undefined): BugPair[] {
  return Array.from({ length: count }, (_, at) => ({ bug: `bug-${at}`, oneMs, otherMs }));
}

describe('the paired permutation test', () => {
  it('knows the exact probability: of 2^n sign patterns, only two are as large', () => {
    const { speed, chance } = pairedTest(pairs(5, 100, 200), END_MS);
    expect(speed).toBeCloseTo(2);
    expect(chance).toBe(2 / 32);
  });

  it('calls sides that exchange their times alike', () => {
    const mixed = [...pairs(1, 100, 200), { bug: 'other', oneMs: 200, otherMs: 100 }];
    expect(pairedTest(mixed, END_MS)).toEqual({ speed: 1, chance: 1, chanceOfCounts: 1 });
  });

  it('counts the runs of one bug as one bug, however many there are', () => {
    const one = { bug: 'same', oneMs: 100, otherMs: 200 };
    expect(pairedTest([one, one, one, one, one, one], END_MS).chance).toBe(1);
  });

  it('counts a bug that a side never found as found at the end, and leaves out a bug that no side found', () => {
    const [never, none] = [pairs(1, 500, undefined), pairs(3, undefined, undefined)];
    expect(pairedTest([...never, ...none], END_MS).speed).toBeCloseTo(2);
    expect(pairedTest(none, END_MS)).toEqual({ speed: 1, chance: 1, chanceOfCounts: 1 });
  });

  it('tells a side that finds more from a side that is sooner', () => {
    const late = pairs(1, 200, 1);
    const more = Array.from({ length: 6 }, (_, at) => ({
      bug: `rare-${at}`,
      oneMs: 900,
      otherMs: undefined,
    }));
    const { speed, chanceOfCounts } = pairedTest([...late, ...more], END_MS);
    expect(speed).toBeLessThan(1);
    expect(chanceOfCounts).toBe(2 / 64);
  });

  it('is the same, whichever side is called the one', () => {
    const some = [...pairs(4, 100, 300), { bug: 'late', oneMs: 900, otherMs: 50 }];
    const turned = some.map(({ bug, oneMs, otherMs }) => ({ bug, oneMs: otherMs, otherMs: oneMs }));
    expect(pairedTest(turned, END_MS).chance).toBe(pairedTest(some, END_MS).chance);
  });

  it('samples sign patterns for many bugs, and then never says 0', () => {
    const { chance } = pairedTest(pairs(40, 100, 200), END_MS);
    expect(chance).toBeGreaterThan(0);
    expect(chance).toBeLessThan(0.001);
    const alike = Array.from({ length: 40 }, (_, at) => ({
      bug: `bug-${at}`,
      oneMs: at % 2 === 0 ? 100 : 200,
      otherMs: at % 2 === 0 ? 200 : 100,
    }));
    expect(pairedTest(alike, END_MS).chance).toBeGreaterThan(0.9);
  });
});

describe('a survival curve', () => {
  it('falls from a moment on when a bug is found, and never to 0 if one is not found', () => {
    const times = [100, 300, undefined];
    expect([0, 100, 299, 300, END_MS].map((moment) => leftAt(times, moment))).toEqual([
      1,
      2 / 3,
      2 / 3,
      1 / 3,
      1 / 3,
    ]);
  });

  it('has a line for each moment and side', () => {
    const lines = survivalText(
      [
        { side: 'guided', timesMs: [100] },
        { side: 'random', timesMs: [undefined] },
      ],
      END_MS,
    );
    expect(lines).toHaveLength(20);
    expect(lines.at(-2)).toMatch(/^ +1 s {2}guided .* 0\.00$/);
    expect(lines.at(-1)).toMatch(/random {2}#{40} 1\.00$/);
  });
});
