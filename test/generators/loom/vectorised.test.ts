/** Trees and loops for vectorisers: compiled programs print what is known of them, and each shape comes up. */
import { describe, expect, it } from 'vitest';

import { C } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const switches = ['slp', 'rhythms', 'bounds', 'strides'] as const;

describe('trees and loops for vectorisers', () => {
  it.each(usualCompilers)('are right when $compiler compiles them', async (chosen) => {
    await expectTruth(chosen, programsOf({ rules: chosen.rules, switches, count: runs(4, 12) }));
  });

  it('are interleaved, recurrent, left early, conditional, masked, and go backwards', () => {
    const text = programsOf({ rules: C, switches, count: 150 })
      .map((each) => each.text)
      .join('\n');
    expect(text, 'interleaved').toMatch(
      /^ +m_\w+\[[234] \* k_\w+( \+ \d)?\] = .*\n +m_\w+\[[234] \* k_\w+ \+ \d\] = /m,
    );
    expect(text, 'a recurrence').toMatch(/\n +m_\w+\[k_\w+\] = .*\n +(l_\w+) = l_\w+;\n +\}/);
    expect(text, 'an early exit').toMatch(/ l_\w+ = k_\w+;\n +break;/);
    expect(text, 'a conditional reduction').toMatch(/if \(m_\w+\[k_\w+.*\{\n +l_\w+ [-+*&|^]= /);
    expect(text, 'the least one, and its place').toMatch(
      /< (l_\w+)\) \{\n +\1 = m_.*\n +m_\w+\[k_\w+\] = k_\w+;/,
    );
    expect(text, 'a product').toMatch(/l_\w+ [-+*&|^]= m_\w+\[.*\] \* m_\w+\[/);
    expect(text, 'a mask').toMatch(/if \(m_\w+\[.*\] & \d+\) \{/);
    expect(text, 'backwards').toMatch(/\[\d+ - [234] \* k_\w+\]|\[\d+ - k_\w+\]/);
    expect(text, 'lanes with two operators').toMatch(
      /^( +m_\w+\[)\d+\] = (m_\w+\[)\d+\] ([-+*^&|]) .*\n\1\d+\] = \2\d+\] (?!\3)[-+*^&|] /m,
    );
  });
});
