/** The analyser: what it says of small texts, one feature of C at a time, and of edited ones. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editFacts, editText, type SourceEdit } from '../../src/facts/edits.ts';
import { FactFinder } from '../../src/facts/finder.ts';
import { type Analysis, isUsedOutside, outerNames } from '../../src/facts/facts.ts';
import { programOf } from '../../src/program/index.ts';
import { temporaryFolder } from '../target/world.ts';
import { answerTo, csmithPrograms, factsIn, openedFinder, textOf } from './programs.ts';

const finder = openedFinder();

const analysisOf = async (source: string): Promise<Analysis> => (await factsIn(finder(), source)).analysis;

const kindsAndTexts = async (source: string): Promise<string[]> => {
  const { statements } = await analysisOf(source);
  return statements.map((each) => `${each.kind} ${each.place}: ${textOf(source, each)}`);
};

const inMain = (body: string): string => `int a, b;\nint main(void) {${body}}\n`;

it('tells that it is built, where it is missing, and what it cannot be built without', async () => {
  const told: string[] = [];
  const nowhere = { cache: temporaryFolder(), searchPath: '/nonexistent' };
  const open = FactFinder.open(nowhere, {
    compilers: [{ name: 'tcc', args: [] }],
    tell: (text) => told.push(text),
  });
  await expect(open).rejects.toThrow('clang 19 or its headers are missing');
  expect(told.join()).toMatch(/^building the analyser/);
});

describe('the statements of a function', () => {
  it('are told with their semicolons, kinds and places', async () => {
    expect(await kindsAndTexts(inMain(' int c = 1; if (c) a = 2; else { b = 3 ; } return a; '))).toEqual([
      'block function: { int c = 1; if (c) a = 2; else { b = 3 ; } return a; }',
      'declaration list: int c = 1;',
      'if list: if (c) a = 2; else { b = 3 ; }',
      'expression body: a = 2;',
      'block else: { b = 3 ; }',
      'expression list: b = 3 ;',
      'return list: return a;',
    ]);
  });

  it('are told of every kind', async () => {
    const body = `
      for (int i = 0; i < 3; i++) continue;
      while (a) { break; }
      do ; while (b);
      switch (a) { case 1: b = 2; break; default: ; }
      goto end;
      end: return ({ int d = a; d; });`;
    expect((await kindsAndTexts(inMain(body))).slice(1)).toEqual([
      'for list: for (int i = 0; i < 3; i++) continue;',
      'continue body: continue;',
      'while list: while (a) { break; }',
      'block body: { break; }',
      'break list: break;',
      'do list: do ; while (b);',
      'empty body: ;',
      'switch list: switch (a) { case 1: b = 2; break; default: ; }',
      'block body: { case 1: b = 2; break; default: ; }',
      'case list: case 1: b = 2;',
      'expression labelled: b = 2;',
      'break list: break;',
      'case list: default: ;',
      'empty labelled: ;',
      'goto list: goto end;',
      'label list: end: return ({ int d = a; d; });',
      'return labelled: return ({ int d = a; d; });',
      'block expression: { int d = a; d; }',
      'declaration list: int d = a;',
      'expression list: d;',
    ]);
  });

  it('keep their bytes where letters take more than one', async () => {
    const source = inMain(' /* é√ */ a = 1; ');
    expect((await kindsAndTexts(source))[1]).toBe('expression list: a = 1;');
  });

  it('that a macro writes are told of only where the macro stands for one whole statement', async () => {
    const source = `#define BOTH a = 1; b = 2;\n#define IF if (a) b = 3\n#define ONE a = 3\n${inMain(' ONE; IF; BOTH b = ONE; ')}`;
    expect((await kindsAndTexts(source)).slice(1)).toEqual([
      'expression list: ONE;',
      'expression list: b = ONE;',
    ]);
  });

  it('say how control leaves them', async () => {
    const body = `
      while (a) { if (b) break; }
      while (a) { if (b) goto out; }
      if (a) { again: b--; if (b) goto again; }
      switch (a) { case 1: break; }
      out: return 0;`;
    const { statements } = await analysisOf(inMain(body));
    const told = statements.map(
      ({ kind, jumpsOut, hasLooseBreak, hasLooseCase, hasReturn, labels, gotos }) => ({
        kind,
        jumpsOut,
        is: `${hasLooseBreak ? 'break ' : ''}${hasLooseCase ? 'case ' : ''}${hasReturn ? 'return ' : ''}`,
        names: [...labels, ...gotos].join(' '),
      }),
    );
    expect(told.slice(1).map(({ kind, jumpsOut, is, names }) => `${kind} ${jumpsOut} ${is}${names}`)).toEqual(
      [
        'while false ',
        'block true break ',
        'if true break ',
        'break true break ',
        'while true out',
        'block true out',
        'if true out',
        'goto true out',
        'if false again again',
        'block false again again',
        'label false again',
        'expression false ',
        'if true again',
        'goto true again',
        'switch false ',
        'block true break case ',
        'case true break case ',
        'break true break ',
        'label true return out',
        'return true return ',
      ],
    );
  });

  it('know their function, what is around them and how many loops', async () => {
    const source = `static void f(void) { ; }\n${inMain(' for (;;) while (a) b = 1; ')}`;
    const { statements, functions } = await analysisOf(source);
    expect(functions.map(({ name }) => name)).toEqual(['f', 'main']);
    expect(statements.map(({ parent, inFunction, loopDepth }) => [parent, inFunction, loopDepth])).toEqual([
      [-1, 0, 0],
      [0, 0, 0],
      [-1, 1, 0],
      [2, 1, 0],
      [3, 1, 1],
      [4, 1, 2],
    ]);
  });
});

describe('the names in a file', () => {
  const source = `typedef struct { int x; } pair;
const unsigned char g[3];
static int f(pair *p, int n) {
  int k = n;
  { int k = 2; n += k; }
  return p->x + k + g[0];
}
int main(void) { pair q = {1}; return f(&q, 2); }
`;

  it('have canonical types and a place', async () => {
    const { names, types } = await analysisOf(source);
    const own = names
      .filter(({ at }) => at >= 0)
      .map(({ name, kind, type }) => `${kind} ${name}: ${types[type]}`);
    expect(own).toEqual([
      'type pair: pair',
      'variable g: const unsigned char[3]',
      'function f: int (pair *, int)',
      'parameter p: pair *',
      'parameter n: int',
      'variable k: int',
      'variable k: int',
      'function main: int (void)',
      'variable q: pair',
    ]);
    for (const { at, name } of names.filter((each) => each.at >= 0))
      expect(textOf(source, { begin: at, end: at + name.length })).toBe(name);
  });

  it('are told apart where one hides another', async () => {
    const { names, uses, statements } = await analysisOf(source);
    const inner = statements.find(({ kind, place }) => kind === 'block' && place === 'list')!;
    const analysis = await analysisOf(source);
    expect(outerNames(analysis, inner.begin, inner.end).map((index) => names[index]!.name)).toEqual(['n']);
    const [outer] = statements.filter(({ kind }) => kind === 'declaration');
    expect(isUsedOutside(analysis, outer!.begin, outer!.end)).toBe(true);
    expect(isUsedOutside(analysis, inner.begin, inner.end)).toBe(false);
    for (const { at, declared } of uses)
      expect(textOf(source, { begin: at, end: at + names[declared]!.name.length })).toBe(
        names[declared]!.name,
      );
  });

  it('may be named from behind their declaration to the end of their block', async () => {
    const { names } = await analysisOf(source);
    const [outer, inner] = names.filter(({ name }) => name === 'k');
    expect(textOf(source, { begin: inner!.from, end: inner!.to })).toBe('; n += k; ');
    expect(textOf(source, { begin: outer!.from, end: outer!.to })).toMatch(/^;\n {2}\{ int[^]*g\[0\];\n$/);
  });

  it('that a macro spells are marked', async () => {
    const { uses, names } = await analysisOf(`#define A a\n#define ID(x) x\n${inMain(' A = ID(b); ')}`);
    expect(uses.map(({ declared, isHidden }) => [names[declared]!.name, isHidden ?? false])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  it('may be named nowhere where a macro spells their declaration, and as ever where its argument does', async () => {
    const macros = '#define SUM(x) ({ int inside = (x); inside + 1; })\n#define NEW(name) int name = 1\n';
    const { names } = await analysisOf(`${macros}${inMain(' NEW(here); a = SUM(b); ')}`);
    const [inside, here] = ['inside', 'here'].map((name) => names.find((each) => each.name === name)!);
    expect(inside!.from).toBeGreaterThan(inside!.to);
    expect(here!.from).toBeLessThan(here!.to);
  });
});

describe('wrapper calls', () => {
  it('are told with their operands, the nested ones too', async () => {
    const source = `#include "csmith.h"\nint32_t a, b;\nint main(void) { a = safe_add_func_int32_t_s_s(b, (safe_unary_minus_func_int8_t_s(a))); return 0; }\n`;
    const { wrappers } = await analysisOf(source);
    expect(
      wrappers.map(({ name, operands }) => [name, ...operands.map((each) => textOf(source, each))]),
    ).toEqual([
      ['safe_add_func_int32_t_s_s', 'b', '(safe_unary_minus_func_int8_t_s(a))'],
      ['safe_unary_minus_func_int8_t_s', 'a'],
    ]);
    for (const { inStatement } of wrappers) expect(inStatement).toBe(1);
  });
});

describe('texts that are no use', () => {
  it('are an answer: what clang cannot parse, and what is not C', async () => {
    expect(await answerTo(finder(), 'int main(void) { return x; }')).toMatchObject({
      kind: 'none',
      why: 'unreadable',
    });
    expect(await answerTo(finder(), '\0\x01{{{')).toMatchObject({ kind: 'none', why: 'unreadable' });
    expect(await answerTo(finder(), programOf('int main() {}', 'c++'))).toMatchObject({
      kind: 'none',
      why: 'language',
    });
  });

  it('have facts without anything in them where there is nothing', async () => {
    const { analysis, noRun } = await factsIn(finder(), '');
    expect(analysis.statements).toEqual([]);
    expect(noRun).toBe('refused');
  });
});

describe('facts after edits', () => {
  it('are the facts of the edited text, of real programs', async () => {
    const sources = await csmithPrograms(30, 2);
    for (const source of sources) {
      const facts = await factsIn(finder(), source);
      const { statements } = facts.analysis;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), async (picks) => {
          const places = new Set(picks.map((pick) => pick % (2 * statements.length)));
          const offsets = [...places].map((place) => {
            const { begin, end } = statements[place >> 1]!;
            return place % 2 === 0 ? begin : end;
          });
          const edits = [...new Set(offsets)]
            .toSorted((a, b) => a - b)
            .map((at): SourceEdit => ({ begin: at, end: at, text: '/* put in */' }));
          const text = Buffer.from(editText(Buffer.from(source), edits)).toString();
          expect(editFacts(facts, edits).analysis).toEqual(await analysisOf(text));
        }),
        { numRuns: 4 },
      );
    }
  });
});
