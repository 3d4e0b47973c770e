/** Enumerations, volatile members, splits with two repairs and graphs of calls: compiled programs print what is known. */
import { describe, expect, it } from 'vitest';

import { isIn } from '../../../src/generators/loom/policy/switches.ts';
import { C } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const switches = ['structs', 'enums', 'labels', 'volatile', 'splits', 'callgraphs', 'parameters'] as const;
const having = /\bgraph_\w+_0\(|^enum/m;

function textOf(kinds: readonly (typeof switches)[number][], shown: RegExp): string {
  return programsOf({ rules: C, switches: kinds, count: 12, having: shown })
    .map(({ text }) => text)
    .join('\n');
}

describe('programs with enumerations and graphs of calls', () => {
  it.each(usualCompilers)('are right when $compiler compiles them', async (chosen) => {
    const { rules } = chosen;
    const known = switches.filter((each) => isIn(rules, each));
    await expectTruth(chosen, programsOf({ rules, switches: known, count: runs(2, 30), having }));
  });

  it('have enumerations as types of data, of members and of bit-fields, and as names of cases', () => {
    const text = textOf(['structs', 'enums', 'labels'], /^ {2}enum \w+ b\d+: \d/m);
    expect(text).toMatch(/^enum \w+ [im]_\w+ = /m);
    expect(text).toMatch(/^ +case case_\d+: \{/m);
  });

  it('have volatile members, and copy no struct that has one', () => {
    const text = textOf(['structs', 'volatile', 'parameters'], /^ {2}volatile /m);
    const held = [...text.matchAll(/^struct (S_\w+) \{\n(?: {2}(?!volatile).*\n)* {2}volatile /gm)];
    expect(held.length).toBeGreaterThan(3);
    for (const [, name] of held) expect(text).not.toContain(`sizeof(struct ${name})`);
  });

  it('have splits whose arms are two repairs of one operation', () => {
    const apart = / == 0 \? .* : \((?:int|long)\)\(\(unsigned/;
    const text = textOf(['splits'], apart);
    expect(text.match(new RegExp(apart, 'g'))?.length).toBeGreaterThan(10);
  });

  it('have calls of functions by name, by a table and by a caller', () => {
    const text = textOf(['callgraphs'], having);
    expect(text).toMatch(/(?:return|v \+=) graph_\w+_\d\(v, \d, d - 1\)/);
    expect(text).toMatch(/graph_\w+_by\(graph_\w+_\d, v, \d, d - 1\)/);
    expect(text).toMatch(/graph_\w+_table\[\(n \+ \d\) % \d\]\(v, \d, d - 1\)/);
  });
});
