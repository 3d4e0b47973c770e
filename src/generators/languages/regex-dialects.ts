/** Dialects of regular expressions: the syntax that the readers of each dialect accept. */
import { spaced } from './parts.ts';

export interface Dialect {
  readonly groups: readonly (readonly [open: string, isCaptured: boolean])[];
  readonly named: string | undefined;
  /** References to a group by its name, and by its number even if a digit follows; `@` stands for both. */
  readonly namedReferences: readonly string[];
  readonly references: readonly string[];
  readonly looks: readonly string[];
  readonly looksBehind: readonly string[];
  /** Marks after a quantifier: lazy, possessive. */
  readonly greed: readonly string[];
  readonly anchors: readonly string[];
  /** Verbs, callouts, options and recursion, which take no quantifier. */
  readonly marks: readonly string[];
  readonly classes: readonly string[];
  readonly inClass: readonly string[];
  readonly escapes: readonly string[];
  readonly flags: readonly string[];
}

const shared = {
  classes: ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S'],
  inClass: ['\\d', '\\D', '\\w', '\\S', '\\s', '\\b', '\u00e0-\u00ff'],
  escapes: [
    '\\t',
    '\\n',
    '\\r',
    '\\f',
    '\\x41',
    '\\x00',
    '\\.',
    '\\*',
    '\\\\',
    '\\[',
    '\\(',
    '\\|',
    '\\^',
    '\\$',
  ],
  looks: ['(?=', '(?!'],
  looksBehind: ['(?<=', '(?<!'],
  references: ['(?:\\@)'],
  marks: [],
} as const;

/** Dialects by the names that a person uses. */
export const dialects: Readonly<Record<string, Dialect>> = {
  pcre: {
    ...shared,
    groups: [
      ['(', true],
      ['(?:', false],
      ['(?>', false],
      ['(?i:', false],
      ['(?s-m:', false],
      ['(?^:', false],
      ['(?x-i:', false],
      ['(*sr:', false],
      ['(*asr:', false],
      ['(*atomic:', false],
    ],
    named: '(?<',
    namedReferences: spaced(
      String.raw`\k<@> \k{@} \k'@' (?P=@) \g{@} (?&@) (?P>@) (?(<@>)a|b) (?(R&@)a|b) \g<@>`,
    ),
    references: spaced(
      String.raw`(?:\@) \g{@} \g{-1} (?@) (?-1) \g<@> (?(@)a|[bc]) (?(@)\d) (?(R@)a|b) (?(R)a|b)`,
    ),
    greed: ['', '', '?', '+'],
    looks: [...shared.looks, ...spaced('(?= (?! (*pla: (*nla: (?* (*napla:')],
    looksBehind: [...shared.looksBehind, ...spaced('(?<= (?<! (*plb: (*nlb: (?<* (*naplb:')],
    anchors: ['^', '$', '\\b', '\\B', '\\A', '\\z', '\\Z', '\\G'],
    marks: spaced(
      '(*ACCEPT) (*COMMIT) (*COMMIT:a) (*PRUNE) (*PRUNE:a) (*SKIP) (*SKIP:a) (*MARK:a) (*:b) (*THEN) (*THEN:a) (*F)' +
        ' (?C) (?C255) (?C"a") (?C{b}}}) (?#c) (?i) (?-i) (?x) (?s-m) (?^) (?U) (?R) (?0) [[:<:]] [[:>:]]',
    ),
    classes: [
      ...shared.classes,
      '\\h',
      '\\H',
      '\\v',
      '\\V',
      '\\R',
      '\\N',
      '\\X',
      ...spaced(
        String.raw`\p{L} \P{Lu} \p{Greek} \pL \p{^Lu} \p{L&} \p{Any} \p{Xan} \p{Xsp} \p{Xwd} \p{Xuc} \p{Han} \P{Nd}`,
      ),
      ...spaced(String.raw`\p{scx:Greek} \P{sc:Latin} \p{bidi_class:AL} \p{Alphabetic} \P{ASCII}`),
    ],
    inClass: [
      ...shared.inClass,
      ...spaced(
        String.raw`[:alpha:] [:^digit:] [:punct:] [:lower:] [:upper:] [:alnum:] [:ascii:] [:blank:] [:cntrl:]`,
      ),
      ...spaced(
        String.raw`[:graph:] [:print:] [:^space:] [:word:] [:xdigit:] \h \H \v \V \p{Nd} \P{L} \p{Xan} \Q]\E`,
      ),
    ],
    escapes: [...shared.escapes, '\\e', '\\a', '\\x{100}', '\\o{101}', '\\cA', '\\Qa.b\\E'],
    flags: [
      ...Array.from({ length: 6 }, () => ''),
      ...spaced('(?i) (?s) (?m) (?x) (?U) \\K (*UTF) (*UTF) (*UTF)(*UCP) (*UCP) (*ANYCRLF) (*ANY) (*CRLF)'),
      ...spaced(
        '(*BSR_ANYCRLF) (*NO_AUTO_POSSESS) (*NO_START_OPT) (*NO_DOTSTAR_ANCHOR) (*LIMIT_DEPTH=50) (*NOTEMPTY)',
      ),
    ],
  },
  js: {
    ...shared,
    groups: [
      ['(', true],
      ['(?:', false],
    ],
    named: '(?<',
    namedReferences: ['\\k<@>'],
    greed: ['', '', '?'],
    anchors: ['^', '$', '\\b', '\\B'],
    escapes: [...shared.escapes, '\\v', '\\u0041', '\\cJ', '[\\0]'],
    flags: [''],
  },
  python: {
    ...shared,
    groups: [
      ['(', true],
      ['(?:', false],
      ['(?i:', false],
      ['(?s-i:', false],
    ],
    named: '(?P<',
    namedReferences: ['(?P=@)'],
    greed: ['', '', '?'],
    anchors: ['^', '$', '\\b', '\\B', '\\A', '\\Z'],
    escapes: [...shared.escapes, '\\v', '\\a', '\\u0041', '\\U0001F600', '\\101'],
    flags: ['', '', '(?i)', '(?s)', '(?m)', '(?x)', '(?a)'],
  },
  posix: {
    groups: [['(', true]],
    named: undefined,
    namedReferences: [],
    looks: [],
    looksBehind: [],
    greed: [''],
    anchors: ['^', '$'],
    classes: ['.'],
    inClass: ['[:alpha:]', '[:digit:]', '[:space:]', '[:upper:]', '[:punct:]'],
    escapes: ['\\.', '\\*', '\\\\', '\\[', '\\(', '\\|', '\\^', '\\$', '\\{'],
    references: ['\\@'],
    marks: [],
    flags: [''],
  },
};
