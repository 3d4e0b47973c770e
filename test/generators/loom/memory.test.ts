/** Arrays on the heap and numbers of `long double`: compiled programs print what is known, and nothing is lost. */
import { describe, expect, it } from 'vitest';

import { C, CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const switches = ['heap', 'floats', 'longdouble'] as const;
const having = /__builtin_free|delete\[\]/;

describe('the heap and long double', () => {
  it.each(usualCompilers)('are right when $compiler compiles them', async (chosen) => {
    await expectTruth(chosen, programsOf({ rules: chosen.rules, switches, count: runs(3, 12), having }));
  });

  it('are asked for in each way of C and C++, and grow', () => {
    const text = programsOf({ rules: C, switches, count: 25, having })
      .map((each) => each.text)
      .join('\n');
    for (const way of ['malloc', 'calloc', 'realloc']) expect(text).toContain(`__builtin_${way}(`);
    expect(text).toMatch(/\(long double\)\(\(unsigned long\)/);
    expect(text).toContain('__builtin_fabsl(');
    expect(text).not.toContain('delete[]');
    const cpp = programsOf({ rules: CPP17, switches, count: 25, having }).map((each) => each.text);
    expect(cpp.join('\n')).toMatch(/ = new [\w ]+\[\d+\]\(\);/);
  });
});
