/** From a file with a grammar to the module of a source, for a person to read and change. */
import { basename } from 'node:path';
import { UserError } from '../../util/user-error.ts';
import { readAntlr } from './antlr.ts';
import { readEbnf } from './ebnf.ts';
import { bounded, type BoundedGrammar } from './grammar.ts';
import { readJsonSchema } from './json-schema.ts';
import { type ReadProto, readProto } from './protobuf.ts';
import { tokensToText, writeByGrammar } from './write-grammar.ts';
import {
  drawCharacters,
  drawBinaryFloat,
  drawGroups,
  drawInteger,
  drawScalar,
  fieldOf,
  varintOf,
  writeMessage,
} from './write-message.ts';

/** The files that cgfuzz makes a source of, for people. */
export const grammarFiles: readonly string[] = [
  'a grammar of ANTLR 4 (.g4), EBNF or BNF (.ebnf, .bnf)',
  'a JSON Schema (.json), a definition of protobuf (.proto)',
];

export interface GrammarSource {
  /** The rule, message or schema that the source begins with. */
  readonly start: string;
  readonly count: number;
  /** Words of the file that the source does not follow. */
  readonly ignored: readonly string[];
  /** The module, which needs nothing besides itself. */
  readonly module: string;
}

export function sourceOfGrammar(path: string, rule?: string): GrammarSource {
  if (path.endsWith('.proto')) {
    const read = readProto(path, rule);
    const { start, messages, ignored } = read;
    return { start, count: Object.keys(messages).length, ignored, module: protoText(read, path) };
  }
  const grammar = readGrammar(path, rule);
  const { start, rules, ignored } = grammar;
  return { start, count: Object.keys(rules).length, ignored, module: sourceText(grammar, path) };
}

export function readGrammar(path: string, rule?: string): BoundedGrammar {
  if (path.endsWith('.g4')) return bounded(readAntlr(path, rule));
  if (/\.(?:ebnf|bnf)$/.test(path)) return bounded(readEbnf(path, rule));
  if (path.endsWith('.json')) return bounded(readJsonSchema(path));
  throw new UserError(
    `${basename(path)} is no grammar that cgfuzz reads`,
    grammarFiles.map((file) => `allowed: ${file}`),
  );
}

function sourceText(grammar: BoundedGrammar, path: string): string {
  const { name, start, rules, depths, isSpaced, ignored } = grammar;
  return [
    `// Texts by the rules of ${basename(path)}. Each rule is a scope; a rule that stands twice in "one" comes twice as often.`,
    ...notFollowed(ignored),
    'const grammar = {',
    `  start: ${JSON.stringify(start)},`,
    `  isSpaced: ${isSpaced},`,
    `  depths: ${JSON.stringify(depths)},`,
    ...entries('rules', rules),
    '};',
    '// Rules inside rules: a text takes one of these bounds.',
    `const DEPTHS = [${[0, 4, 8, 16, 32].map((more) => depths[start]! + more).join(', ')}];`,
    tokensToText.toString(),
    writeByGrammar.toString(),
    ...definition(name, `texts by the grammar ${basename(path)}`, 'writeByGrammar(draw, grammar, ROOM)'),
  ].join('\n');
}

function protoText({ name, start, messages, enums, depths, ignored }: ReadProto, path: string): string {
  return [
    `// Messages ${start} of ${basename(path)}. Each message, field and item is a scope.`,
    ...notFollowed(ignored),
    "// 'binary' is the wire format; 'text' is what protoc --encode reads.",
    "const FORMAT = 'binary';",
    'const definition = {',
    `  start: ${JSON.stringify(start)},`,
    `  depths: ${JSON.stringify(depths)},`,
    ...entries('messages', messages),
    ...entries('enums', enums),
    '};',
    '// Messages inside messages: a message takes one of these bounds.',
    `const DEPTHS = [${[0, 1, 2, 4, 8].map((more) => depths[start]! + more).join(', ')}];`,
    ...[
      varintOf,
      drawInteger,
      drawBinaryFloat,
      drawCharacters,
      drawScalar,
      drawGroups,
      fieldOf,
      writeMessage,
    ].map(String),
    ...definition(name, `messages of ${basename(path)}`, 'writeMessage(draw, definition, FORMAT, ROOM)'),
  ].join('\n');
}

function notFollowed(ignored: readonly string[]): string[] {
  return ignored.map((what) => `// Not followed: ${what.replaceAll(/\s+/g, ' ')}`);
}

function entries(name: string, of: Readonly<Record<string, unknown>>): string[] {
  const lines = Object.entries(of).map(
    ([key, says]) => `    ${JSON.stringify(key)}: ${JSON.stringify(says)},`,
  );
  return [`  ${name}: {`, ...lines, '  },'];
}

function definition(name: string, summary: string, call: string): string[] {
  return [
    'export default {',
    `  name: ${JSON.stringify(name)},`,
    `  summary: ${JSON.stringify(summary)},`,
    "  language: 'text',",
    `  generate: (draw) => ${call.replace('ROOM', "draw.scope('options', () => draw.pick(DEPTHS))")},`,
    '};',
    '',
  ];
}
