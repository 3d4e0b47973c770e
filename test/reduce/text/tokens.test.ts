import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinTokens, splitTokens, tokensKey } from '../../../src/reduce/text/tokens.ts';
import { buildTree, levelsOf } from '../../../src/reduce/text/tree.ts';

const pieces = fc.constantFrom(
  ...'int main x 0 1.5e+3 0x1FuL "a\\"b" \'c\' R"x(a)b)x" "b"_s ( ) [ ] { } ; , + - ++ - > -> = == / * & && < << . ... # \\ \n // /*'.split(
    ' ',
  ),
  '\n',
  '#define x \\\n 1\n',
  '/* comment */',
  '// to the end\n',
);
const anyText = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(' '));

describe('tokens', () => {
  it('are the same again when they are joined and split, whatever the text is', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string()), (text) => {
        const tokens = splitTokens(text);
        expect(splitTokens(joinTokens(tokens))).toEqual(tokens);
      }),
      { numRuns: 500 },
    );
  });

  it('stay what they are when others are taken out from between them', () => {
    const some = anyText.chain((text) => fc.subarray(splitTokens(text)));
    fc.assert(
      fc.property(some, (tokens) => {
        expect(splitTokens(joinTokens(tokens))).toEqual(tokens);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keep a word apart from a string that it does not belong to', () => {
    expect(joinTokens(['extern', '"C"', 'int', 'f', '(', ')', ';'])).toContain('"C" int');
    expect(splitTokens('"a"_s "b" s')).toEqual(['"a"_s', '"b"', 's']);
  });

  it('leave out comments and layout, and keep a line of the preprocessor whole', () => {
    const [line, ...rest] = splitTokens('#define f(x) \\\n  x\nint a; // b\n/* c\n*/ a+++b;');
    expect(line).toBe('#define f(x) \\\n  x');
    expect(rest).toEqual(['int', 'a', ';', 'a', '++', '+', 'b', ';']);
  });

  it('do not take what looks like a comment in a string for one', () => {
    expect(splitTokens('"// \\" /*" + 1')).toEqual(['"// \\" /*"', '+', '1']);
  });

  it('are the same for texts that differ in layout alone', () => {
    expect(tokensKey('int  a;\n')).toBe(tokensKey('int a; // one'));
    expect(tokensKey('int a;')).not.toBe(tokensKey('inta;'));
  });

  it('are written with a line for each statement', () => {
    const text =
      '#include <a.h>\nint a[]={1,2};int main(){for(int i=0;i<2;i++){if(a[i])return -1;else f(a,&i);}}';
    expect(joinTokens(splitTokens(text))).toMatchInlineSnapshot(`
      "#include <a.h>
      int a[] = {1, 2};
      int main() {
        for (int i = 0; i < 2; i++) {
          if (a[i]) return -1;
          else f(a, &i);
        }
      }
      "
    `);
  });
});

describe('the tree of brackets', () => {
  it('has every token once, whatever the text is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = splitTokens(text);
        const seen = Array.from({ length: tokens.length }, () => 0);
        for (const level of levelsOf(buildTree(tokens)))
          for (const atom of level.atoms)
            for (const at of atom.level === undefined ? [atom.from] : [atom.from, atom.to - 1]) seen[at]!++;
        expect(seen).toEqual(tokens.map(() => 1));
      }),
    );
  });

  it('has items where statements and arguments are', () => {
    const tokens = splitTokens(
      'struct s { int a; } x; static struct s f(int a, int b) { do g(); while (0); if (a) b; else { c; } d; } int y;',
    );
    const items = [...levelsOf(buildTree(tokens))].flatMap((level) =>
      level.items.map(({ from, to }) => tokens.slice(from, to).join(' ')),
    );
    expect(items).toEqual(
      expect.arrayContaining([
        'struct s { int a ; } x ;',
        'int a',
        'int b',
        'if ( a ) b ; else { c ; }',
        'd ;',
        'int y ;',
      ]),
    );
  });
});
