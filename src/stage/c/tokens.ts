/**
 * Tokens of C, as far as finding statements and calls needs them: no types, no preprocessor.
 *
 * Invariant: any text has tokens; text that is no C gives single characters.
 */

export interface CodeToken {
  readonly kind: 'name' | 'number' | 'text' | 'sign';
  readonly at: number;
  readonly text: string;
}

/** Comments, and lines for the preprocessor. */
const skipped = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|(?<=(?:^|\n)[ \t]*)#(?:[^\n\\]|\\[\s\S])*/y;
const space = /\s+/y;
const name = /[A-Za-z_$][\w$]*/y;
const number = /\.?\d(?:[eEpP][+-]|[\w.])*/y;
const quoted = /"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/y;
const sign = /<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||[\s\S]/y;

const spaces = /\s/;
const wordStart = /[A-Za-z_$]/;
const digit = /\d/;

/** For each character, the patterns that may begin with it; the first match counts. */
const patternsOf = Array.from({ length: 256 }, (_, code): readonly Pattern[] => {
  const character = String.fromCharCode(code);
  const usual: readonly Pattern[] = [[sign, 'sign']];
  if (spaces.test(character)) return [[space, undefined]];
  if (wordStart.test(character)) return [[name, 'name']];
  if (digit.test(character)) return [[number, 'number']];
  if (character === '.') return [[number, 'number'], ...usual];
  if (character === '"' || character === "'") return [[quoted, 'text'], ...usual];
  return character === '/' || character === '#' ? [[skipped, undefined], ...usual] : usual;
});
const ofOthers: readonly Pattern[] = [
  [space, undefined],
  [sign, 'sign'],
];

/** Text of a pattern without a kind is skipped: spaces, comments, preprocessor lines. */
type Pattern = readonly [RegExp, CodeToken['kind'] | undefined];

export function codeTokens(text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  for (let at = 0; at < text.length;) {
    for (const [pattern, kind] of patternsOf[text.charCodeAt(at)] ?? ofOthers) {
      pattern.lastIndex = at;
      if (!pattern.test(text)) continue;
      const end = pattern.lastIndex;
      if (kind !== undefined) tokens.push({ kind, at, text: text.slice(at, end) });
      at = end;
      break;
    }
  }
  return tokens;
}
