/**
 * Damage: a few edits of a correct text, so that readers also meet mistakes.
 *
 * Places are fractions of the text, so that an edit stays near its place when earlier text changes.
 */
import type { Draw } from '../../choice/index.ts';

/** Words, numbers and white space are one token each; every other character is a token. */
const TOKEN = /[\p{L}_][\p{L}\p{N}_]*|\p{N}[\p{L}\p{N}_.]*|\s+|[^]/gu;

const FRACTIONS = 2 ** 16;
/** Limit of tokens that one edit removes or repeats. */
const MOST_TOKENS = 8;
const MOST_REPEATS = 64;
/** Limit of bytes that one edit adds: edits may repeat earlier repetitions. */
const MOST_ADDED = 4_096;

/** The same text, or with the given probability a damaged text. */
export function damage(
  draw: Draw,
  text: string,
  odd: readonly string[],
  probability: number,
): string | Uint8Array {
  return draw.scope('damage', () => {
    if (!draw.boolean(probability)) return text;
    const tokens: string[] = text.match(TOKEN) ?? [];
    do draw.scope('edit', () => edit(draw, tokens, odd));
    while (draw.boolean(0.4));
    const edited = tokens.join('');
    // A generator must not make an empty program.
    return draw.boolean(0.2) ? withOddBytes(draw, edited) : edited || ' ';
  });
}

function edit(draw: Draw, tokens: string[], odd: readonly string[]): void {
  const at = Math.floor((draw.integer(0, FRACTIONS - 1) / FRACTIONS) * tokens.length);
  const kind = draw.weighted([
    [3, 'drop'],
    [3, 'put'],
    [3, 'replace'],
    [2, 'swap'],
    [1, 'repeat'],
    [3, 'cut'],
  ] as const);
  switch (kind) {
    case 'drop':
      tokens.splice(at, draw.integer(1, MOST_TOKENS));
      break;
    case 'put':
      tokens.splice(at, 0, draw.pick(odd));
      break;
    case 'replace':
      tokens.splice(at, 1, draw.pick(odd));
      break;
    case 'swap':
      tokens.splice(at, 2, ...tokens.slice(at, at + 2).toReversed());
      break;
    case 'repeat':
      repeat(draw, tokens, at);
      break;
    case 'cut':
      tokens.length = at;
  }
}

function repeat(draw: Draw, tokens: string[], at: number): void {
  const stretch = tokens.slice(at, at + draw.integer(1, MOST_TOKENS)).join('');
  const repeats = draw.integer(1, MOST_REPEATS);
  const fitting = Math.floor(MOST_ADDED / Math.max(1, stretch.length));
  tokens.splice(at, 0, stretch.repeat(Math.min(repeats, fitting)));
}

/** The text with bytes that may be invalid UTF-8. */
function withOddBytes(draw: Draw, text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text === '' ? ' ' : text);
  do {
    const at = Math.floor((draw.integer(0, FRACTIONS - 1) / FRACTIONS) * bytes.length);
    draw.scope('byte', () =>
      bytes.set([draw.pick([0x00, 0xff, 0xc0, 0xed, 0x80, draw.integer(0, 255)])], at),
    );
  } while (draw.boolean(0.3));
  return bytes;
}
