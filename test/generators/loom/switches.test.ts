import { describe, expect, it } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import {
  isIn,
  presetOf,
  type Switch,
  switches,
  withItsBase,
} from '../../../src/generators/loom/policy/switches.ts';
import { C, CPP17, ISPC, type LanguageRules } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';

const alphabet = new Alphabet();

/** Text that some program shows if a switch is on, and no program if it is off. */
const traces: Readonly<Record<Switch, RegExp>> = {
  structs: /^struct S_/m,
  pointers: /\*+[iml]_\w+ = &/,
  stencils: /\[k_\w+ [-+] \d\] [-+^] \w+\[k_\w+ [-+] \d\]/,
  reductions: /\n {4,}(m|l)_\w+ = (min|max)_\w+\((m|l)_/,
  nests: /for \(.*\{\n +for \(/,
  bounds: /; k_\w+ .* & 7\) \+/,
  pragmas: /^ +#pragma/m,
  calls: /\bf_\w+\(/,
  recursion: / > 0 \? f_/,
  lanes: /k_\w+ [%&] [1-4] == [0-3]\b/,
  builtins: /__builtin_(popcount|bswap)/,
  assume: /\) __builtin_unreachable\(\);$|ASSUME\(!/,
  int128: /\b__int128 \w_\w+( =|;|\[)/,
  spans: /std::span</,
  inputs: / number\((const char \*text|void)\) \{/,
  rounding: /__builtin_sqrtf?\(|bits_of_/,
  conventions: /^#define CALL_/m,
  markers: /\bcgfuzz_(dead|live)_\d+\(\);/,
  faults: /^enum \{ cgfuzz_planted_\w+ \};$/m,
  bitint: /_BitInt\(/,
  bytes: /__builtin_mem(set|cpy|move)\(\((?!char)/,
  strings: /&"\w*"\[/,
  vectors: /vector_size/,
  floats: /\((double|float)\)\(\(unsigned long\)/,
  goto: /\{ k_\w+--; goto /,
  exceptions: /\bthrow /,
  lambdas: /\[&\]\(/,
  templates: /^template <typename T/,
  algorithms: /std::(accumulate|sort)/,
  volatile: /^volatile /,
  streams: /^ +for \((\w+ )+k_\w+ = \d; .*; k_\w+\+\+\) \{\n +\w+\[k_\w+( [-+] \d)?\] = /m,
  versions: /k_\w+ [%&] [1-4] == [0-3] \? (.{12,}) : \1[;,)]/,
  commons: /(\(?[il]_\w+ [-+*^&|<>=!]+ i_\w+\b).*\n?.*\1/,
  alternating: /\(i % [1-4]\)\)/,
  contexts: /(\w+ [&|^] \(?){3}/,
  patterns: /\b(65536|131072|262144|1048576|4294967296|16777215|33554431)/,
  aligned: /aligned\((16|32|64)\)/,
  packed: /struct __attribute__\(\(packed\)\)/,
  strides: /\[[23] \* k_|\[\d+ - k_/,
  wraps: /k_\w+-- > 0;|unsigned (char|short|int) k_\w+ = (6\d{4}|4\d{9});/,
  storage: /^(static|const) [^(]*\b[imo]_\w+/m,
  indirect: /\bpf_\w+\(/,
  parameters: /void test_\d+\((?!void)/,
  passing: /(value|address|many)_S_\w+\(/,
  varargs: /__builtin_va_arg/,
  runs: /^( +)o_\w+\[\d+\] = .*;\n\1o_\w+\[\d+\] = .*;\n\1o_\w+\[\d+\] = /m,
  automata: /switch \(k_\w+ & 7\)/,
  searches: /l_\w+ = k_\w+;\n +break;/,
  walks: / \*k_\w+ = \(/,
  locals: /alloca\(|^ +[\w ]+ l_\w+\[\d+\]( = \{|;)|struct S_\w+ l_/m,
  barriers: /__asm__/,
  atomics: /__atomic_/,
  puns: /__ORDER_LITTLE_ENDIAN__|\bf = (-|__builtin_fabs)|\(u\.f\)/,
  virtuals: /\bvirtual /,
  sinks: /^ +m_\w+ = m_\w+ \* 3 \^ l_|^ +m_\w+ [*+^]= l_\w+;/m,
  long: /(?<!long )\blong [imlo]_/,
  graphs: /^ *L_\w+_end:;$/m,
  spaces: / k_\w+ = k_\w+ \+ \d+; |<= k_\w+; k_/,
  slp: /^( +)m_\w+\[\d+\] = .*;\n\1m_\w+\[\d+\] = .*;\n\1m_\w+\[\d+\] = /m,
  rhythms: /if \(m_\w+\[k_\w+( [-+] \d)?\] & \d+\) \{\n +m_\w+\[k_/,
  heap: /__builtin_(free|malloc|calloc)/,
  longdouble: /\(long double\)/,
  containers: /std::(array|vector|valarray)</,
  statics: /^ {2}static .*;$|S_\w+::[im]_/m,
  widefields: / b\d+: (6[0-4]|5\d|4\d|3[3-9]);|char b\d+: (9|[1-3]\d);/,
  peepholes: /\(1 << \(.* & 15\)\)/,
  labels: /enum \{ case_\d/,
  enums: /^enum .*(signs|steps|small|middle) \{/m,
  gangs: /foreach \(.*\{\n(?: +int64 k_.*\n)? +(?:unsigned )?int\d+ l_\w+ = /,
  callgraphs: /\bgraph_\w+_0\(/,
  splits: /k_\w+ % [234] == \(int\)\(|: \(k_\w+ \+ \(int\)/,
};

function texts(on: ReadonlySet<Switch>, rules: LanguageRules): string {
  return Array.from({ length: runs(24, 40) }, (_, seed) => {
    const made = replay((draw) => loom(draw, { rules, maxSize: 7, switches: on }), { alphabet, seed });
    if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${JSON.stringify(made)}`);
    expect(made.value.interpreted(), `seed ${seed}`).toBe(made.value.output);
    return Buffer.from(made.value.program.files[0]!.bytes).toString();
  }).join('\n');
}

/** These make likelier what others may bring too. */
const policies: ReadonlySet<Switch> = new Set([
  'stencils',
  'reductions',
  'nests',
  'lanes',
  'streams',
  'versions',
  'commons',
  'contexts',
  'patterns',
  'runs',
  'sinks',
  'gangs',
]);

/** Statements that bring the same by themselves. */
const rivals: Readonly<Partial<Record<Switch, readonly Switch[]>>> = {
  stencils: ['spaces'],
  commons: ['peepholes'],
  nests: ['spaces'],
  contexts: ['spaces', 'slp', 'rhythms'],
  searches: ['rhythms'],
  sinks: ['rhythms'],
  slp: ['runs'],
};

function occurrences(name: Switch, on: ReadonlySet<Switch>, rules: LanguageRules): number {
  return texts(on, rules).match(new RegExp(traces[name], 'gm'))?.length ?? 0;
}

describe.each(switches)('the switch %s', (name) => {
  const rules = [C, ISPC].find((each) => presetOf('all', each).has(name)) ?? CPP17;

  it('brings what it says, and nothing else does', () => {
    const on = occurrences(name, withItsBase(name), rules);
    expect(on, 'on').toBeGreaterThan(0);
    const others = new Set(
      [...presetOf('all', rules)].filter((other) => other !== name && rivals[name]?.includes(other) !== true),
    );
    expect(occurrences(name, others, rules), 'off').toBeLessThan(policies.has(name) ? on / 2 : 1);
  });
});

describe('types of odd widths', () => {
  it.each([C, CPP17])('come together with all else that $name has', (rules) => {
    const on = new Set(switches.filter((each) => isIn(rules, each)));
    expect(texts(on, rules)).toMatch(/_BitInt\(/);
  });
});
