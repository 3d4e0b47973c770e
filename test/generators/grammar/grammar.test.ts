/** Grammars of authors as sources: texts follow the rules, end, and come from a module that stands alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readGrammar, sourceText } from '../../../src/generators/index.ts';
import { writeByGrammar } from '../../../src/generators/grammar/write-grammar.ts';
import { inProcessSource } from '../../../src/source/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder(afterAll);
let files = 0;

/** Texts of 100 seeds by a grammar in a file of this ending. */
function texts(ending: string, content: string): readonly string[] {
  const path = join(folder, `${files++}${ending}`);
  writeFileSync(path, content);
  const grammar = readGrammar(path);
  const source = inProcessSource((draw) => writeByGrammar(draw, grammar, grammar.depths[grammar.start]! + 6));
  return Array.from({ length: 100 }, (_, seed) => {
    const made = source.runNow({ seed });
    expect(made.outcome).toBe('ok');
    return made.outcome === 'ok' ? made.value : '';
  });
}

const sums = String.raw`grammar Sums; // a comment
options { language = Java; }
sum : left=sum op=('+'|'-') sum # Add | '(' sum ')' # Inside | {isFine()}? NUMBER # Leaf | 'let' NAME EOF # Let ;
NUMBER : '0' | [1-9] DIGIT* ;
fragment DIGIT : '0'..'9' ;
NAME : ~[\u0000-\u0060\u007b-\uffff]+ ;
SPACE : [ \t]+ -> skip ;
`;

describe('a grammar of ANTLR', () => {
  it('gives texts that follow its rules, with white space only where tokens would touch', () => {
    const all = texts('.g4', sums);
    for (const text of all) expect(text).toMatch(/^(?:[-+() ]|0|[1-9][0-9]*|let [a-z]+)+$/u);
    expect(new Set(all).size).toBeGreaterThan(30);
    expect(all.some((text) => /\(.*\(.*\).*\)/.test(text))).toBe(true);
  });

  it.each([
    ['never ends', 'grammar G; a : b ; b : a ;'],
    ['has no rule named b', 'grammar G; a : b ;'],
    ['cannot be read', 'grammar G; a : ) ;'],
    ['has no parser rule', 'lexer grammar G; A : [a] ;'],
  ])('is refused if it %s', (why, content) => {
    expect(() => texts('.g4', content)).toThrow(why);
  });
});

it('a JSON Schema gives values that it allows', () => {
  const schema = {
    type: 'object',
    required: ['id', 'kind'],
    properties: {
      id: { type: 'integer', minimum: 3, maximum: 7 },
      kind: { enum: ['a', 'b'] },
      names: { type: 'array', items: { type: 'string', maxLength: 4 }, minItems: 1, maxItems: 3 },
      inside: { $ref: '#' },
    },
  };
  let deepest = 0;
  const check = (value: Record<string, unknown>, depth: number): void => {
    deepest = Math.max(deepest, depth);
    expect(value['id']).toSatisfy((id: number) => Number.isInteger(id) && id >= 3 && id <= 7);
    expect(['a', 'b']).toContain(value['kind']);
    const names = (value['names'] ?? ['x']) as string[];
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(3);
    if (value['inside'] !== undefined) check(value['inside'] as Record<string, unknown>, depth + 1);
  };
  for (const text of texts('.json', JSON.stringify(schema))) check(JSON.parse(text), 0);
  expect(deepest).toBeGreaterThan(0);
});

it('becomes a module that stands alone and writes the same', async () => {
  const path = join(folder, 'Sums.g4');
  writeFileSync(path, sums);
  const grammar = readGrammar(path);
  const file = join(folder, 'sums-source.mjs');
  writeFileSync(file, sourceText(grammar, path));
  const { default: made } = await import(file);
  const depths = [0, 4, 8, 16, 32].map((more) => grammar.depths[grammar.start]! + more);
  const here = inProcessSource((draw) =>
    writeByGrammar(
      draw,
      grammar,
      draw.scope('options', () => draw.pick(depths)),
    ),
  );
  const there = inProcessSource(made.generate);
  for (let seed = 0; seed < 20; seed++) expect(there.runNow({ seed })).toEqual(here.runNow({ seed }));
});
