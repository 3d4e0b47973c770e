/** Statements of C, found without a parser. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodiesIn, type ScannedStatement, statementShape } from '../../src/stage/c/statements.ts';
import { codeTokens } from '../../src/stage/c/tokens.ts';

/** Kinds as a tree, in one line. */
function treeOf({ kind, inner }: ScannedStatement): string {
  return inner.length === 0 ? kind : `${kind}(${inner.map(treeOf).join(' ')})`;
}

const program = `
#define TWICE(x) { x; \\
  x; }
struct S { int a; } s = { 1 };
static int f(int a)
{ /* { */
    int32_t l_1 = 3, l[2] = {1, 2};
    struct S l_2 = { 5 };
    if (a) { g("}"); } else if (b) c = 1; else { }
    for (i = 0; (i < 3); i++) { x: while (1) break; }
    do { a--; } while (a);
    switch (a) { case 1: a = 2; break; default: return 3; }
    lbl_1: ;
    goto lbl_1;
    *p = ((a , b) ? c : d);
}
int main(void) { return f(1); }
`;

it('come as a tree of those inside functions', () => {
  expect(bodiesIn(program).map(treeOf)).toEqual([
    'block(declaration declaration if(block(expression) if(expression block)) for(block(label while(break))) do(block(expression)) switch(block(case expression break default return)) label expression goto expression)',
    'block(return)',
  ]);
});

it('lie where the text has them, each in the one around it', () => {
  const visit = ({ begin, end, inner }: ScannedStatement): void => {
    expect('{;:'.includes(program[end - 1]!) || program[end - 1] === '}').toBe(true);
    let from = begin;
    for (const each of inner) {
      expect(each.begin).toBeGreaterThanOrEqual(from);
      expect(each.end).toBeLessThanOrEqual(end);
      from = each.end;
      visit(each);
    }
  };
  for (const body of bodiesIn(program)) visit(body);
});

it('are found in any text, and its tokens lose nothing but spaces, comments and lines for the preprocessor', () => {
  const bits = fc.constantFrom(
    '{',
    '}',
    '(',
    ')',
    ';',
    'if',
    'else',
    'do',
    'while',
    'case',
    'a',
    ':',
    ' ',
    '"',
    '/*',
    '#',
    '\n',
    '\\',
    "'",
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 60 }), (parts) => {
      const text = `int f() { ${parts.join('')}`;
      expect(bodiesIn(text).length).toBeGreaterThan(0);
      for (const { at, text: own } of codeTokens(text)) expect(text.slice(at, at + own.length)).toBe(own);
    }),
  );
});

it('nest as deep as anybody likes', () => {
  expect(bodiesIn(`int f() ${'{'.repeat(50_000)}`)).toHaveLength(1);
});

it('have the same shape under other names and constants, and mostly another one when they are built otherwise', () => {
  const shape = (text: string): number => statementShape(bodiesIn(`void f() { ${text} }`)[0]!.inner[0]!, 8);
  expect(shape('l_1 = (g_2 + 3);')).toBe(shape('l_77 = (g_9 + 0x5L);'));
  const others = [
    'a = b;',
    'a = (b + 1);',
    'a = (b - 1);',
    'f(a);',
    'a[1] = b;',
    '*a = b;',
    'a++;',
    'a = safe_add(b, c);',
    'a = safe_sub(b, c);',
  ];
  expect(new Set(others.map(shape)).size).toBeGreaterThan(others.length - 2);
});
