/** From a file with a grammar to the module of a source, for a person to read and change. */
import { basename } from 'node:path';
import { UserError } from '../../util/user-error.ts';
import { readAntlr } from './antlr.ts';
import { bounded, type BoundedGrammar } from './grammar.ts';
import { readJsonSchema } from './json-schema.ts';
import { tokensToText, writeByGrammar } from './write-grammar.ts';

export function readGrammar(path: string, rule?: string): BoundedGrammar {
  if (path.endsWith('.g4')) return bounded(readAntlr(path, rule));
  if (path.endsWith('.json')) return bounded(readJsonSchema(path));
  throw new UserError(`${basename(path)} is no grammar that cgfuzz reads`, [
    'allowed: a grammar of ANTLR 4 (.g4), a JSON Schema (.json)',
  ]);
}

/** The module needs nothing besides itself. */
export function sourceText(grammar: BoundedGrammar, path: string): string {
  const { name, start, rules, depths, isSpaced, ignored } = grammar;
  const least = depths[start]!;
  const lines = Object.entries(rules).map(
    ([rule, says]) => `    ${JSON.stringify(rule)}: ${JSON.stringify(says)},`,
  );
  return [
    `// Texts by the rules of ${basename(path)}. Each rule is a scope; a rule that stands twice in "one" comes twice as often.`,
    ...ignored.map((what) => `// Not followed: ${what}`),
    'const grammar = {',
    `  start: ${JSON.stringify(start)},`,
    `  isSpaced: ${isSpaced},`,
    `  depths: ${JSON.stringify(depths)},`,
    '  rules: {',
    ...lines,
    '  },',
    '};',
    '// Rules inside rules: a text takes one of these bounds.',
    `const DEPTHS = [${[0, 4, 8, 16, 32].map((more) => least + more).join(', ')}];`,
    tokensToText.toString(),
    writeByGrammar.toString(),
    'export default {',
    `  name: ${JSON.stringify(name)},`,
    `  summary: ${JSON.stringify(`texts by the grammar ${basename(path)}`)},`,
    "  language: 'text',",
    "  generate: (draw) => writeByGrammar(draw, grammar, draw.scope('options', () => draw.pick(DEPTHS))),",
    '};',
    '',
  ].join('\n');
}
