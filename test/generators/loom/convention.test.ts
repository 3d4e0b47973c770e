/** Functions whose registers have unusual roles: compiled programs print what is known, at each level. */
import { describe, expect, it } from 'vitest';

import { conventions } from '../../../src/generators/loom/policy/weights.ts';
import { presetOf } from '../../../src/generators/loom/policy/switches.ts';
import { C, CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const switches = ['conventions'] as const;
const having = /\bCALL_\w+ static/;

describe('calling conventions', () => {
  it.each(usualCompilers)('are right when $compiler compiles them', { timeout: 120_000 }, async (chosen) => {
    const programs = programsOf({ rules: chosen.rules, switches, count: runs(4, 20), having });
    await expectTruth(chosen, programs);
  });

  it('are all drawn, with each way to call', () => {
    const text = programsOf({ rules: C, switches, count: 60, having })
      .map((each) => each.text)
      .join('\n');
    for (const [, name] of conventions) expect(text).toContain(`CALL_${name.toUpperCase()}`);
    for (const form of [/ = at_\w+\(/, / = tail_\w+\(/, / = none_\w+\(/, /char frame\[100000\]/, /int h5 = /])
      expect(text).toMatch(form);
  });

  it('are in no preset', () => {
    for (const rules of [C, CPP17]) expect(presetOf('all', rules).has('conventions')).toBe(false);
  });
});
