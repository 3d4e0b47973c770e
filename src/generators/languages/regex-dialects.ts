/** Dialects of regular expressions: the syntax that the readers of each dialect accept. */

export interface Dialect {
  readonly groups: readonly (readonly [open: string, isCaptured: boolean])[];
  readonly named: string | undefined;
  readonly namedReference: (name: string) => string;
  readonly looks: readonly string[];
  readonly looksBehind: readonly string[];
  /** Marks after a quantifier: lazy, possessive. */
  readonly greed: readonly string[];
  readonly anchors: readonly string[];
  readonly classes: readonly string[];
  readonly inClass: readonly string[];
  readonly escapes: readonly string[];
  /** Back reference to a group by its number, even if a digit follows. */
  readonly reference: (group: number) => string;
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
  reference: (group: number) => `(?:\\${group})`,
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
    ],
    named: '(?<',
    namedReference: (name) => `\\k<${name}>`,
    greed: ['', '', '?', '+'],
    anchors: ['^', '$', '\\b', '\\B', '\\A', '\\z', '\\Z', '\\G'],
    classes: [
      ...shared.classes,
      '\\h',
      '\\H',
      '\\v',
      '\\V',
      '\\R',
      '\\N',
      '\\p{L}',
      '\\P{Lu}',
      '\\p{Greek}',
      '\\X',
    ],
    inClass: [...shared.inClass, '[:alpha:]', '[:^digit:]', '[:punct:]', '\\h', '\\p{Nd}'],
    escapes: [...shared.escapes, '\\e', '\\a', '\\x{100}', '\\o{101}', '\\cA', '\\Qa.b\\E'],
    flags: ['', '', '(?i)', '(?s)', '(?m)', '(*UCP)', '(*ANYCRLF)', '(?U)'],
  },
  js: {
    ...shared,
    groups: [
      ['(', true],
      ['(?:', false],
    ],
    named: '(?<',
    namedReference: (name) => `\\k<${name}>`,
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
    namedReference: (name) => `(?P=${name})`,
    greed: ['', '', '?'],
    anchors: ['^', '$', '\\b', '\\B', '\\A', '\\Z'],
    escapes: [...shared.escapes, '\\v', '\\a', '\\u0041', '\\U0001F600', '\\101'],
    flags: ['', '', '(?i)', '(?s)', '(?m)', '(?x)', '(?a)'],
  },
  posix: {
    groups: [['(', true]],
    named: undefined,
    namedReference: () => '',
    looks: [],
    looksBehind: [],
    greed: [''],
    anchors: ['^', '$'],
    classes: ['.'],
    inClass: ['[:alpha:]', '[:digit:]', '[:space:]', '[:upper:]', '[:punct:]'],
    escapes: ['\\.', '\\*', '\\\\', '\\[', '\\(', '\\|', '\\^', '\\$', '\\{'],
    reference: (group) => `\\${group}`,
    flags: [''],
  },
};
