/**
 * Program text as tokens, and back. This module alone knows anything of the language, and is the same for C,
 * C++ and similar ones.
 *
 * A preprocessor line is one token; comments and layout are no tokens, and the layout is made again.
 * Invariant: splitting a joined text gives the same tokens, for any tokens.
 */
export type Tokens = readonly string[];

/** Layout and comments; a backslash has a meaning only in strings and preprocessor lines. */
const SKIPPED = String.raw`[\s\\]+|//(?:\\\r?\n|[^\n])*|/\*[^]*?\*/`;
const DIRECTIVE = String.raw`#(?:\\\r?\n|[^\n])*`;
/** Raw strings. The first group here is the second group of the whole expression. */
const RAW_STRING = String.raw`(?:u8?|[LU])?R"([^()\\\s]*)\([^]*?\)\2"`;
const QUOTED = String.raw`(?:u8?|[LU])?(?:"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')`;
const NUMBER = String.raw`\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*`;
/**
 * In C++ a word directly after a quote belongs to the quote, so a word that does not belong needs a space.
 */
const SUFFIX = String.raw`(?:[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)?`;
const WORD = String.raw`[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*`;
const OPERATOR = String.raw`\.\.\.|<<=|>>=|->\*|\.\*|->|\+\+|--|<<|>>|&&|\|\||::|[-+*/%&|^=!<>]=`;

const next = new RegExp(
  `(${SKIPPED})|${DIRECTIVE}|(?:${RAW_STRING}|${QUOTED})${SUFFIX}|${NUMBER}|${WORD}|${OPERATOR}|[^]`,
  'y',
);

export function splitTokens(text: string): string[] {
  const tokens: string[] = [];
  next.lastIndex = 0;
  while (next.lastIndex < text.length) {
    const found = next.exec(text);
    if (found === null) break;
    if (found[1] === undefined)
      tokens.push(found[0].startsWith('#') ? found[0].replace(/[\s\\]+$/, '') : found[0]);
  }
  return tokens;
}

export function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*$/.test(token);
}

export function isNumberToken(token: string | undefined): boolean {
  return token !== undefined && /^\.?\d/.test(token);
}

export function isDirective(token: string | undefined): boolean {
  return token?.startsWith('#') === true;
}

/** The common part of texts that differ only in layout and comments. */
export function tokensKey(text: string): string {
  return splitTokens(text).join('\n');
}

/** A line for each statement, indented by its brackets. */
export function joinTokens(tokens: Tokens): string {
  const lines: string[] = [];
  let line = '';
  /** For each open bracket, true if it encloses whole lines. */
  const open: boolean[] = [];
  const depth = (): number => open.filter(Boolean).length;
  const end = (): void => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (isDirective(token)) {
      end();
      lines.push(token);
      continue;
    }
    if (/^[)\]}]$/.test(token) && open.pop() === true) end();
    if (line === '') line = '  '.repeat(depth()) + token;
    else line += (isApart(before ?? '', token, tokens[at - 2]) ? ' ' : '') + token;
    const isBlock = token === '{' && !/^[=,{([]$/.test(before ?? '=');
    if (/^[([{]$/.test(token)) open.push(isBlock);
    const after = tokens[at + 1];
    // The line ends here, so that a quote without its partner finds no later one.
    if (token === '"' || token === "'") end();
    else if (isBlock || (token === ';' && open.at(-1) !== false)) end();
    else if (token === '}' && open.at(-1) !== false && !/^(?:[;,.)=]|else|while)$/.test(after ?? '')) end();
  }
  end();
  return lines.map((each) => `${each}\n`).join('');
}

const INFIX = /^(?:[-+*/%&|^=!<>]=|<<=|>>=|[=?:<>/%|^]|<<|>>|&&|\|\|)$/;
const EITHER = /^[-+*&]$/;

/** True if a space stands between the tokens: they would join without it, or people write it. */
function isApart(left: string, right: string, beforeLeft: string | undefined): boolean {
  if (isGlued(left, right)) return true;
  if (left === ',' || left === ';' || right === '{') return true;
  if (left === '}' || (left === ')' && isWord(right))) return !/^[;,)}\]]$/.test(right);
  if (INFIX.test(left) || INFIX.test(right)) return true;
  if (EITHER.test(right)) return isOperand(left) || KEYWORD.test(left);
  if (EITHER.test(left)) {
    const mayDeclare = /^[*&]$/.test(left) && isWord(beforeLeft) && isWord(right);
    return isOperand(beforeLeft) && !mayDeclare;
  }
  return KEYWORD.test(left) && right !== ';';
}

const KEYWORD = /^(?:if|for|while|switch|return|do|else|case)$/;

function isOperand(token: string | undefined): boolean {
  if (token === undefined || KEYWORD.test(token)) return false;
  return isWord(token) || isNumberToken(token) || /[)\]'"]$/.test(token);
}

function isGlued(left: string, right: string): boolean {
  if (/[\w$\x80-\uffff]$/.test(left) && /^[\w$\x80-\uffff'"]/.test(right)) return true;
  // These two and the next token could form `...` or a comment.
  if (`${left}${right}` === '..' || `${left}${right}` === '/*') return true;
  next.lastIndex = 0;
  return next.exec(left + right)?.[0] !== left;
}
