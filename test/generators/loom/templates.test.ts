/** Class templates, lambdas and algorithms: compiled programs print what is known of them, and each form is written. */
import { describe, expect, it } from 'vitest';

import { CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const inCpp = usualCompilers.filter(({ rules }) => rules.name === 'c++');
const templates = {
  rules: CPP17,
  switches: ['calls', 'templates', 'structs', 'int128', 'builtins', 'parameters'],
  having: /^template <typename T, int \w+> struct/m,
} as const;

const algorithms = {
  rules: CPP17,
  switches: ['algorithms', 'int128'],
  having: /std::(transform|generate|stable_partition|replace_if|find_if|all_of|for_each)/,
} as const;

describe('algorithms with lambdas', () => {
  it.each(inCpp)('are right when $compiler compiles them', async (chosen) => {
    await expectTruth(chosen, programsOf({ ...algorithms, count: runs(4, 20) }));
  });
});

describe('class templates', () => {
  it.each(inCpp)('are right when $compiler compiles them', async (chosen) => {
    await expectTruth(chosen, programsOf({ ...templates, count: runs(3, 20) }));
  });

  it('have objects of several types, and a specialisation for one type', () => {
    const texts = programsOf({ ...templates, count: 40 }).map(({ text }) => text);
    const all = texts.join('\n');
    expect(all).toMatch(/^template <int l_\w+> struct S_\w+<[\w ]+, l_\w+> \{$/m);
    const types = new Set([...all.matchAll(/^ +S_\w+<([\w ]+), [^>]+> x0\(/gm)].map(([, type]) => type));
    expect(types.size).toBeGreaterThan(8);
    expect(all).toMatch(/^ +S_\w+<[\w ]+, [^>]+> x1\(/m);
  });
});

const lambdas = {
  rules: CPP17,
  switches: ['lambdas', 'templates', 'calls', 'structs', 'locals', 'parameters', 'pointers'],
  having: /\[&, l_\w+/,
} as const;

describe('lambdas', () => {
  it.each(inCpp)('are right when $compiler compiles them', async (chosen) => {
    await expectTruth(chosen, programsOf({ ...lambdas, count: runs(3, 20) }));
  });

  it('hold copies, change them, come from lambdas, take any type, and go to functions', () => {
    const all = programsOf({ ...lambdas, count: 40 })
      .map(({ text }) => text)
      .join('\n');
    const forms = [
      /\[&\]\([\w ]+\) -> /,
      /\[&, (l_\w+) = .*\]\([\w ]+\) -> /,
      /\[&, (l_\w+) = .*\]\([\w ]+\) mutable -> [\w ]+ \{ \1 = /,
      /\[&\]\([\w ]+ (l_\w+)\) \{ return \[&, \1\]/,
      /\(auto given\) .*\{ [\w ]+ l_\w+ = given; /,
      /= inlined\(f_\w+, /,
      /= apart\(f_\w+, /,
    ];
    for (const form of forms) expect(all).toMatch(form);
  });
});
