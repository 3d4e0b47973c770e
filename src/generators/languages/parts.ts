/**
 * Parts of a text that several languages use: lists, the room of a part, numbers at limits, rare characters.
 *
 * Room is the number of bytes that a part may take. A part gives a fraction of its own room to its own parts;
 * the room that its neighbours left does not count. So a mutant with one longer part leaves the other parts
 * alone.
 */
import type { Draw } from '../../choice/index.ts';

/**
 * Texts, each in a scope that begins with the question whether there is one more; the list ends if there is
 * no room.
 */
export function listWithin(draw: Draw, label: string, room: number, item: () => string): string[] {
  const items: string[] = [];
  for (let left = room; left > 0;) {
    const more = left > LARGE_ROOM ? 0.97 : 0.75;
    const next = draw.scope(label, () => (draw.boolean(more) ? item() : undefined));
    if (next === undefined) break;
    items.push(next);
    left -= next.length + 1;
  }
  return items;
}

const LARGE_ROOM = 200;

/** The room for a part, given the room of the whole. */
export function roomWithin(draw: Draw, room: number): number {
  return room >> draw.weighted(shares);
}

const shares = [
  [3, 1],
  [3, 2],
  [2, 3],
  [2, 4],
] as const;

/**
 * A number in the notation of most languages: small numbers, limits of machine words, and numbers that no
 * double holds.
 */
export function wholeNumber(draw: Draw): string {
  return draw.weighted([
    [6, () => String(draw.integer(0, 9))],
    [3, () => String(draw.integer(0, 1_000))],
    [2, () => String(2n ** BigInt(draw.integer(1, 65)) - BigInt(draw.integer(0, 2)))],
    [1, () => draw.pick(['9007199254740993', '18446744073709551616', '1' + '0'.repeat(40)])],
  ])();
}

export function word(draw: Draw): string {
  return draw.pick(words);
}

const words = spaced('a b c x id key name value data item length constructor');

/** A character that readers treat specially; never a control, a surrogate or a character that XML forbids. */
export function oddCharacter(draw: Draw): string {
  return draw.weighted([
    [2, () => String.fromCodePoint(draw.integer(0xa0, 0xd7ff))],
    [2, () => draw.pick(corners)],
    [1, () => String.fromCodePoint(draw.integer(0x1_0000, 0x10_ffff))],
  ])();
}

/**
 * Combining marks, directions, case that changes length, unusual spaces, the last character of each length in
 * UTF-8.
 */
const corners = [
  '́',
  '‏',
  '‮',
  'ß',
  'İ',
  'ı',
  'ﬁ',
  '\xA0',
  '\u2028',
  '　',
  '',
  '߿',
  'ࠀ',
  '￦',
  '🇦🇧',
  '👨‍👩',
  '􏿿',
];

/** The words of a text that are separated by spaces. */
export function spaced(text: string): readonly string[] {
  return text.split(' ');
}
