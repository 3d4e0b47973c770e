/** Static members and wide bit-fields: compiled programs print what is known of them, whichever compiler it is. */
import { describe, expect, it } from 'vitest';

import { bitField, INT, LLONG, SCHAR, UINT, ULLONG } from '../../../src/generators/loom/ir/types.ts';
import { presetOf } from '../../../src/generators/loom/policy/switches.ts';
import { CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const switches = ['structs', 'pointers', 'statics', 'widefields', 'runs'] as const;
const inCpp = usualCompilers.filter(({ rules }) => rules.name === 'c++');
const having = /^ {2}static [^]*long long b\d+: /m;

describe('static members and wide bit-fields', () => {
  it.each(inCpp)('are right when $compiler compiles them', async (chosen) => {
    await expectTruth(chosen, programsOf({ rules: CPP17, switches, count: runs(4, 20), having }));
  });

  it('are written as C++ has them, also arrays in containers', () => {
    const all = [...presetOf('all', CPP17)];
    const text = programsOf({ rules: CPP17, switches: all, count: 60, having: /^ {2}static /m })
      .map((each) => each.text)
      .join('\n');
    expect(text).toMatch(/^[\w ]+ S_\w+::m_\w+ = /m);
    expect(text).toMatch(/signed char b\d+: (9|[1-3]\d);/);
    expect(text).not.toContain('static static');
  });

  it('have a value of as many bits as their type, and are promoted by their width', () => {
    expect(bitField(SCHAR, 12)).toMatchObject({ min: -128n, max: 127n, becomes: INT });
    expect(bitField(ULLONG, 33)).toMatchObject({ max: 2n ** 33n - 1n, becomes: ULLONG });
    expect(bitField(ULLONG, 32).becomes).toBe(UINT);
    expect(bitField(LLONG, 32).becomes).toBe(INT);
    expect(bitField(LLONG, 33).becomes).toBe(LLONG);
  });
});
