/**
 * Blocks of C after a condition: where a text has them, and a call at the beginning of some of them.
 *
 * A block is what stands in braces after `if (...)`, `else`, `while (...)` or `for (...)`. Text of the preprocessor is
 * left alone.
 */

const OTHER =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|^[ \t]*#(?:[^\n\\]|\\[^])*/my;
const WORD = /[A-Za-z_]\w*/y;
const SPACE = /(?:\s|\/\*[^]*?\*\/|\/\/[^\n]*)*/y;

/** Offsets after the opening brace of each block, in order. */
export function blocksIn(text: string): number[] {
  const blocks: number[] = [];
  let at = 0;
  while (at < text.length) {
    const skipped = endOf(OTHER, text, at);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    const end = endOf(WORD, text, at);
    if (end === undefined) {
      at++;
      continue;
    }
    const word = text.slice(at, end);
    at = end;
    const head = word === 'else' ? end : /^(?:if|while|for)$/.test(word) ? endOfHead(text, end) : undefined;
    if (head === undefined) continue;
    const brace = endOf(SPACE, text, head) ?? head;
    if (text[brace] === '{') blocks.push((at = brace + 1));
  }
  return blocks;
}

/** The text with `PLANTED(number);` in each of the blocks that have a number. */
export function withHooks(text: string, numberOf: (block: number) => number | undefined): string {
  let hooked = '';
  let from = 0;
  for (const [index, at] of blocksIn(text).entries()) {
    const number = numberOf(index);
    if (number === undefined) continue;
    hooked += `${text.slice(from, at)} PLANTED(${number});`;
    from = at;
  }
  return hooked + text.slice(from);
}

/** The end of a condition in parentheses; undefined if none begins here, or if it has text of the preprocessor. */
function endOfHead(text: string, from: number): number | undefined {
  let at = endOf(SPACE, text, from) ?? from;
  if (text[at] !== '(') return undefined;
  for (let depth = 0; at < text.length;) {
    const skipped = endOf(OTHER, text, at);
    if (skipped !== undefined) {
      if (text.slice(at, skipped).trimStart().startsWith('#')) return undefined;
      at = skipped;
      continue;
    }
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    at++;
    if (depth === 0) return at;
  }
  return undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
