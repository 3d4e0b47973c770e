/**
 * Expressions as a source by name: lines that assign to names, with arithmetic, comparisons and calls.
 *
 * By default bc, Python and JavaScript all read them. A line uses a name only if an earlier line gave it a
 * value.
 */
import type { Draw } from '../../choice/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';
import { listWithin, roomWithin, spaced } from './parts.ts';
import { textSource } from './text-source.ts';

const MOST_NESTED = 100;
const LEAST_ROOM = 6;

type Callee = readonly [name: string, parameters: number];

interface Known {
  readonly names: readonly string[];
  readonly callees: readonly Callee[];
}

const calcSource: FunctionDefinition = textSource({
  name: 'calc',
  summary:
    'lines of a small expression language, which bc, Python and JavaScript read; a part of them is damaged',
  file: 'test.txt',
  entry: import.meta.url,
  odd: [
    ...spaced(
      String.raw`+ - * / % ^ ** ( ) = == ! && || < > , ; ? : . () 1..2 0x 1e e9 1e999 0x1p3 . NaN inf $ @ #`,
    ),
    ...spaced(String.raw`"a" /0 %0 -- ++ <<64 undefined a( [0]`),
    '1 1',
    '\u0000',
    '\\\n',
    '9'.repeat(400),
    '+ +',
    '\u00d7',
    '\u2212',
  ],
  settings: {
    call: [/^[a-z_]\w*(?::[0-9])?$/i, 'a function and how many arguments it takes, as call=sin call=max:2'],
  },
  write(draw, bytes, settings) {
    const callees = (settings.get('call') ?? []).map(calleeOf);
    const names: string[] = [];
    const lines = listWithin(draw, 'line', bytes, () =>
      line(draw, roomWithin(draw, bytes), { names, callees }, names),
    );
    // A text needs at least one line.
    return `${[...lines, expression(draw, roomWithin(draw, bytes), { names, callees })].join('\n')}\n`;
  },
});
export default calcSource;

function calleeOf(text: string): Callee {
  const [name = '', count = '1'] = text.split(':');
  return [name, Number(count)];
}

/** A line; the name that it assigns is known afterwards. */
function line(draw: Draw, room: number, known: Known, names: string[]): string {
  const text = expression(draw, room, known);
  if (draw.boolean(0.3)) return text;
  const name = draw.pick(allNames);
  if (!names.includes(name)) names.push(name);
  return `${name} = ${text}`;
}

const allNames = ['a', 'b', 'c', 'x', 'y', 'n', 'total', 'item'];

function expression(draw: Draw, room: number, known: Known): string {
  return draw.scope('expression', () => {
    const nesting = room < LEAST_ROOM ? 0 : 2 + Math.log2(room);
    return draw.weighted([
      [3, () => number(draw)],
      [known.names.length > 0 ? 3 : 0, () => draw.pick(known.names)],
      [nesting, () => binary(draw, room, known)],
      [nesting / 3, () => `(${expression(draw, room, known)})`],
      [nesting / 4, () => `-(${expression(draw, room, known)})`],
      [nesting / 4, () => chain(draw, room, known)],
      [nesting / 16, () => nested(draw, room, known)],
      [known.callees.length > 0 ? nesting : 0, () => call(draw, room, known)],
    ])();
  });
}

function number(draw: Draw): string {
  return draw.weighted([
    [6, () => String(draw.integer(0, 9))],
    [2, () => String(draw.integer(10, 100_000))],
    [2, () => `${draw.integer(0, 99)}.${String(draw.integer(0, 999)).padStart(draw.integer(1, 12), '0')}`],
    [1, () => draw.pick(['.5', '0.0', '1.0', '0.1', '3.'])],
    [1, () => String(2n ** BigInt(draw.integer(1, 130)) - BigInt(draw.integer(0, 2)))],
    [0.5, () => `0.${'0'.repeat(draw.integer(1, 330))}1`],
  ])();
}

/** Spaces surround each operator, so that two operators never join into another one. */
function binary(draw: Draw, room: number, known: Known): string {
  const operator = draw.weighted([
    [4, '+'],
    [4, '-'],
    [4, '*'],
    [2, '/'],
    [2, '%'],
  ]);
  const [left, right] = [roomWithin(draw, room), roomWithin(draw, room)];
  const between = ` ${operator} `;
  const text = expression(draw, left, known) + between + expression(draw, right, known);
  return draw.boolean(0.1)
    ? `(${text}) ${draw.pick(['<', '<=', '==', '!=', '>', '>='])} ${number(draw)}`
    : text;
}

/** A long sum; reduction can drop its terms one by one. */
function chain(draw: Draw, room: number, known: Known): string {
  const operator = draw.pick([' + ', ' - ', ' * ']);
  const terms = listWithin(draw, 'operand', room, () => expression(draw, room >> 3, known));
  return ['1', ...terms].join(operator);
}

function nested(draw: Draw, room: number, known: Known): string {
  const depth = draw.integer(2, Math.min(MOST_NESTED, room));
  const open = draw.pick(['(', '-(', '(1 + ', '(2 * ']);
  return open.repeat(depth) + expression(draw, room >> 2, known) + ')'.repeat(depth);
}

function call(draw: Draw, room: number, known: Known): string {
  const [name, count] = draw.pick(known.callees);
  const given = Array.from({ length: count }, () => expression(draw, roomWithin(draw, room), known));
  return `${name}(${given.join(', ')})`;
}
