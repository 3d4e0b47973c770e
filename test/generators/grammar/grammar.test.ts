/** Grammars of authors as sources: texts follow the rules, end, and come from a module that stands alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readGrammar, sourceOfGrammar } from '../../../src/generators/grammar/source-text.ts';
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

  it('writes tokens of one character without spaces', () => {
    const all = texts('.g4', "grammar G; a : D D (':' D D)? ; D : [0-9] ; S : [ ] -> skip ;");
    for (const text of all) expect(text).toMatch(/^\d\d(?::\d\d)?$/);
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

describe('a grammar in EBNF', () => {
  const json = String.raw`
value = object | array | string | number | "true" | "null" ;
object = "{", [ pair, { ",", pair } ], "}" ; (* a comment *)
pair = string, ":", value ;
array = "[", [ value, { ",", value } ], "]" ;
string = '"', { some character }, '"' ;
some character = ? any character ? - ( '"' | "\" ) ;
number = [ "-" ], ( "0" | one to nine, 2 * digit ), [ ".", digit, { digit } ] ;
digit = "0" | one to nine ;
one to nine = "1" | "2" | "3" ;`;
  const ofW3c = String.raw`
[1] value ::= ws (object | array | string | number | 'true') ws
[2] object ::= '{' (pair (',' pair)* | ws) '}' /* a comment */
[3] pair ::= ws string ws ':' value
    array ::= '[' (value (',' value)* | ws) ']'
    string ::= '"' ([^"\#x0-#x1F] | '\' ["\/bfnrt])* '"'
    number ::= '-'? ('0' | [1-9] [0-9]*) ('.' [0-9]+)?
    ws ::= [#x20#x9#xA#xD]*`;

  it.each([
    ['ISO 14977', '.ebnf', json],
    ['the W3C', '.ebnf', ofW3c],
    [
      'Go',
      '.ebnf',
      'Value = "[" [ Value { "," Value } ] "]" | Number . Number = Digit { Digit } . Digit = "1" … "9" .',
    ],
    ['BNF', '.bnf', '<a value> ::= "[" <a value> "]" | <digit> | "true"\n<digit> ::= "0" | "1"'],
  ])('of %s gives texts that follow its rules', (_, ending, content) => {
    const all = texts(ending, content);
    for (const text of all) expect(() => JSON.parse(text)).not.toThrow();
    expect(new Set(all).size).toBeGreaterThan(10);
  });

  it('has spaces between words, and none inside a token or beside white space that it writes itself', () => {
    const spaced = texts(
      '.ebnf',
      'a = "let" name "in" b | "of" ; b = number ; name = "x" ; number = "0x" "1" ;',
    );
    expect(new Set(spaced)).toEqual(new Set(['let x in 0x1', 'of']));
    expect(new Set(texts('.ebnf', 'a = "let" " " "x" ;'))).toEqual(new Set(['let x']));
  });

  it.each([
    ['never ends', 'a = "x" a ;'],
    ['cannot be read at ";"', 'a = ( "x" ;'],
    ['cannot be read at "what"', 'what is this'],
  ])('is refused if it %s', (why, content) => {
    expect(() => texts('.ebnf', content)).toThrow(why);
  });
});

describe('a definition of protobuf', () => {
  const proto = `syntax = "proto3"; package p;
message A { string name = 1; repeated int32 some = 2; map<string, B> by = 3; oneof one { bool on = 4; B b = 5; }
  enum E { NO = 0; OLD = -1; } E e = 6; A deeper = 17; fixed64 far = 8; option x = { y: 1 }; reserved 9; }
message B { sint32 s = 1; float f = 2 [deprecated = true]; }`;

  /** The numbers of the fields, where the bytes are whole fields of the wire format. */
  function fieldsOf(bytes: Uint8Array): number[] {
    const numbers: number[] = [];
    let at = 0;
    const varint = (): number => {
      let value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = bytes[at++]!;
        value |= BigInt(byte & 127) << shift;
        if (byte < 128) return Number(value);
      }
    };
    while (at < bytes.length) {
      const tag = varint();
      numbers.push(tag >>> 3);
      const kind = tag & 7;
      const size = kind === 1 ? 8 : kind === 5 ? 4 : varint();
      if (kind !== 0) at += size;
    }
    expect(at).toBe(bytes.length);
    return numbers;
  }

  it('gives messages in the wire format and as text, with at most one field of a group', async () => {
    const path = join(folder, 'a.proto');
    writeFileSync(path, proto);
    const { module, start, count } = sourceOfGrammar(path);
    expect([start, count]).toEqual(['p.A', 3]);
    const seen = new Set<number>();
    for (const format of ['binary', 'text']) {
      const file = join(folder, `a-${format}.mjs`);
      writeFileSync(file, module.replace("FORMAT = 'binary'", `FORMAT = '${format}'`));
      const source = inProcessSource((await import(file)).default.generate);
      for (let seed = 0; seed < 100; seed++) {
        const made = source.runNow({ seed });
        if (made.outcome !== 'ok') throw new Error(made.outcome);
        if (format === 'text') {
          expect(made.value).toMatch(
            /^(?:(?:name|some|on|e|far|s|f|key): \S.*\n|(?:by|b|deeper|value) \{ |\} *\n|\n)*$/,
          );
          continue;
        }
        const numbers = fieldsOf(made.value as Uint8Array);
        for (const number of numbers) seen.add(number);
        expect(numbers.filter((number) => number === 4 || number === 5).length).toBeLessThanOrEqual(1);
      }
    }
    // The last number stands for an empty message.
    expect([...seen].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 8, 17, 2 ** 29 - 1]);
  });

  it.each([
    ['has the unknown type Other', 'message A { Other a = 1; }'],
    ['never ends', 'message A { required A a = 1; }'],
    ['has no message', 'syntax = "proto3";'],
    ['cannot be read at "the end"', 'message A { int32 a = 1;'],
  ])('is refused if it %s', (why, content) => {
    const path = join(folder, 'refused.proto');
    writeFileSync(path, content);
    expect(() => sourceOfGrammar(path)).toThrow(why);
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
  writeFileSync(file, sourceOfGrammar(path).module);
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
  for (let seed = 0; seed < 20; seed++) {
    const [one, other] = [there.runNow({ seed }), here.runNow({ seed })];
    if (one.outcome !== 'ok' || other.outcome !== 'ok') throw new Error(one.outcome);
    expect(one.value).toBe(other.value);
    expect(one.record.choiceCount).toBe(other.record.choiceCount);
  }
});
