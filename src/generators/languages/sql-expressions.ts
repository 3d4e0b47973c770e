/** Expressions of SQL: values, operators, functions of SQLite, and inner queries. */
import type { Draw } from '../../choice/index.ts';
import { listWithin, oddCharacter, roomWithin, word } from './parts.ts';
import { type Schema, selectOf } from './sql-queries.ts';

/** The names that an expression may use, and its depth in nested queries. */
export interface SqlNames {
  readonly schema: Schema;
  readonly columns: readonly string[];
  readonly depth: number;
}

/** Least room of a query. */
const ROOM_OF_QUERY = 60;
const MOST_QUERIES = 2;

export function literalOf(draw: Draw): string {
  return draw.weighted([
    [5, () => String(draw.integer(-2, 20))],
    [3, () => `'${word(draw)}'`],
    [2, () => 'NULL'],
    [1, () => draw.pick(limits)],
    [1, () => draw.pick(texts)],
    [1, () => `'${oddCharacter(draw)}'`],
    [1, () => `x'${draw.integer(0, 0xffff).toString(16).padStart(4, '0')}'`],
  ])();
}

const limits = [
  '9223372036854775807',
  '-9223372036854775808',
  '9223372036854775808',
  '2147483648',
  '0x7fffffffffffffff',
  '0.0',
  '-0.0',
  '1e308',
  '1e999',
  '-1e999',
  '5e-324',
  '0.1',
  '1e15',
  '4503599627370497.5',
];

const texts = [
  "''",
  "'it''s'",
  "'%'",
  "'a_b%'",
  "'12abc'",
  "' 1 '",
  "'1e3'",
  "'0x10'",
  "x''",
  "x'00ff'",
  "'2024-02-29'",
  "'2024-02-29 23:59:59'",
  '\'[1,{"a":[2,null]}]\'',
  '\'{"a":1}\'',
  "'TRUE'",
];

export function sqlExpression(draw: Draw, room: number, names: SqlNames): string {
  return draw.scope('expression', () => {
    const { columns, depth } = names;
    const nesting = room < 8 ? 0 : 1 + Math.log2(room) / 2;
    const query = room < ROOM_OF_QUERY || depth > MOST_QUERIES ? 0 : nesting / 6;
    const part = (): string => sqlExpression(draw, roomWithin(draw, room), names);
    return draw.weighted([
      [2, () => literalOf(draw)],
      [columns.length > 0 ? 4 : 0, () => draw.pick(columns)],
      [nesting, () => `(${part()} ${draw.pick(operators)} ${part()})`],
      [nesting, () => called(draw, part)],
      [nesting / 4, () => `${draw.pick(['-', '+', '~', 'NOT '])}(${part()})`],
      [nesting / 4, () => `CAST(${part()} AS ${draw.pick(['INTEGER', 'TEXT', 'REAL', 'BLOB', 'NUMERIC'])})`],
      [
        nesting / 4,
        () => `CASE WHEN ${sqlCondition(draw, room >> 2, names)} THEN ${part()} ELSE ${part()} END`,
      ],
      [nesting / 8, () => `(${part()} COLLATE ${draw.pick(['NOCASE', 'RTRIM', 'BINARY'])})`],
      [query, () => `(${inner(draw, room, names)} LIMIT 1)`],
    ])();
  });
}

const operators = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '||',
  '&',
  '|',
  '<<',
  '>>',
  '<',
  '<=',
  '=',
  '<>',
  'IS',
  'IS NOT',
  'AND',
  'OR',
];

/** A query with one column, and without its own order and limit. */
function inner(draw: Draw, room: number, { schema, columns, depth }: SqlNames): string {
  return `SELECT * FROM (${selectOf(draw, schema, room >> 2, 1, { columns, depth })})`;
}

export function sqlCondition(draw: Draw, room: number, names: SqlNames): string {
  return draw.scope('condition', () => {
    const part = (): string => sqlExpression(draw, room >> 1, names);
    const nesting = room < 8 ? 0 : 2;
    const query = room < ROOM_OF_QUERY || names.depth > MOST_QUERIES ? 0 : 1;
    return draw.weighted([
      [4, () => `${part()} ${draw.pick(['=', '<>', '<', '<=', '>', '>=', 'IS', 'IS NOT'])} ${part()}`],
      [1, () => `${part()} IS ${draw.pick(['', 'NOT '])}NULL`],
      [1, () => `${part()} ${draw.pick(['', 'NOT '])}BETWEEN ${part()} AND ${part()}`],
      [1, () => `${part()} ${draw.pick(['', 'NOT '])}IN (${listWithin(draw, 'value', 20, part).join(', ')})`],
      [
        1,
        () =>
          `${part()} ${draw.pick(['LIKE', 'NOT LIKE', 'GLOB'])} ${draw.pick(["'%'", "'a%'", "'_'", "'[a-c]*'"])}`,
      ],
      [
        nesting,
        () =>
          `(${sqlCondition(draw, room >> 1, names)}) ${draw.pick(['AND', 'OR'])} (${sqlCondition(draw, room >> 1, names)})`,
      ],
      [nesting / 2, () => `NOT (${sqlCondition(draw, room >> 1, names)})`],
      [query, () => `${draw.pick(['', 'NOT '])}EXISTS (${inner(draw, room, names)})`],
      [query, () => `${part()} IN (${inner(draw, room, names)})`],
    ])();
  });
}

/** Functions of SQLite that take any values, and give the same result at each call. */
function called(draw: Draw, part: () => string): string {
  return draw.weighted([
    [4, () => `${draw.pick(ofOne)}(${part()})`],
    [3, () => `${draw.pick(ofTwo)}(${part()}, ${part()})`],
    [
      1,
      () =>
        `${draw.pick(['substr', 'replace', 'max', 'min', 'coalesce', 'iif'])}(${part()}, ${part()}, ${part()})`,
    ],
    [1, () => `printf(${draw.pick(formats)}, ${part()})`],
    [1, () => `strftime(${draw.pick(["'%Y-%m-%d'", "'%s'", "'%j %W'"])}, ${part()}${draw.pick(dates)})`],
    [1, () => `${draw.pick(['date', 'datetime', 'julianday'])}(${part()}${draw.pick(dates)})`],
    [
      1,
      () =>
        `json_extract(json_array(quote(${part()}), 2, '[3]'), ${draw.pick(["'$[0]'", "'$[#-1]'", "'$'", "'$.a'"])})`,
    ],
    [1, () => `json_object('a', quote(${part()}))`],
  ])();
}

const ofOne = [
  'typeof',
  'length',
  'lower',
  'upper',
  'hex',
  'quote',
  'trim',
  'unicode',
  'round',
  'likely',
  'json_valid',
  'sign',
  'ltrim',
  'char',
  'unlikely',
];
const ofTwo = [
  'ifnull',
  'nullif',
  'instr',
  'substr',
  'max',
  'min',
  'round',
  'rtrim',
  'coalesce',
  'like',
  'glob',
];
const formats = ["'%d'", "'%5.2f'", "'%s'", "'%q'", "'%x'", "'%-8s|'", "'%e'", "'%c'"];
const dates = [
  '',
  '',
  ", '+1 month'",
  ", 'start of year'",
  ", 'weekday 0'",
  ", 'unixepoch'",
  ", '-1 day', 'utc'",
];
