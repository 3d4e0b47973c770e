import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Curve } from '../../../src/report/screen/growth.ts';
import { mannWhitney, varghaDelaney } from '../../../src/report/compare/statistics.ts';
import { growingLines, statsLine } from '../stats-lines.ts';

const sample = fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 4 });

/** All ways to choose so many of the values, as pairs of what is chosen and what is left. */
function partings(values: readonly number[], size: number): [number[], number[]][] {
  const [first, ...rest] = values;
  if (first === undefined) return size === 0 ? [[[], []]] : [];
  return [
    ...partings(rest, size - 1).map(([a, b]): [number[], number[]] => [[first, ...a], b]),
    ...partings(rest, size).map(([a, b]): [number[], number[]] => [a, [first, ...b]]),
  ];
}

describe('Mann-Whitney', () => {
  it.each([
    // Critical values as printed in any table: the largest U that is significant at 5%, two-sided.
    [3, 5, 0, true],
    [3, 4, 0, false],
    [5, 5, 2, true],
    [5, 5, 3, false],
    [8, 8, 13, true],
    [8, 8, 14, false],
    [20, 20, 127, true],
    [20, 20, 128, false],
  ])('calls a U of %s against %s values significant up to the tabled one: %s', (n, m, u, isSignificant) => {
    // The first sample below all, but for so many pairs.
    const second = Array.from({ length: m }, (_, i) => 2 * i + 1);
    const ahead = Array.from({ length: n }, (_, i) => Math.max(0, Math.min(m, u - m * (n - 1 - i))));
    const first = ahead.map((pairs, i) => 2 * pairs + i / 100);
    const result = mannWhitney(first, second);
    expect(result.u).toBe(u);
    expect(result.p <= 0.05).toBe(isSignificant);
  });

  it('gives the share of all partings that differ as much or more, also with equal values', () => {
    fc.assert(
      fc.property(sample, sample, (first, second) => {
        const half = (first.length * second.length) / 2;
        const distance = (a: readonly number[], b: readonly number[]): number =>
          Math.abs(varghaDelaney(a, b) * first.length * second.length - half);
        const all = partings([...first, ...second], first.length);
        const asFar = all.filter(([a, b]) => distance(a, b) >= distance(first, second) - 1e-9);
        expect(mannWhitney(first, second).p).toBeCloseTo(asFar.length / all.length, 10);
      }),
    );
  });

  it('cannot be surer than so few values allow', () => {
    expect(mannWhitney([4, 5, 6], [1, 2, 3])).toEqual({ u: 9, p: 0.1, leastP: 0.1 });
    expect(mannWhitney([2], [1]).leastP).toBe(1);
  });

  it('does not care about the order of samples, nor about the scale', () => {
    fc.assert(
      fc.property(sample, sample, (first, second) => {
        const { u, p } = mannWhitney(first, second);
        const swapped = mannWhitney(second, first);
        expect(swapped.u).toBe(first.length * second.length - u);
        expect(swapped.p).toBeCloseTo(p, 10);
        const squared = (values: number[]): number[] => values.map((value) => value ** 2);
        expect(mannWhitney(squared(first), squared(second)).p).toBeCloseTo(p, 10);
      }),
    );
  });
});

describe('Vargha-Delaney A12', () => {
  it('is the share of pairs in which the first is ahead, equal ones half', () => {
    expect(varghaDelaney([3, 4], [1, 2])).toBe(1);
    expect(varghaDelaney([1, 2], [1, 2])).toBe(0.5);
    expect(varghaDelaney([1], [1, 2, 3, 4])).toBe(0.125);
  });
});

describe('a curve', () => {
  it('is straight between its points, flat behind them, and starts with nothing', () => {
    const lines = [statsLine({ cpuMs: 100, edges: 10 }), statsLine({ cpuMs: 300, edges: 20 })];
    const curve = new Curve(lines, ({ edges }) => edges);
    expect([0, 50, 100, 200, 300, 900].map((at) => curve.at(at))).toEqual([0, 5, 10, 15, 20, 20]);
    expect([0, 5, 10, 15, 20, 21].map((edges) => curve.timeTo(edges))).toEqual([
      0,
      50,
      100,
      200,
      300,
      Infinity,
    ]);
  });

  it('is at a value when it has reached it', () => {
    const curve = new Curve(growingLines(50), ({ edges }) => edges);
    fc.assert(
      fc.property(fc.double({ min: 1, max: 50_000, noNaN: true }), (ms) => {
        expect(curve.at(curve.timeTo(curve.at(ms)))).toBeCloseTo(curve.at(ms), 5);
      }),
    );
  });
});
