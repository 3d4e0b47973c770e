/** Edits that several passes make. */
import type { Tokens } from '../tokens.ts';
import type { TextEdit } from '../text-reduction.ts';
import type { Level, Span } from '../tree.ts';

export function replaceTokens({ from, to }: Span, tokens: Tokens): TextEdit {
  return { from, to, tokens };
}

/** Removes items with the separators that they leave without a use; the separators of `for (;;)` stay. */
export function removeItems(
  { items, isBlock, separator, to }: Level,
  first: number,
  end: number,
): TextEdit[] {
  if (isBlock) return [{ from: items[first]!.from, to: items[end - 1]!.to, tokens: [] }];
  if (separator === ';') return items.slice(first, end).map((item) => replaceTokens(item, []));
  const isTail = end === items.length;
  const from = isTail && first > 0 ? items[first - 1]!.to : items[first]!.from;
  return [{ from, to: isTail ? to : items[end]!.from, tokens: [] }];
}

/** True if the level is the bracket after `for` or `while`. */
export function isLoop(tokens: Tokens, { bracket, from }: Level): boolean {
  return bracket === '(' && /^(?:for|while)$/.test(tokens[from - 2] ?? '');
}

/**
 * The tail of a loop is best left alone: finding out that a program runs forever takes longer than anything
 * else.
 */
export function isLoopTail(tokens: Tokens, level: Level, index: number): boolean {
  return isLoop(tokens, level) && (index > 0 || level.separator !== ';' || tokens[level.from] === ';');
}
