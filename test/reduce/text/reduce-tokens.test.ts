/** Laws of reduction on text, for interests that only look at it, and what some passes are there for. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceTokens, type ReducedText, tokensKey } from '../../../src/reduce/index.ts';
import { splitTokens } from '../../../src/reduce/text/tokens.ts';
import { buildTree, levelsOf } from '../../../src/reduce/text/tree.ts';

const program = `// A program as generators write them.
#include <stdint.h>
static long unused = 1;
static int32_t g_1 = (-10L), g_2[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct S { int8_t a; int32_t b; };
static int32_t func_1(int32_t p_1, const int8_t p_2);
static int32_t func_1(int32_t p_1, const int8_t p_2)
{
    int32_t *l_1 = &g_1;
    for (g_1 = 0; g_1 < 20; g_1++)
    {
        if (((*l_1) = (p_1 + 7UL)) && g_2[1][2])
            continue;
        else { g_2[0][p_2] ^= *l_1; }
    }
    return g_1;
}
int main(int argc, char *argv[])
{
    int i, print = 0;
    if (argc == 2 && argv[1][0] == '1') print = 1;
    func_1(g_1, 3);
    for (i = 0; i < 2; i++) show(g_2[i][0], "g_2[i]", print);
    return 0;
}
`;

/** Words that must be left, in their order. */
const interest = fc.subarray(splitTokens(program).filter((token) => /^[\w#]/.test(token))).map(has);

function has(words: readonly string[]): (text: string) => boolean {
  return (text) => {
    let at = 0;
    for (const token of splitTokens(text)) if (token === words[at]) at++;
    return at === words.length;
  };
}

async function reduceWith(
  isInteresting: (text: string) => boolean,
): Promise<ReducedText & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const reduced = await reduceTokens(program, (text) => {
    asked.push(text);
    return isInteresting(text);
  });
  return { ...reduced, asked };
}

describe('reduction on text', () => {
  it('ends with what is interesting, no longer than it was, and asks nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(interest, async (isInteresting) => {
        const { text, asked, evaluations, end } = await reduceWith(isInteresting);
        expect(isInteresting(text)).toBe(true);
        expect(text.length).toBeLessThanOrEqual(program.length);
        expect(end).toBe('minimal');
        expect(new Set(asked.map(tokensKey)).size).toBe(asked.length);
        expect(evaluations).toBe(asked.length);
      }),
      { numRuns: 20 },
    );
  });

  it('holds for any text, with brackets that have no partner too', async () => {
    const soup = fc.array(
      fc.constantFrom(...'( ) { } [ ] ; , = + for if return a b 1 "s" # else int *'.split(' ')),
    );
    await fc.assert(
      fc.asyncProperty(soup, async (tokens) => {
        const text = tokens.join('\n');
        const kept = tokens.filter((token) => token === 'a').length;
        const { text: reduced } = await reduceTokens(
          text,
          (each) => splitTokens(each).filter((token) => token === 'a').length >= kept,
        );
        expect(reduced.length).toBeLessThanOrEqual(text.length);
        expect(splitTokens(reduced).filter((token) => token === 'a')).toHaveLength(kept);
      }),
    );
  });

  it('comes to the same with the same answers', async () => {
    const isInteresting = has(['g_1', 'for', 'continue', 'show']);
    expect(await reduceWith(isInteresting)).toEqual(await reduceWith(isInteresting));
  });

  it('leaves no statement that could go alone', async () => {
    await fc.assert(
      fc.asyncProperty(interest, async (isInteresting) => {
        const tokens = splitTokens((await reduceWith(isInteresting)).text);
        for (const level of levelsOf(buildTree(tokens)))
          for (const { from, to } of level.isBlock ? level.items : [])
            expect(isInteresting(tokens.toSpliced(from, to - from).join('\n'))).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it('leaves alone what is not interesting any more when it is laid out anew', async () => {
    const { text, end, evaluations } = await reduceWith((each) => each.includes('// A program'));
    expect({ text, end, evaluations }).toEqual({ text: program, end: 'layout-matters', evaluations: 1 });
  });

  it('keeps the best so far when it is stopped, and asks no more than it may', async () => {
    const isInteresting = has(['func_1', 'return']);
    const stop = new AbortController();
    let improvements = 0;
    const aborted = await reduceTokens(program, isInteresting, {
      signal: stop.signal,
      onImproved: () => ++improvements === 3 && stop.abort(),
    });
    expect([aborted.end, improvements, isInteresting(aborted.text)]).toEqual(['stopped', 3, true]);
    const cut = await reduceTokens(program, isInteresting, { maxEvaluations: 10 });
    expect([cut.end, cut.evaluations, isInteresting(cut.text)]).toEqual(['stopped', 10, true]);
  });

  it('needs few evaluations', async () => {
    const { text, evaluations } = await reduceWith(has(['g_1', '=', '7UL']));
    expect(splitTokens(text)).toEqual(['g_1', '=', '7UL']);
    expect(evaluations).toBeLessThan(120);
  });
});

/** The rest of a text, its tokens with a space between them. */
async function leftOf(text: string, isInteresting: (flat: string) => boolean): Promise<string> {
  const flat = (each: string): string => splitTokens(each).join(' ');
  return flat((await reduceTokens(text, (candidate) => isInteresting(flat(candidate)))).text);
}

describe('a large text', () => {
  /** Functions in the old style, each with a table of its own, and the headers of all. */
  const rest = Array.from(
    { length: 60 },
    (
      _,
      at,
    ) => `typedef int t${at}; enum { E${at} }; static t${at} table${at}[] = {1, 2, 3, 4, 5, 6, 7, E${at}};
int old${at}(a, b) int a; int b; { return a + table${at}[b]; }`,
  ).join('\n');

  /** Refuses a text that uses what it does not declare, as a compiler does. */
  function isDeclared(text: string): boolean {
    const words = splitTokens(text).filter((token) => /^(?:t|E|table|old|used)\d+$/.test(token));
    return words.every((word) => new RegExp(String.raw`(?:int|\{|t\d+)\s*${word}\b`).test(text));
  }

  it('is left with the function that matters after a few questions, wherever it stands', async () => {
    for (const place of ['int old7(a', 'int old59(a']) {
      let asked = 0;
      const sizes: number[] = [];
      await reduceTokens(rest, (text) => (asked++, text.includes(place) && isDeclared(text)), {
        maxEvaluations: 14,
        onImproved: (text) => sizes.push(text.length),
      });
      expect(asked).toBe(14);
      expect(sizes.at(-1)).toBeLessThan(rest.length / 10);
    }
  });

  it('loses a statement of `main` with all that only this statement needs', async () => {
    const calls = Array.from({ length: 60 }, (_, at) => `  old${at}(1, ${at});`).join('\n');
    const text = `${rest}\nint used1 = 3;\nint main(void) {\n{\n${calls}\n}\n  return used1;\n}`;
    let asked = 0;
    const { text: left } = await reduceTokens(
      text,
      (each) => (asked++, /return used1/.test(each) && isDeclared(each)),
      { maxEvaluations: 4 },
    );
    expect(left.length).toBeLessThan(80);
    expect(asked).toBe(4);
  });

  it('loses statements of `main` that use each other, with their namespace, after a few questions', async () => {
    const calls = Array.from({ length: 60 }, (_, at) => `  two.at = N::old${at}(two.at, ${at});`).join('\n');
    const space = `namespace N { struct pair { int at; }; bool operator==(const pair &a, const pair &b) { return a.at; }\n${rest.replaceAll('(a, b) int a; int b;', '(int a, int b)')} }`;
    const text = `${space}\nint used1 = 3;\nint main(void) {\nN::pair two = {1};\n${calls}\n  return used1;\n}`;
    const isWhole = (each: string): boolean =>
      (!/two/.test(each) || /pair two =/.test(each)) && (!/pair/.test(each) || /struct pair/.test(each));
    let asked = 0;
    const { text: left } = await reduceTokens(
      text,
      (each) => (asked++, /return used1/.test(each) && isDeclared(each) && isWhole(each)),
      { maxEvaluations: 12 },
    );
    expect(left.length).toBeLessThan(200);
    expect(asked).toBe(12);
  });
});

describe('passes', () => {
  it('take a parameter out of a function and of its calls at once', async () => {
    const left = await leftOf('void f(int a, int b, int c) { b; } y = f(1, keep, 3);', (flat) => {
      const [, parameters = '', args = ''] = /f \(([^)]*)\).*f \(([^)]*)\)/.exec(flat) ?? [];
      return (
        /b/.test(parameters) && /keep/.test(args) && parameters.split(',').length === args.split(',').length
      );
    });
    expect(left).toBe('f ( b ) f ( keep )');
  });

  it('put what a function does in place of its call', async () => {
    const left = await leftOf('static int f(void) { work(1); return 2; } int main() { f(); }', (flat) => {
      const [, inMain = ''] = /int main \( \) \{ (.*) \}$/.exec(flat) ?? [];
      return inMain.includes('work (') || (inMain.includes('f ( )') && /int f .* work \(/.test(flat));
    });
    expect(left).toBe('int main ( ) { work ( ) }');
  });

  it('make a variable of a block one of the program where loops need not set it', async () => {
    const left = await leftOf('int main() { int i, j; for (i = 0; i < 2; i++) show(i); }', (flat) =>
      /^int i( , j)? ; int main .*show \( i|int i.*for \( i = 0 ; .*show \( i/.test(flat),
    );
    expect(left).toBe('int i ; int main show ( i )');
  });

  it('take a dimension out of an array and of its uses at once', async () => {
    const left = await leftOf('int a[2][3]; a[0][1] = a[1][2];', (flat) => {
      const counts = flat.split(/\ba\b/).map((after) => [...after.matchAll(/\[/g)].length);
      return counts.length === 4 && new Set(counts.slice(1)).size === 1;
    });
    expect(left).toBe('a a a');
  });

  it('put a number in place of a variable', async () => {
    const left = await leftOf('int print = 0; show(x, print);', (flat) =>
      /int print .*show \( x , print \)|^show \( x , \d \)/.test(flat),
    );
    expect(left).toBe('show ( x , 0 )');
  });

  it('put a plain type in place of one with a name', async () => {
    const left = await leftOf('uint64_t x; uint64_t *y;', (flat) => /^(\w+) x ; \1 \* y/.test(flat));
    expect(left).toBe('int x ; int * y');
  });

  it('put what a name of a type stands for in its place', async () => {
    const left = await leftOf('typedef unsigned int a; typedef a *b; a x; b y; a z;', (flat) => {
      const isKnown = !/\ba [xz] ;/.test(flat) || flat.startsWith('typedef unsigned int a ;');
      return isKnown && /(?:\ba|unsigned int) x ;.*(?:\ba|unsigned int) z ;/.test(flat);
    });
    expect(left).toBe('unsigned int x ; unsigned int z ;');
  });

  it('leave what ends a loop alone, which takes long to find out', async () => {
    const asked: string[] = [];
    await leftOf(
      'for (int i = 0; i < 20; i++) { x; }',
      (flat) => asked.push(flat) > 0 && flat.includes('for'),
    );
    expect(asked.filter((flat) => /for \( .*; [01]? ?; /.test(flat))).toEqual([]);
  });
});
