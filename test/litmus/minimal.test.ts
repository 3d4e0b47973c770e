import { describe, expect, it } from 'vitest';
import { parseLine, simulate } from '../../src/litmus/index.ts';
import { cyclesOf, familyNames } from '../../lab/litmus/cycles.ts';
import { minimalTests, skeletonsUpTo } from '../../lab/litmus/enumerate.ts';

const pairs = cyclesOf(2);
const testsOf = (name: string): readonly string[] =>
  minimalTests(pairs.filter((cycle) => cycle.name === name).map(({ skeleton }) => skeleton)).lines;
const isForbidden = (line: string): boolean => {
  const { program, asked } = parseLine(`t: ${line}`);
  return simulate(program).outcomes.get(asked) !== 'allowed';
};
/** Each line with one order or one fence a step weaker. */
const weaker: Readonly<Record<string, readonly string[]>> = {
  ar: ['acq', 'rel'],
  acq: ['rlx'],
  rel: ['rlx'],
};
function weakened(line: string): string[] {
  return [
    ...line.matchAll(/(?<kind>[WRXF])(?:[a-z]\.|[a-z]\d+)?(?<order>sc|ar|acq|rel|rlx)(?:=\d+)?/g),
  ].flatMap(({ index, 0: word, groups }) => {
    const { kind = '', order = '' } = groups ?? {};
    const steps =
      order === 'sc' ? (kind === 'R' ? ['acq'] : kind === 'W' ? ['rel'] : ['ar']) : (weaker[order] ?? []);
    return steps.map((step) => {
      const isGone = kind === 'F' && step === 'rlx';
      return (
        line.slice(0, index) + (isGone ? '' : word.replace(order, step)) + line.slice(index + word.length)
      );
    });
  });
}

describe('critical cycles', () => {
  it('are 15 of two threads and 45 of three, and the families have their names', () => {
    const names = [...pairs, ...cyclesOf(3)].map(({ name }) => name);
    expect(pairs).toHaveLength(15);
    expect(names).toHaveLength(60);
    expect(Object.keys(familyNames).filter((name) => !names.includes(name))).toEqual([]);
    expect(pairs.filter(({ name }) => !(name in familyNames))).toEqual([]);
  });

  it('of two threads have 53 minimal tests, 3 or 4 each, and LB only one', () => {
    expect(minimalTests(pairs.map(({ skeleton }) => skeleton)).lines).toHaveLength(53);
    for (const { name } of pairs) {
      const count = testsOf(name).length;
      expect(familyNames[name] === 'LB' ? [1] : [3, 4]).toContain(count);
    }
  });

  it('give the well-known variants of store buffering', () => {
    expect(testsOf('WR WR')).toEqual([
      'Wx1sc Ry.sc=0 | Wy1sc Rx.sc=0',
      'Wx1rlx Fsc Ry.rlx=0 | Wy1sc Rx.sc=0',
      'Wx1rlx Fsc Ry.rlx=0 | Wy1rlx Fsc Rx.rlx=0',
    ]);
  });

  it('give tests that are forbidden, and no longer so with any order one step weaker', () => {
    const { lines } = minimalTests(pairs.map(({ skeleton }) => skeleton));
    for (const line of lines) {
      expect(isForbidden(line), line).toBe(true);
      for (const weak of weakened(line)) expect(isForbidden(weak), `${line} -> ${weak}`).toBe(false);
    }
  });
});

describe('all tests up to a size', () => {
  const upTo = (accesses: number, hasUnused: boolean): readonly string[] =>
    minimalTests(skeletonsUpTo({ accesses, locations: 2, kinds: ['R', 'W', 'U'] }), { hasUnused }).lines;

  it('are the four rules of coherence and atomicity where there are two accesses', () => {
    expect(upTo(2, true)).toEqual([
      'Rx.rlx=1 Wx1rlx',
      'Wx1rlx Rx.rlx=0',
      'Wx1rlx Wx2rlx ; x=1',
      'Wx1rlx | Xx2rlx=0 ; x=2',
    ]);
  });

  it('are seven more where there are three', () => {
    expect(upTo(3, true)).toHaveLength(11);
    expect(upTo(3, false)).toEqual(upTo(3, true));
  });

  it('are 32 more with four, and the simulator forbids each', () => {
    const lines = upTo(4, false);
    expect(lines).toHaveLength(43);
    for (const line of lines) expect(isForbidden(line), line).toBe(true);
  });
});
