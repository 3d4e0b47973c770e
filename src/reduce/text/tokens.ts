/**
 * Program text as tokens, and back: all that is known of the language, and so the same for C, C++ and what looks like them.
 *
 * A preprocessor line is one token; comments and layout are none, the layout is made anew. Invariant: splitting what was
 * joined gives the same tokens, whatever they are.
 */
export type Tokens = readonly string[];

/** Layout and comments; a backslash has a meaning in strings and lines of the preprocessor only. */
const SKIPPED = String.raw`[\s\\]+|//(?:\\\r?\n|[^\n])*|/\*[^]*?\*/`;
const DIRECTIVE = String.raw`#(?:\\\r?\n|[^\n])*`;
/** Raw strings. The first group here is the second group of the whole expression. */
const RAW_STRING = String.raw`(?:u8?|[LU])?R"([^()\\\s]*)\([^]*?\)\2"`;
const QUOTED = String.raw`(?:u8?|[LU])?(?:"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')`;
const NUMBER = String.raw`\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*`;
/** In C++ a word after a quote without a space belongs to it, so one that does not belong to it needs a space. */
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

/** The part that two texts have in common if they differ in layout and comments alone. */
export function tokensKey(text: string): string {
  return splitTokens(text).join('\n');
}

/** A line for each statement, indented by its brackets. */
export function joinTokens(tokens: Tokens): string {
  const lines: string[] = [];
  let line = '';
  /** For each open bracket, whether it stands around lines. */
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
    // A quote without its partner must not find another one.
    if (token === '"' || token === "'") end();
    else if (isBlock || (token === ';' && open.at(-1) !== false)) end();
    else if (token === '}' && open.at(-1) !== false && !/^(?:[;,.)=]|else|while)$/.test(after ?? '')) end();
  }
  end();
  return lines.map((each) => `${each}\n`).join('');
}

const INFIX = /^(?:[-+*/%&|^=!<>]=|<<=|>>=|[=?:<>/%|^]|<<|>>|&&|\|\|)$/;
const EITHER = /^[-+*&]$/;

/** Whether a space belongs between them: if they would be one without, and if people write one. */
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
  // Together with the next token these two could become `...` or a comment.
  if (`${left}${right}` === '..' || `${left}${right}` === '/*') return true;
  next.lastIndex = 0;
  return next.exec(left + right)?.[0] !== left;
}
