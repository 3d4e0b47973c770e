import { describe, expect, it } from 'vitest';
import { onlyIn, unionOf } from '../../bench/executable/edge-sets.ts';
import { familyOf, readStat, runMetered } from '../../bench/executable/metered.ts';
import { chosenSeeds, patternsIn, statementsIn } from '../../bench/executable/seeds.ts';

describe('seeds out of the tests of projects', () => {
  it('are patterns of pcre2test without slashes and modifiers', () => {
    const text = '# a comment\n\n/the quick/i\n    the quick\n\n/a\\/b\n  c/x,mark\n    a/b\n';
    expect(patternsIn(text)).toEqual(['the quick', 'a\\/b\n  c']);
  });

  it('are scripts of SQL, wherever no braces are inside', () => {
    const text =
      'do_test a-1 {\n  execsql { SELECT 1; }\n} {1}\ndo_execsql_test a-2 {\n  SELECT 2\n} {2}\nexecsql {SELECT {x}}';
    expect(statementsIn(text)).toEqual(['SELECT 1;', 'SELECT 2']);
  });

  it('are different, not empty, and taken from all of the tests', () => {
    const texts = ['a', '', 'b', 'a', 'c', 'd'];
    expect(chosenSeeds(texts)).toEqual(['a', 'b', 'c', 'd']);
    expect(chosenSeeds(texts, 2)).toEqual(['a', 'c']);
    expect(chosenSeeds(['x'.repeat(30_000), 'y'])).toEqual(['y']);
  });
});

it('an edge is of one side alone if no other side has it', () => {
  const [first, second, third] = [new Set([1, 2, 3]), new Set([2, 5]), new Set([3, 5])];
  expect([...onlyIn(first, [second, third])]).toEqual([1]);
  expect([...onlyIn(second, [first, third])]).toEqual([]);
  expect(unionOf([first, second, third])).toEqual(new Set([1, 2, 3, 5]));
});

describe('the meter', () => {
  it('reads the time of a process and of children that ended, whatever the name is', () => {
    const line = '41 (a ) b) S 7 41 41 0 -1 4194560 1 2 3 4 10 20 300 4000 20 0 1 0 5 6 7';
    expect(readStat(line)).toEqual({ pid: 41, parent: 7, ticks: 4_330 });
  });

  it('counts all that descend from a process, and nothing else', () => {
    const all = [
      { pid: 4, parent: 3, ticks: 1 },
      { pid: 1, parent: 0, ticks: 1 },
      { pid: 3, parent: 2, ticks: 1 },
      { pid: 2, parent: 1, ticks: 1 },
      { pid: 5, parent: 1, ticks: 1 },
    ];
    expect(familyOf(2, all).map(({ pid }) => pid)).toEqual([2, 3, 4]);
  });

  it('ends what would never end, if a child of a child uses the time', async () => {
    const words = ['-c', '(while :; do :; done) & trap "kill $!; exit 0" INT; wait'];
    const run = { command: 'bash', words, cwd: '/', env: {}, cpuMs: 50 };
    expect(await runMetered(run)).toBeGreaterThanOrEqual(50);
  });
});
