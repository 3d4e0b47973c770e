/**
 * Tokens of C, as far as it takes to find statements and calls: no types, no preprocessor.
 *
 * Invariant: any text has tokens; what is no C comes out as single characters.
 */

export interface CodeToken {
  readonly kind: 'name' | 'number' | 'text' | 'sign';
  readonly at: number;
  readonly text: string;
}

/** Spaces, comments and lines for the preprocessor are passed over. */
const pattern =
  /(?<skip>\s+|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|(?<=^|\n)[ \t]*#(?:[^\n\\]|\\[\s\S])*)|(?<name>[A-Za-z_$][\w$]*)|(?<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?<text>"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)|(?<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||[\s\S])/y;

export function codeTokens(text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  pattern.lastIndex = 0;
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    const { groups = {} } = pattern.exec(text)!;
    const kind = (['name', 'number', 'text', 'sign'] as const).find((each) => groups[each] !== undefined);
    if (kind !== undefined) tokens.push({ kind, at, text: groups[kind]! });
  }
  return tokens;
}
