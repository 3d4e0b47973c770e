/**
 * Regular expressions as a source by name, in the dialect of PCRE, JavaScript, Python or POSIX.
 *
 * A back reference names a group that is already closed, so that nearly every choice gives a valid pattern.
 */
import type { Draw } from '../../choice/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';
import { listWithin, oddCharacter, roomWithin, spaced } from './parts.ts';
import { type Dialect, dialects } from './regex-dialects.ts';
import { textSource } from './text-source.ts';

const MOST_NESTED = 60;
const LEAST_ROOM = 4;

interface Group {
  readonly number: number;
  readonly isNamed: boolean;
}

interface Groups {
  /** How many were opened. */
  opened: number;
  /** Groups that a reference may name. */
  closed: readonly Group[];
}

const regexSource: FunctionDefinition = textSource({
  name: 'regex',
  summary:
    'regular expressions in the dialect of PCRE, JavaScript, Python or POSIX; a part of them is damaged',
  file: 'test.txt',
  entry: import.meta.url,
  odd: [
    ...spaced(
      String.raw`( ) [ ] { } * + ? | \ ^ $ - . (? (?< (?: (?P (* [] [^] [a- [z-a] [[: :] {1, {,3} {3,1}`,
    ),
    ...spaced(String.raw`{99999} ** \1 \99 \k< \x{ \u{ \p{ \c \Q \8 (?R) (?1) (?(1) (?i`),
    '\u0000',
    '\n',
  ],
  settings: { dialect: [/^(?:pcre|js|python|posix)$/, Object.keys(dialects).join(', ')] },
  write(draw, bytes, settings) {
    const dialect = dialects[settings.get('dialect')?.at(-1) ?? 'pcre']!;
    const groups: Groups = { opened: 0, closed: [] };
    return draw.pick(dialect.flags) + pattern(draw, bytes, { dialect, groups, depth: 0, isBehind: false });
  },
});
export default regexSource;

interface Place {
  readonly dialect: Dialect;
  readonly groups: Groups;
  readonly depth: number;
  /** True inside a look-behind, whose alternatives must have a fixed length. */
  readonly isBehind: boolean;
}

/**
 * Alternatives. No alternative refers to a group of another alternative: such a group takes no part in the
 * match.
 */
function pattern(draw: Draw, room: number, place: Place): string {
  return draw.scope('pattern', () => {
    const { groups, isBehind } = place;
    const before = groups.closed;
    const closed: Group[] = [];
    const alternative = (size: number): string => {
      groups.closed = before;
      const text = branch(draw, size, place);
      closed.push(...groups.closed.slice(before.length));
      return text;
    };
    const first = alternative(room);
    const roomOfMore = draw.boolean(isBehind ? 0 : 0.3) ? room >> 1 : 0;
    const more = listWithin(draw, 'alternative', roomOfMore, () => alternative(room >> 2));
    groups.closed = [...before, ...closed];
    return [first, ...more].join('|');
  });
}

function branch(draw: Draw, room: number, place: Place): string {
  const pieces = listWithin(draw, 'piece', Math.max(room, 1), () =>
    piece(draw, roomWithin(draw, room), place),
  );
  return pieces.join('') || 'a';
}

function piece(draw: Draw, room: number, place: Place): string {
  return draw.scope('term', () => {
    const { dialect, groups, isBehind, depth } = place;
    const nesting = room < LEAST_ROOM || isBehind || depth > MOST_NESTED ? 0 : 2 + Math.log2(room);
    const hasLooks = dialect.looks.length > 0;
    const isAnchor = draw.weighted([
      [12, false],
      [isBehind ? 0 : 1, true],
    ]);
    if (isAnchor)
      return draw.weighted([
        [2, () => draw.pick(dialect.anchors)],
        [dialect.marks.length > 0 ? 1 : 0, () => draw.pick(dialect.marks)],
      ])();
    const inner = { ...place, depth: depth + 1 };
    if (
      draw.weighted([
        [12, false],
        [hasLooks ? nesting / 8 : 0, true],
      ])
    )
      return look(draw, room, inner);
    const atom = draw.weighted([
      [6, () => draw.pick(letters)],
      [2, () => characterClass(draw, dialect)],
      [1, () => draw.pick(dialect.classes.filter((each) => !isBehind || !['\\R', '\\X'].includes(each)))],
      [1, () => draw.pick(dialect.escapes)],
      [1, () => '.'],
      [0.5, () => literally(oddCharacter(draw))],
      [nesting, () => group(draw, room, inner)],
      [nesting / 16, () => nested(draw, room, inner)],
      [!isBehind && groups.closed.length > 0 ? 1 : 0, () => reference(draw, place)],
      [isBehind && room >= LEAST_ROOM ? 1 : 0, () => `(?:${pattern(draw, room >> 1, inner)})`],
    ])();
    // The text before this place must have a fixed length.
    return atom + (isBehind ? draw.pick(['', '', '', '{2}']) : quantifier(draw, dialect));
  });
}

const letters = ['a', 'b', 'c', 'ab', 'A', '0', '9', '_', '[ ]', '-', ',', 'x', 'abcdefgh'];

/** A pattern may be in a mode that passes over white space; a quantifier after the character needs it all the same. */
const literally = (character: string): string =>
  /[\s\u0085\u200e\u200f#]/u.test(character) ? `[${character}]` : character;

function quantifier(draw: Draw, { greed }: Dialect): string {
  const times = draw.weighted([
    [8, () => ''],
    [2, () => '*'],
    [2, () => '+'],
    [2, () => '?'],
    [1, () => `{${draw.pick([0, 1, 2, 3, 5, 17])}}`],
    [1, () => `{${draw.pick([0, 1, 2, 9])},}`],
    [1, () => range(draw)],
  ])();
  return times === '' ? '' : times + draw.pick(greed);
}

function range(draw: Draw): string {
  const least = draw.integer(0, 5);
  return `{${least},${least + draw.pick([0, 1, 2, 10, 50])}}`;
}

function characterClass(draw: Draw, dialect: Dialect): string {
  const no = draw.boolean(0.25) ? '^' : '';
  const parts = listWithin(draw, 'range', 8, () =>
    draw.weighted([
      [4, () => draw.pick(['a', 'b', 'z', '0', '_', ';', '*', '$', '(', ','])],
      [3, () => draw.pick(['a-z', 'A-Z', '0-9', 'a-a', ' -~', 'b-y'])],
      [2, () => draw.pick(dialect.inClass)],
      [0.5, () => oddCharacter(draw)],
    ])(),
  );
  return `[${no}${parts.join('') || 'x'}]`;
}

function group(draw: Draw, room: number, place: Place): string {
  const { dialect, groups } = place;
  return draw.scope('group', () => {
    const isNamed = draw.weighted([
      [8, false],
      [dialect.named === undefined ? 0 : 1, true],
    ]);
    const [open, isCaptured] = draw.pick(dialect.groups);
    if (!isNamed && !isCaptured) return `${open}${pattern(draw, room, place)})`;
    const number = ++groups.opened;
    const inside = pattern(draw, room, place);
    groups.closed = [...groups.closed, { number, isNamed }];
    // The number is part of the name, so that no two groups have the same name.
    return isNamed ? `${dialect.named}g${number}>${inside})` : `(${inside})`;
  });
}

function nested(draw: Draw, room: number, place: Place): string {
  const depth = draw.integer(2, MOST_NESTED);
  const [open, isCaptured] = draw.pick(place.dialect.groups);
  if (isCaptured) place.groups.opened += depth;
  return open.repeat(depth) + branch(draw, room >> 2, place) + ')'.repeat(depth);
}

function look(draw: Draw, room: number, place: Place): string {
  const { looks, looksBehind } = place.dialect;
  return draw.boolean(0.3)
    ? `${draw.pick(looksBehind)}${pattern(draw, room >> 2, { ...place, isBehind: true })})`
    : `${draw.pick(looks)}${pattern(draw, room, place)})`;
}

function reference(draw: Draw, { dialect, groups }: Place): string {
  const { number, isNamed } = draw.pick(groups.closed);
  if (isNamed) return draw.pick(dialect.namedReferences).replace('@', `g${number}`);
  return number < 10 ? draw.pick(dialect.references).replace('@', `${number}`) : 'a';
}
