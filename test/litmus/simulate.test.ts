import { describe, expect, it } from 'vitest';
import { parseLine, readCLitmus, simulate, type Simulation } from '../../src/litmus/index.ts';
import { type Clause, clauses } from '../../src/litmus/model/rc11.ts';
import { expanded, pairs } from './pairs.ts';
import { allowed, forbidden, moreForbidden, neverTolerated, tolerated } from './verdicts.ts';

function permission(line: string, dropped: readonly Clause[] = []): string {
  const { program, asked } = parseLine(line);
  return simulate(program, { dropped }).outcomes.get(asked) ?? 'forbidden';
}

function simulated(threads: string, question?: string, dropped: readonly Clause[] = []): Simulation {
  return simulate(readCLitmus(expanded(threads, question)).program, { dropped });
}

describe('the named tests', () => {
  it('are 77', () => expect(allowed.length + forbidden.length + tolerated.length).toBe(77));
  it.each([...forbidden, ...moreForbidden])('%s is forbidden', (line) => {
    expect(permission(line)).toBe('forbidden');
  });
  it.each(tolerated)('%s is only tolerated', (line) => expect(permission(line)).toBe('tolerated'));
  it.each(allowed)('%s is allowed', (line) => expect(permission(line)).toBe('allowed'));
  it.each(neverTolerated)('%s is not even tolerated', (line) => expect(permission(line)).toBe('forbidden'));
});

describe('the pairs', () => {
  it.each(pairs)('%s: the first one never races, the second one does', (_, free, racy) => {
    expect(simulated(free).race).toBeUndefined();
    expect(simulated(racy).race).toMatch(/^a (write|read) of .* and a (write|read) of/);
  });

  it('a guarded message arrives, or nothing is read', () => {
    const { outcomes } = simulated(
      '*x = 1; S(y,1,rel); ||| int s = L(y,acq); if (s == 1) { int r = *x; }',
      'exists (1:s=1 /\\ 1:r=0)',
    );
    expect([...outcomes.keys()].toSorted()).toEqual(['1:s=0; 1:r=0;', '1:s=1; 1:r=1;']);
  });

  it('a lock loses no increment, and gives four outcomes', () => {
    const { outcomes } = simulated(
      pairs.find(([name]) => name === 'lock')![1],
      'exists (x=1 /\\ 0:a=1 /\\ 1:b=1)',
    );
    expect([...outcomes].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['[x]=1; 0:a=0; 1:b=1;', 'allowed'],
      ['[x]=1; 0:a=1; 1:b=0;', 'allowed'],
      ['[x]=2; 0:a=1; 1:b=1;', 'allowed'],
    ]);
  });

  it('after a round trip one never reads what one wrote oneself', () => {
    const { outcomes } = simulated(
      '*x = 1; S(y,1,rel); int r = 0; if (L(z,acq) == 1) { r = *x; } ||| if (L(y,acq) == 1) { *x = 2; S(z,1,rel); }',
      'exists (0:r=1)',
    );
    expect([...outcomes.keys()].toSorted()).toEqual(['0:r=0;', '0:r=2;']);
  });

  it.each([
    'if (L(x,rlx)) { S(y,1,rlx); } ||| if (L(y,rlx)) { S(x,1,rlx); }',
    'if (*x) { *y = 1; } ||| if (*y) { *x = 1; }',
  ])('nothing comes out of thin air, and nothing races: %s', (threads) => {
    const { outcomes, race } = simulated(threads, 'exists (x=1 \\/ y=1)');
    expect(race).toBeUndefined();
    expect(outcomes.get('[x]=0; [y]=0;')).toBe('allowed');
    expect(outcomes.get('[x]=1; [y]=1;')).not.toBe('allowed');
  });
});

describe('whole outcome sets', () => {
  const middles = ['int b = A(y,2,rlx);', 'int b = X(y,2,rlx);', 'int b = L(y,rlx); S(y,2,rlx);'];
  const counts = (first: string, last: string, question: string): number[] =>
    middles.map((middle) => {
      const { outcomes } = simulated(`${first} ||| ${middle} ${last}`, question);
      return [...outcomes.values()].filter((of) => of === 'allowed').length;
    });

  it('have the sizes that herd7 finds', () => {
    expect(
      counts('int a = L(x,rlx); S(y,1,rlx);', 'S(x,1,rlx);', 'exists (0:a=1 /\\ 1:b=1 /\\ y=2)'),
    ).toEqual([3, 3, 5]);
    expect(
      counts('S(x,1,rlx); S(y,1,rlx);', 'int c = L(x,rlx);', 'exists (1:b=1 /\\ 1:c=0 /\\ y=2)'),
    ).toEqual([4, 4, 6]);
    expect(counts('S(x,2,rlx); S(y,1,rlx);', 'S(x,1,rlx);', 'exists (1:b=1 /\\ x=2 /\\ y=2)')).toEqual([
      4, 4, 6,
    ]);
  });
});

describe('each clause of the model', () => {
  const lines = [
    ...[...forbidden, ...moreForbidden, ...neverTolerated].map((line) => [line, 'forbidden'] as const),
    ...tolerated.map((line) => [line, 'tolerated'] as const),
    ...allowed.map((line) => [line, 'allowed'] as const),
  ];
  it.each(clauses)('is needed, or a named test would fail: %s', (clause) => {
    const changed = lines.filter(([line, verdict]) => permission(line, [clause]) !== verdict);
    expect(changed.length).toBeGreaterThan(0);
  });
});
