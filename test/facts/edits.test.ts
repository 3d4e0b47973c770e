/** Laws of edits: what is left of the facts is true of the new text. The model edits each statement by itself. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editFacts, editText, type SourceEdit } from '../../src/facts/edits.ts';
import {
  type Facts,
  innerNames,
  isUsedOutside,
  outerNames,
  type StatementFacts,
} from '../../src/facts/facts.ts';

type Change = 'none' | 'delete' | 'replace' | 'before' | 'after';

/** A statement: a leaf with a text, or braces around others. */
interface Tree {
  readonly leaf: string;
  readonly children: readonly Tree[];
  readonly change: Change;
  readonly put: string;
}

const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '√', ' '), maxLength: 6 });
const changes = fc.constantFrom<Change>('none', 'none', 'none', 'delete', 'replace', 'before', 'after');
const { trees } = fc.letrec<{ trees: Tree }>((tie) => ({
  trees: fc.record({
    leaf: texts.map((text) => `${text};`),
    children: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('trees'), { maxLength: 4 })),
    change: changes,
    put: texts.map((text) => `<${text}>`),
  }),
}));

interface Layout {
  readonly text: string;
  readonly facts: Facts;
  readonly edits: readonly SourceEdit[];
  /** The text that each remaining statement must have after the edits. */
  readonly expected: readonly string[];
}

function layOut(roots: readonly Tree[]): Layout {
  let text = '';
  const statements: StatementFacts[] = [];
  const edits: SourceEdit[] = [];
  const expected: string[] = [];
  const offset = (): number => Buffer.byteLength(text);
  const visit = (tree: Tree, parent: number, isGone: boolean): string => {
    const { leaf, children, change, put } = tree;
    const begin = offset();
    const index = statements.length;
    statements.push(statementOf(begin, begin, parent));
    const goes = change === 'delete' || change === 'replace';
    const slot = isGone || goes ? -1 : expected.push('') - 1;
    if (!isGone && change === 'before') edits.push({ begin, end: begin, text: put });
    const editsBefore = edits.length;
    let inner = leaf;
    if (children.length === 0) text += leaf;
    else {
      text += '{';
      inner = `{${children.map((child) => visit(child, index, isGone || goes)).join('')}}`;
      text += '}';
    }
    const end = offset();
    statements[index] = statementOf(begin, end, parent);
    if (slot >= 0) expected[slot] = inner;
    if (isGone) return '';
    if (goes) edits.splice(editsBefore, 0, { begin, end, text: change === 'replace' ? put : '' });
    if (change === 'after') edits.push({ begin: end, end, text: put });
    const after = { none: inner, delete: '', replace: put, before: put + inner, after: inner + put };
    return after[change];
  };
  for (const root of roots) visit(root, -1, false);
  return { text, edits, expected, facts: factsOf(statements) };
}

function statementOf(begin: number, end: number, parent: number): StatementFacts {
  return {
    kind: 'expression',
    place: 'list',
    begin,
    end,
    parent,
    inFunction: -1,
    loopDepth: 0,
    jumpsOut: false,
    hasLooseBreak: false,
    hasLooseContinue: false,
    hasLooseCase: false,
    hasReturn: false,
    labels: [],
    gotos: [],
  };
}

function factsOf(statements: readonly StatementFacts[], more: Partial<Facts['analysis']> = {}): Facts {
  return {
    analysis: {
      statements,
      functions: [],
      names: [],
      uses: [],
      wrappers: [],
      operands: [],
      types: [],
      ...more,
    },
    run: {
      ran: statements.map((_, index) => index % 3 === 0),
      often: statements.map((_, index) => index % 2 === 0),
      called: [],
      evaluated: [],
      values: [],
      fired: [],
      stdout: new Uint8Array(),
      exitCode: 0,
    },
  };
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const slice = (bytes: Uint8Array, { begin, end }: { begin: number; end: number }): string =>
  Buffer.from(bytes.subarray(begin, end)).toString();

describe('editing a text with its facts', () => {
  it('leaves each statement that is left with its own text, edited by itself', () => {
    fc.assert(
      fc.property(fc.array(trees, { maxLength: 4 }), (roots) => {
        const { text, edits, facts, expected } = layOut(roots);
        const edited = editText(bytesOf(text), edits);
        const { statements } = editFacts(facts, edits).analysis;
        expect(statements.map((each) => slice(edited, each))).toEqual(expected);
      }),
    );
  });

  it('keeps what closes inside of what began before it was opened', () => {
    const text = 'if (x) f(); g();';
    const facts = factsOf([statementOf(0, 11, -1), statementOf(7, 11, 0), statementOf(12, 16, -1)]);
    const edits = [
      { begin: 7, end: 7, text: '{ ' },
      { begin: 11, end: 11, text: ' h(); }', opened: 7 },
      { begin: 11, end: 11, text: ' i();' },
    ];
    const edited = editText(bytesOf(text), edits);
    const { statements } = editFacts(facts, edits).analysis;
    expect(statements.map((each) => slice(edited, each))).toEqual(['if (x) { f(); h(); }', 'f();', 'g();']);
  });

  it('keeps what ran and who is inside of whom', () => {
    fc.assert(
      fc.property(fc.array(trees, { maxLength: 4 }), (roots) => {
        const { edits, facts } = layOut(roots);
        const { analysis, run } = editFacts(facts, edits);
        const { statements } = analysis;
        expect(run?.ran.length).toBe(statements.length);
        for (const { begin, end, parent } of statements) {
          const around = statements[parent];
          if (around === undefined) continue;
          expect(around.begin <= begin && end <= around.end).toBe(true);
        }
        const roles = (all: readonly StatementFacts[]): number =>
          all.filter(({ parent }) => parent < 0).length;
        const gone = roots.filter(({ change }) => change === 'delete' || change === 'replace').length;
        expect(roles(statements)).toBe(roots.length - gone);
      }),
    );
  });

  it('changes nothing without edits', () => {
    fc.assert(
      fc.property(fc.array(trees, { maxLength: 4 }), (roots) => {
        const { text, facts } = layOut(roots);
        expect(editFacts(facts, [])).toEqual(facts);
        expect(Buffer.from(editText(bytesOf(text), [])).toString()).toBe(text);
      }),
    );
  });

  it('gives in two steps what it gives in one', () => {
    fc.assert(
      fc.property(fc.array(trees, { maxLength: 4 }), fc.nat(), (roots, cut) => {
        const { text, edits, facts } = layOut(roots);
        // The later edits first: they do not move the earlier ones.
        const early = edits.slice(0, cut % (edits.length + 1));
        const late = edits.slice(early.length);
        const once = editFacts(facts, edits);
        const twice = editFacts(editFacts(facts, late), early);
        expect(twice).toEqual(once);
        expect(editText(editText(bytesOf(text), late), early)).toEqual(editText(bytesOf(text), edits));
      }),
    );
  });

  it('refuses an edit that crosses the border of a statement', () => {
    const facts = factsOf([statementOf(2, 6, -1)]);
    expect(() => editFacts(facts, [{ begin: 4, end: 8, text: '' }])).toThrow('crosses the border');
    expect(() => editFacts(facts, [{ begin: 0, end: 3, text: '' }])).toThrow('crosses the border');
    expect(editFacts(facts, [{ begin: 0, end: 8, text: '' }]).analysis.statements).toEqual([]);
  });

  it('refuses edits that are out of order', () => {
    const edits = [
      { begin: 4, end: 5, text: '' },
      { begin: 3, end: 4, text: '' },
    ];
    expect(() => editText(bytesOf('0123456'), edits)).toThrow('out of order');
  });
});

describe('a wrapper call', () => {
  // 0         1         2
  // 0123456789012345678901234
  // x = safe_add(y, safe_add(1, z));
  const call = (begin: number, end: number, operands: readonly [number, number][]) => ({
    name: 'safe_add',
    begin,
    end,
    operands: operands.map(([from, to]) => ({ begin: from, end: to })),
    inStatement: 0,
  });
  const wrappers = [
    call(4, 31, [
      [13, 14],
      [16, 30],
    ]),
    call(16, 30, [
      [25, 26],
      [28, 29],
    ]),
  ];
  const facts = factsOf([statementOf(0, 32, -1)], { wrappers });

  it('is gone where its name changed, and the one inside of it stays', () => {
    const after = editFacts(facts, [{ begin: 4, end: 12, text: 'bare_addition' }]).analysis.wrappers;
    expect(after.map(({ begin, end }) => [begin, end])).toEqual([[21, 35]]);
  });

  it('stays where an operand changed', () => {
    const after = editFacts(facts, [{ begin: 13, end: 14, text: 'longer' }]).analysis.wrappers;
    expect(after.map(({ operands }) => operands.map(({ begin, end }) => [begin, end]))).toEqual([
      [
        [13, 19],
        [21, 35],
      ],
      [
        [30, 31],
        [33, 34],
      ],
    ]);
  });

  it('is gone where an edit crosses the border of an operand', () => {
    const after = editFacts(facts, [{ begin: 13, end: 20, text: '' }]).analysis.wrappers;
    expect(after).toEqual([]);
  });
});

describe('names', () => {
  // int a; { int b; b = a; }
  const declared = (name: string, at: number, from: number, to: number) => ({
    name,
    kind: 'variable' as const,
    type: 0,
    inFunction: -1,
    at,
    from,
    to,
    hasValue: true,
    livesOn: false,
  });
  const names = [declared('a', 4, 6, 24), declared('b', 13, 15, 23)];
  const uses = [
    { at: 16, declared: 1 },
    { at: 20, declared: 0 },
  ];
  const facts = factsOf([], { names, uses, types: ['int'] });

  it('are inner ones where the stretch declares them, and outer ones otherwise', () => {
    expect(outerNames(facts.analysis, 7, 24)).toEqual([0]);
    expect(innerNames(facts.analysis, 7, 24)).toEqual([1]);
    expect(outerNames(facts.analysis, 16, 22)).toEqual([1, 0]);
    expect(isUsedOutside(facts.analysis, 9, 15)).toBe(true);
    expect(isUsedOutside(facts.analysis, 7, 24)).toBe(false);
  });

  it('move with the text, and go with it', () => {
    const grown = editFacts(facts, [{ begin: 0, end: 0, text: 'static ' }]).analysis;
    expect(grown.names.map(({ at, from, to }) => [at, from, to])).toEqual([
      [11, 13, 31],
      [20, 22, 30],
    ]);
    expect(grown.uses.map(({ at }) => at)).toEqual([23, 27]);
    const shrunk = editFacts(facts, [{ begin: 9, end: 15, text: '' }]).analysis;
    expect(shrunk.names.map(({ name, to }) => [name, to])).toEqual([['a', 18]]);
    expect(shrunk.uses).toEqual([{ at: 14, declared: 0 }]);
  });
});
