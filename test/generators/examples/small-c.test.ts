import { describe, expect, it } from 'vitest';

import { smallC } from '../../../src/generators/index.ts';
import { inProcessSource } from '../../../src/source/index.ts';
import { checkLaws } from './hunt.ts';

const source = inProcessSource(smallC, { timeoutMs: Infinity });
const textOf = (program: ReturnType<typeof smallC>): string =>
  new TextDecoder().decode(program.files[0]?.bytes);

describe('the small C example', () => {
  it('balances brackets and uses only names that it declared before, whatever its choices', () => {
    checkLaws(source, (program) => {
      const text = textOf(program);
      const open: string[] = [];
      for (const [bracket] of text.matchAll(/[(){}]/g)) {
        if (bracket === '(' || bracket === '{') open.push(bracket === '(' ? ')' : '}');
        else if (open.pop() !== bracket) throw new Error(`unbalanced: ${text}`);
      }
      const declared = new Set(Array.from(text.matchAll(/\bunsigned (\w+)(?: =|\()/g), ([, name]) => name));
      const used = Array.from(text.matchAll(/\b[fiv]\d\w*\b/g), ([name]) => name);
      const unknown = used.filter((name) => !declared.has(name));
      if (open.length + unknown.length > 0) throw new Error(`unknown ${unknown.join()}: ${text}`);
    });
  });

  it('never divides by what could be zero, nor shifts by more than a word has', () => {
    checkLaws(source, (program) => {
      const text = textOf(program);
      for (const [, rest] of text.matchAll(/ [/%] (.*)/g))
        if (!/^\(.* \| 1u\)/.test(rest ?? '')) throw new Error(text);
      for (const [, rest] of text.matchAll(/ (?:<<|>>) (.*)/g))
        if (!/^\(.* & 31u\)/.test(rest ?? '')) throw new Error(text);
    });
  });

  it('writes programs of many sizes, with every kind of statement', () => {
    const texts = Array.from({ length: 200 }, (_, seed) => source.runNow({ seed })).map((made) =>
      made.outcome === 'ok' ? textOf(made.value) : '',
    );
    for (const kind of [/\bif\b/, /\belse\b/, /\bfor\b/, /= f\d\(/, /\bv\d_\d+ =/]) {
      expect(texts.filter((text) => kind.test(text)).length).toBeGreaterThan(10);
    }
    expect(new Set(texts.map((text) => text.length)).size).toBeGreaterThan(100);
  });
});
