/** JSON as a source by name: texts for parsers, and for programs that use the parsed values. */
import type { Draw } from '../../choice/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';
import { listWithin, oddCharacter, roomWithin, spaced, wholeNumber, word } from './parts.ts';
import { textSource } from './text-source.ts';

const MOST_NESTED = 200;
/** Least room of a list; a value with less room is no list. */
const LEAST_ROOM = 8;

const jsonSource: FunctionDefinition = textSource({
  name: 'json',
  summary: 'JSON texts: numbers at limits, deep nesting, equal keys, escapes; a part of them is damaged',
  file: 'test.json',
  entry: import.meta.url,
  odd: [
    ...spaced(
      String.raw`, : { } [ ] " \ - + . e 0 // /* # ' NaN Infinity -Infinity undefined True nul 01 .5 1. +1`,
    ),
    ...spaced(String.raw`0x1F 1e 1e999999 \u12 \x41 \ud800`),
    '`',
    '\ufeff',
    '\u0000',
    '\n',
    '\u001f',
    '\u00a0',
  ],
  write(draw, bytes) {
    const around = draw.weighted([
      [12, ''],
      [1, ' '],
      [1, '\r\n\t'],
    ]);
    return around + value(draw, bytes) + around;
  },
});
export default jsonSource;

function value(draw: Draw, room: number): string {
  return draw.scope('value', () => {
    const nesting = room < LEAST_ROOM ? 0 : 2 + Math.log2(room);
    const kind = draw.weighted([
      [1, literal],
      [2, number],
      [2, string],
      [nesting, object],
      [nesting, array],
      [nesting / 16, nested],
    ] as const);
    return kind(draw, room);
  });
}

function literal(draw: Draw): string {
  return draw.pick(['null', 'false', 'true']);
}

function number(draw: Draw): string {
  const sign = draw.boolean(0.2) ? '-' : '';
  const whole = wholeNumber(draw);
  return draw.weighted([
    [5, () => sign + whole],
    [2, () => `${sign}${whole}.${digits(draw)}`],
    [1, () => `${sign}${whole}${fraction(draw)}${exponent(draw)}`],
    [
      1,
      () => draw.pick(['-0', '0.0', '-0.0', '5e-324', '1.7976931348623157e308', '1e400', '-1e-400', '0.1']),
    ],
    [1, () => `${sign}${draw.integer(1, 9)}${String(draw.integer(0, 9)).repeat(draw.integer(1, 400))}`],
  ])();
}

function digits(draw: Draw): string {
  return String(draw.integer(0, 999)).padStart(draw.integer(1, 20), '0');
}

function fraction(draw: Draw): string {
  return draw.boolean() ? `.${digits(draw)}` : '';
}

function exponent(draw: Draw): string {
  return draw.pick(['e', 'E', 'e+', 'e-']) + draw.pick([0, 1, 15, 22, 23, 307, 308, 309, 324]);
}

function array(draw: Draw, room: number): string {
  const between = separator(draw);
  return `[${listWithin(draw, 'element', room, () => value(draw, roomWithin(draw, room))).join(between)}]`;
}

function object(draw: Draw, room: number): string {
  const between = separator(draw);
  const members = listWithin(
    draw,
    'member',
    room,
    () => `${key(draw)}:${value(draw, roomWithin(draw, room))}`,
  );
  return `{${members.join(between)}}`;
}

function separator(draw: Draw): string {
  return draw.weighted([
    [6, ','],
    [2, ', '],
    [1, ',\n  '],
    [1, ' ,\t'],
  ]);
}

/** A value in many brackets, deep enough to strain readers with a stack. */
function nested(draw: Draw, room: number): string {
  const depth = draw.integer(2, Math.min(MOST_NESTED, room));
  const [open, close] = draw.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"":', '}]'],
    ['[0,', ']'],
  ] as const);
  return open.repeat(depth) + value(draw, room >> 4) + close.repeat(depth);
}

/** A few names only, so that an object often has the same name twice. */
function key(draw: Draw): string {
  return draw.weighted([
    [6, () => `"${word(draw)}"`],
    [1, () => draw.pick(['""', '"__proto__"', '"0"', '"1"', '"a\\u0000b"', '"\\u0061"', '"toString"'])],
    [1, () => string(draw)],
  ])();
}

function string(draw: Draw): string {
  return draw.weighted([
    [3, () => `"${word(draw)}"`],
    [3, () => `"${listWithin(draw, 'character', 12, () => character(draw)).join('')}"`],
    [1, () => `"${character(draw).repeat(draw.integer(1, 300))}"`],
  ])();
}

function character(draw: Draw): string {
  return draw.weighted([
    [6, () => String.fromCodePoint(draw.integer(0x23, 0x5b))],
    [2, () => draw.pick(['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\u007f'])],
    [2, () => `\\u${draw.integer(0, 0xffff).toString(16).padStart(4, '0')}`],
    [1, () => draw.pick(['\\ud83d\\ude00', '\\ud800', '\\udc00\\ud800', '\\u0000', '\\uFEFF', '\\uffff'])],
    [2, () => oddCharacter(draw)],
  ])();
}
