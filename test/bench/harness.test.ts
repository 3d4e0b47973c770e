import { describe, expect, it } from 'vitest';
import { asJson, compare, isMet, type Measurement } from '../../bench/harness.ts';

const measured: Measurement = { name: 'draws', value: 5, unit: 'times', how: 'by hand' };

describe('a measurement', () => {
  it.each([
    [undefined, undefined],
    [{ atMost: 5 }, true],
    [{ atMost: 4.9 }, false],
    [{ atLeast: 5 }, true],
    [{ atLeast: 5.1 }, false],
  ])('of 5 with the goal %j is met: %s', (goal, met) => {
    expect(isMet(goal ? { ...measured, goal } : measured)).toBe(met);
  });

  it('has the same six fields for a machine, with a goal or without', () => {
    expect(JSON.parse(asJson(measured))).toEqual({ ...measured, goal: null, met: null });
    expect(JSON.parse(asJson({ ...measured, goal: { atMost: 2.5 } }))).toEqual({
      ...measured,
      goal: '<= 2.5',
      met: false,
    });
  });

  it('that is not a number misses its goal', () => {
    expect(isMet({ ...measured, value: NaN, goal: { atMost: 5 } })).toBe(false);
  });
});

describe('a comparison', () => {
  it('lets every alternative work as often as the others', () => {
    const turns: string[] = [];
    const work = (name: string) => (times: number) => {
      if (turns.at(-1) !== name) turns.push(name);
      let sum = 0;
      for (let index = 0; index < times; index++) sum += index;
      return sum;
    };
    const result = compare({ a: work('a'), b: work('b') }, { rounds: 4, turnMs: 1 });
    // Calibration in order, then forth and back, where neighbours of the same name join.
    expect(turns).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'a']);
    expect(result.ratio('a', 'a')).toBe(1);
  });
});
