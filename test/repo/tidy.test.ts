/** Rules that keep the repository tidy. Each list of exceptions fails when an exception is no longer needed. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { trackedFiles } from './files.ts';
import { readSources } from './layers.ts';
import { choiceTuning } from '../../src/choice/tuning.ts';
import { factsTuning } from '../../src/facts/tuning.ts';
import { fuzzTuning } from '../../src/fuzz/tuning.ts';
import { laboratoryTuning } from '../../src/laboratory/tuning.ts';
import { mutateTuning } from '../../src/mutate/tuning.ts';
import { oracleTuning } from '../../src/oracle/tuning.ts';
import { reduceTuning } from '../../src/reduce/tuning.ts';
import { sandboxTuning } from '../../src/sandbox/tuning.ts';
import { tuning } from '../../src/search/tuning.ts';
import { triageTuning } from '../../src/triage/tuning.ts';
import { givenNumbers } from './given-numbers.ts';
import {
  commentsWithoutNoun,
  longLines,
  obliqueSentences,
  sentencesOfComments,
  sentencesOfPage,
  wordCount,
  endsOf,
  equalExports,
  fieldsOfClasses,
  numbersThatSteer,
  topOf,
} from './tidy.ts';

const files = trackedFiles();
const sources = readSources('src');

const MAX_FIELDS = 8;

/** Classes with more fields, and why. */
const manyFields: Readonly<Record<string, string>> = {
  'choice/engine/cursor.ts: ScopeCursor': 'asked for each draw; an object more costs each of them',
  'choice/engine/replay.ts: Player': 'asked for each draw; an object more costs each of them',
  'choice/sequence/alphabet.ts: Alphabet': 'asked for each draw; an object more costs each of them',
};

describe('the tree', () => {
  it('has nothing at the top that nobody expects, and all that is expected', () => {
    expect(topOf(files)).toEqual({ strays: [], needless: [] });
  });

  it('has no kind of file that nobody expects, and all that are expected', () => {
    expect(endsOf(files)).toEqual({ strays: [], needless: [] });
  });

  it('would show a file that a tool dropped', () => {
    expect(topOf(['src/a.ts', 'platform.info'], ['src', 'docs'])).toEqual({
      strays: ['platform.info'],
      needless: ['docs'],
    });
    expect(endsOf(['src/a.ts', 'src/core'], ['.ts', '.md'])).toEqual({
      strays: ['src/core'],
      needless: ['.md'],
    });
  });
});

describe('the names that src exports', () => {
  it('are all different', () => {
    expect(equalExports(sources)).toEqual([]);
  });

  it('would be seen to be equal, whatever they name; overloads are one name', () => {
    const one = 'export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport type T = 1;';
    expect(
      equalExports([
        { path: 'a.ts', text: one },
        { path: 'b.ts', text: 'export interface T {}\nconst f = 1;' },
      ]),
    ).toEqual(['T: a.ts, b.ts']);
  });
});

describe('the classes of src', () => {
  const many = sources.flatMap(fieldsOfClasses).filter(({ fields }) => fields > MAX_FIELDS);

  it(`have at most ${MAX_FIELDS} fields, but for the ones with a reason`, () => {
    expect(many.filter(({ name }) => !(name in manyFields))).toEqual([]);
  });

  it('need each of the exceptions', () => {
    const found = many.map(({ name }) => name);
    expect(Object.keys(manyFields).filter((name) => !found.includes(name))).toEqual([]);
  });

  it('have their fields counted, and not their methods', () => {
    const text = `class E extends Error {}\nclass A<T> {\n  readonly #a: T;\n  b = 1;\n  static c = 2;\n  #d!: () => void;\n  e?: T;\n  constructor() {}\n  get f(): T {\n    return this.#a;\n  }\n  async g(): Promise<void> {}\n}\n`;
    expect(fieldsOfClasses({ path: 'a.ts', text })).toEqual([
      { name: 'a.ts: E', fields: 0 },
      { name: 'a.ts: A', fields: 4 },
    ]);
  });
});

describe('the numbers that somebody chose', () => {
  const rooms = [
    'search',
    'fuzz',
    'mutate',
    'choice',
    'reduce',
    'laboratory',
    'oracle',
    'sandbox',
    'facts',
    'triage',
  ];
  const tables = {
    tuning,
    fuzzTuning,
    mutateTuning,
    choiceTuning,
    reduceTuning,
    laboratoryTuning,
    oracleTuning,
    sandboxTuning,
    factsTuning,
    triageTuning,
  };
  const named = rooms.flatMap((room) =>
    sources
      .filter(({ path }) => path.startsWith(`${room}/`) && !/^\w+\/(tuning|expected)\.ts$/.test(path))
      .flatMap(numbersThatSteer),
  );
  const given = givenNumbers.flatMap(({ path, names }) => names.split(' ').map((name) => ({ path, name })));
  const isOf = ({ path, name }: (typeof given)[number], line: string): boolean =>
    line.startsWith(`${path}: `) && new RegExp(`const ${name}\\b`).test(line);

  it('stand in the table of their room and nowhere else, but for those that are given', () => {
    expect(named.filter((line) => !given.some((each) => isOf(each, line)))).toEqual([]);
  });

  it('need each of those that are given', () => {
    expect(given.filter((each) => !named.some((line) => isOf(each, line)))).toEqual([]);
  });

  it.each(Object.entries(tables))(
    'each say in %s why and since when, and name documents that are there',
    (_, table) => {
      for (const [name, { evidence, date }] of Object.entries(table)) {
        expect(evidence.length, name).toBeGreaterThan(20);
        expect(date, name).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
        for (const [document] of evidence.matchAll(/docs\/\S+\.md/g)) expect(files).toContain(document);
      }
    },
  );

  it('would be seen elsewhere', () => {
    const text =
      'const LIMIT = 1_000;\nexport const SHARE: number = 2 ** 3;\nconst half = 0.5 * x;\nconst y = 0.3 * x;\n' +
      '// 0.7\n * 0.8\nconst KEEP = kept(tuning.halfLife.value);\nconst X2 = x1;\n';
    expect(numbersThatSteer({ path: 'a.ts', text })).toEqual([
      'a.ts: const LIMIT = 1_000;',
      'a.ts: export const SHARE: number = 2 ** 3;',
      'a.ts: const y = 0.3 * x;',
    ]);
  });
});

describe('the comments of src', () => {
  it('begin with what they are about', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(commentsWithoutNoun)).toEqual([]);
  });

  it('would be seen to begin with something else, whatever their form', () => {
    const text =
      '/** Of all. */\n/**\n * What it is.\n * Of two lines.\n */\n// As ever.\n// And on.\n/** Offers, asks. */\n// A b\n// With c\n';
    expect(commentsWithoutNoun({ path: 'a.ts', text })).toEqual([
      'a.ts:1: Of all. */',
      'a.ts:3: What it is.',
      'a.ts:6: As ever.',
    ]);
  });
});

describe('the sentences', () => {
  const pages = files
    .filter(
      (path) =>
        /^(?:docs\/[^/]+|(?:bench\/|corpus\/|instrumentation\/.*)?README|CONTRIBUTING)(?:\.md)?$/.test(
          path,
        ) && path.endsWith('.md'),
    )
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const commented = files
    .filter(
      (path) =>
        /^(?:src|instrumentation|setup|bench|test)\//.test(path) &&
        /\.(?:ts|mjs|[ch]|[ch]pp|inc|S|py|pl|sh|table|filter)$|\/[^./]+$/.test(path),
    )
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const MOST_WORDS = 25;

  it('of comments begin with a noun, and say "if" for a condition', () => {
    expect(commented.length).toBeGreaterThan(1_000);
    const found = commented.flatMap((source) =>
      obliqueSentences(sentencesOfComments(source)).map((sentence) => `${source.path}: ${sentence}`),
    );
    expect(found).toEqual([]);
  });

  it('of pages begin with a noun, and say "if" for a condition', () => {
    expect(pages.length).toBeGreaterThan(15);
    const found = pages.flatMap(({ path, text }) =>
      obliqueSentences(sentencesOfPage(text)).map((sentence) => `${path}: ${sentence}`),
    );
    expect(found).toEqual([]);
  });

  it(`of pages have at most ${MOST_WORDS} words`, () => {
    const long = pages.flatMap(({ path, text }) =>
      sentencesOfPage(text)
        .filter((sentence) => wordCount(sentence) > MOST_WORDS)
        .map((sentence) => `${path}: ${sentence}`),
    );
    expect(long).toEqual([]);
  });

  it(`of comments have at most ${MOST_WORDS} words`, () => {
    const long = commented.flatMap((source) =>
      sentencesOfComments(source)
        .filter((sentence) => wordCount(sentence) > MOST_WORDS)
        .map((sentence) => `${source.path}: ${sentence}`),
    );
    expect(long).toEqual([]);
  });

  it('are seen in comments of several lines and in lists, and not in code', () => {
    const text =
      '/**\n * A tree. Undefined where\n * nothing grows.\n */\n// What it is.\n// Whose is it? Whoever asks.\nconst s = "One that";\n';
    expect(obliqueSentences(sentencesOfComments({ path: 'a.ts', text }))).toEqual([
      'Undefined where nothing grows.',
      'What it is.',
      'Whoever asks.',
    ]);
    const list = '/**\n * One:\n * - two\n *   more;\n * - three\n *\n *     drawn\n */\n';
    expect(sentencesOfComments({ path: 'a.ts', text: list }).filter((each) => each !== '')).toEqual([
      'One:',
      '- two more;',
      '- three',
    ]);
    const script = '#!/bin/sh\n# Who goes\n# there?\nx=1 # What\n  """What it\n  is."""\n';
    expect(obliqueSentences(sentencesOfComments({ path: 'a/run', text: script }))).toEqual([
      'Who goes there?',
      'What it is.',
    ]);
    const page = '# What\n\n- one thing. Who goes\n  there?\n- `What`\n\n```\nWhat\n```\n\n| What |\n';
    expect(obliqueSentences(sentencesOfPage(page))).toEqual(['Who goes there?']);
    expect(wordCount('two - words')).toBe(2);
  });

  it('of pages stand in lines of at most 120 columns', () => {
    const all = files
      .filter((path) => path.endsWith('.md') && !path.startsWith('docs/trophies/'))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
    expect(all.flatMap(({ path, text }) => longLines(text, 120).map((line) => `${path}: ${line}`))).toEqual(
      [],
    );
    expect(longLines(`${'a '.repeat(70)}\n| ${'b '.repeat(70)}|\n`, 120)).toHaveLength(1);
  });
});

it('no page has the marks of a merge', () => {
  const marks = /^\|? ?(?:<<<<<<<|>>>>>>>|> > > > > > >) /m;
  expect(marks.test('| <<<<<<< HEAD |')).toBe(true);
  expect(files.filter((path) => path.endsWith('.md') && marks.test(readFileSync(path, 'utf8')))).toEqual([]);
});

it('pages name no test file that is gone', () => {
  const named = files
    .filter((path) => path.endsWith('.md') && !path.startsWith('CHANGELOG'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/`(test\/[\w./-]+\.(?:ts|mjs))`/g)])
    .map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});

describe('the kinds of findings', () => {
  const distinctive = /['"](?:wrong-code|wrong-ir|refuted|depends)['"]|^\s+(?:refuted|depends)(?::|,$)/;
  /** The rows of kinds, the shape of records, and the judges that make signatures. */
  const rows = [
    'finding/kinds.ts',
    'oracle/compare/investigate.ts',
    'oracle/crash/classify.ts',
    'oracle/given/refutation.ts',
    'oracle/invariance/inspect-relation.ts',
    'oracle/ir/wrong-ir.ts',
    'report/kinds/index.ts',
    'report/kinds/kind.ts',
    'triage/kinds/index.ts',
  ];
  /** A field of another thing with the same name, and two files that are not rows yet. */
  const others = [
    'cli/program/given-program.ts',
    'cli/program/matrix.ts',
    'laboratory/litmus/weak/thread-state.ts',
  ];

  it('have their names in their rows alone', () => {
    const naming = sources.filter(({ text }) => text.split('\n').some((line) => distinctive.test(line)));
    expect(naming.map(({ path }) => path).filter((path) => !others.includes(path))).toEqual(rows);
  });

  it('would be seen to be named elsewhere', () => {
    expect(distinctive.test("  if (record.kind === 'wrong-ir') return judgeIr(record);")).toBe(true);
    expect(distinctive.test('  depends: finishDependence,')).toBe(true);
    expect(distinctive.test('the code depends on something')).toBe(false);
  });
});
