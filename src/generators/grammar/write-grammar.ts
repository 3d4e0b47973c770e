/** Writes a text by a grammar. A source that was made from a grammar holds copies of the functions here. */
import type { Draw } from '../../choice/index.ts';
import type { BoundedGrammar, Phrase } from './grammar.ts';

/** One text of several, with a space between two that would read as one word or operator. */
export function tokensToText(parts: readonly string[], isSpaced: boolean): string {
  const touches = (left: string, right: string): boolean =>
    (/[\p{L}\p{N}_$]$/u.test(left) && /^[\p{L}\p{N}_$"'.]/u.test(right)) ||
    (/[-+*/%<>=!&|^~:.?@#]$/.test(left) && /^[-+*/%<>=!&|^~:.?@#]/.test(right)) ||
    (/["']$/.test(left) && /^["'\p{L}\p{N}_]/u.test(right));
  let text = '';
  for (const part of parts) text += isSpaced && touches(text, part) ? ` ${part}` : part;
  return text;
}

/**
 * Uses nothing but `tokensToText`, since the text of both goes into a module of the person's. `depth` bounds
 * the rules inside rules: from there on, each rule takes its shortest way to an end.
 */
export function writeByGrammar(
  draw: Draw,
  { rules, depths, start, isSpaced }: BoundedGrammar,
  depth: number,
): string {
  const LONGEST = 20_000;
  let length = 0;
  const known = new Map<Phrase, number>();
  const depthOf = (part: Phrase): number => {
    const before = known.get(part);
    const least = before ?? depthAnew(part);
    if (before === undefined) known.set(part, least);
    return least;
  };
  const depthAnew = (part: Phrase): number => {
    if (typeof part === 'string') return 0;
    if ('rule' in part) return depths[part.rule]!;
    if ('one' in part) return Math.min(...part.one.map(depthOf));
    if ('all' in part) return Math.max(0, ...part.all.map(depthOf));
    return 'many' in part && part.least > 0 ? depthOf(part.many) : 0;
  };
  const character = (ranges: readonly (readonly [number, number])[]): string => {
    const [from, to] = ranges.length === 1 ? ranges[0]! : draw.pick(ranges);
    return String.fromCodePoint(from === to ? from : draw.integer(from, to));
  };
  const write = (part: Phrase, room: number, isToken: boolean): string => {
    if (typeof part === 'string') {
      length += part.length;
      return part;
    }
    if ('chars' in part) {
      length++;
      return character(part.chars);
    }
    if ('from' in part) return String(draw.integer(part.from, part.to));
    if ('all' in part)
      return tokensToText(
        part.all.map((each) => write(each, room, isToken)),
        isSpaced && !isToken,
      );
    if ('one' in part) {
      const costs = part.one.map(depthOf);
      const most = Math.max(length > LONGEST ? 0 : room, Math.min(...costs));
      const possible = part.one.filter((_, index) => costs[index]! <= most);
      return write(possible.length === 1 ? possible[0]! : draw.pick(possible), room, isToken);
    }
    if ('many' in part) {
      const items: string[] = [];
      const fits = (): boolean => length <= LONGEST && depthOf(part.many) <= room;
      while (items.length < part.most) {
        const isSure = items.length < part.least;
        if (!isSure && !fits()) break;
        const item = draw.scope('item', () =>
          isSure || draw.boolean(part.most === 1 ? 0.5 : 0.6) ? write(part.many, room, isToken) : undefined,
        );
        if (item === undefined) break;
        items.push(item);
      }
      return part.between === undefined
        ? tokensToText(items, isSpaced && !isToken)
        : items.join(part.between);
    }
    const rule = rules[part.rule]!;
    return draw.scope(part.rule, () => write(rule.is, room - 1, isToken || rule.isToken));
  };
  const text = write({ rule: start }, Math.max(depth, depths[start]!), false);
  // An empty test is none.
  return text === '' && isSpaced ? '\n' : text;
}
