/** Queries of SQL: selects with joins, common table expressions, groups, windows and compounds. */
import type { Draw } from '../../choice/index.ts';
import { listWithin, roomWithin } from './parts.ts';
import { sqlCondition, sqlExpression, type SqlNames } from './sql-expressions.ts';

export interface SqlTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isView: boolean;
  /** True if the first column is the number of the row. */
  readonly isKeyed: boolean;
}

/** The tables that exist when a statement is executed. */
export interface Schema {
  readonly tables: SqlTable[];
}

/** Deeper queries read only tables. */
const MOST_DEPTH = 4;
/** Limit of tables in one query: each table multiplies the rows. */
const MOST_JOINED = 3;

export function namedTable({ columns }: SqlTable, alias: string): readonly string[] {
  return columns.map((column) => `${alias}.${column}`);
}

/** A query with this number of columns; by default any number. */
export function selectOf(
  draw: Draw,
  schema: Schema,
  room: number,
  width?: number,
  outer: Pick<SqlNames, 'columns' | 'depth'> = { columns: [], depth: 0 },
): string {
  return draw.scope('select', () => {
    const wide = width ?? draw.integer(1, 3);
    const isRich = room >= 30 && outer.depth < MOST_DEPTH ? 1 : 0;
    const inner: Schema = { tables: [...schema.tables] };
    const ctes = draw.scope('with', () =>
      draw.boolean(0.2 * isRich) ? commonTable(draw, inner, room, outer) : '',
    );
    const first = core(draw, inner, room, wide, outer);
    const more = draw.scope('compound', () =>
      draw.boolean(0.15 * isRich)
        ? ` ${draw.pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT'])} ${core(draw, inner, room >> 1, wide, outer)}`
        : '',
    );
    const order = draw.scope('order', () => (draw.boolean(0.3) ? ` ORDER BY ${ordering(draw, wide)}` : ''));
    const limit = draw.weighted([
      [4, ''],
      [2, ' LIMIT 10'],
      [1, ' LIMIT 3 OFFSET 1'],
      [1, ' LIMIT -1'],
    ]);
    return ctes + first + more + order + limit;
  });
}

function ordering(draw: Draw, width: number): string {
  return `${draw.integer(1, width)}${draw.pick(['', ' ASC', ' DESC', ' COLLATE NOCASE', ' NULLS LAST'])}`;
}

/** A table for one query: the rows of another query, or increasing numbers. */
function commonTable(
  draw: Draw,
  inner: Schema,
  room: number,
  outer: Pick<SqlNames, 'columns' | 'depth'>,
): string {
  const name = `q${outer.depth}`;
  const recursive = draw.boolean(0.4);
  const hint = draw.pick(['', '', ' MATERIALIZED', ' NOT MATERIALIZED']);
  const text = recursive
    ? `WITH RECURSIVE ${name} (c0, c1) AS (SELECT 1, ${draw.integer(0, 9)} UNION${draw.pick(['', ' ALL'])} SELECT c0 + 1, c1 ${draw.pick(['+', '*', '||'])} 2 FROM ${name} WHERE c0 < ${draw.integer(1, 20)}) `
    : `WITH ${name} (c0, c1) AS${hint} (${selectOf(draw, inner, room >> 2, 2, { columns: [], depth: outer.depth + 1 })}) `;
  inner.tables.push({ name, columns: ['c0', 'c1'], isView: true, isKeyed: false });
  return text;
}

function core(
  draw: Draw,
  schema: Schema,
  room: number,
  width: number,
  outer: Pick<SqlNames, 'columns' | 'depth'>,
): string {
  return draw.scope('core', () => {
    const { from, columns } = fromClause(draw, schema, room, outer);
    const names: SqlNames = { schema, columns: [...columns, ...outer.columns], depth: outer.depth + 1 };
    const kind = draw.weighted([
      [5, 'rows'],
      [1, 'distinct'],
      [2, 'groups'],
      [2, 'windows'],
    ] as const);
    const shown = Array.from({ length: width }, () =>
      draw.scope('shown', () => {
        if (kind === 'groups' && draw.boolean(0.7)) return aggregate(draw, names, room >> 2);
        if (kind === 'windows' && draw.boolean(0.7)) return overWindow(draw, names, room >> 2);
        return sqlExpression(draw, roomWithin(draw, room), names);
      }),
    );
    const where = draw.scope('where', () =>
      draw.boolean(0.5) ? ` WHERE ${sqlCondition(draw, roomWithin(draw, room), names)}` : '',
    );
    const group =
      kind === 'groups' ? draw.scope('group', () => groupClause(draw, names, columns, room >> 2)) : '';
    const distinct = kind === 'distinct' ? 'DISTINCT ' : '';
    return `SELECT ${distinct}${shown.join(', ')} FROM ${from}${where}${group}`;
  });
}

function groupClause(draw: Draw, names: SqlNames, columns: readonly string[], room: number): string {
  if (draw.boolean(0.2)) return '';
  const having = draw.boolean(0.3) ? ` HAVING ${aggregate(draw, names, room)} IS NOT NULL` : '';
  return ` GROUP BY ${draw.pick(columns)}${having}`;
}

/** Tables side by side, each with an alias for this depth. */
function fromClause(
  draw: Draw,
  schema: Schema,
  room: number,
  outer: Pick<SqlNames, 'columns' | 'depth'>,
): { readonly from: string; readonly columns: readonly string[] } {
  const letter = 'abcdefgh'[outer.depth]!;
  const columns: string[] = [];
  let [from, count] = ['', 0];
  while (
    draw.scope('join', () => {
      if (count > 0 && (count >= MOST_JOINED || !draw.boolean(0.35))) return false;
      const alias = `${letter}${count}`;
      const before = [...columns];
      const [text, own] = joined(draw, schema, room, outer.depth, alias);
      columns.push(...own);
      if (count === 0) from = text;
      else from += joinOn(draw, text, before, own);
      count++;
      return true;
    })
  );
  return { from, columns };
}

function joined(
  draw: Draw,
  schema: Schema,
  room: number,
  depth: number,
  alias: string,
): readonly [text: string, columns: readonly string[]] {
  const isQuery = draw.boolean(depth < MOST_DEPTH && room >= 30 ? 0.15 : 0);
  if (isQuery) {
    const query = selectOf(draw, schema, room >> 2, 1, { columns: [], depth: depth + 1 });
    // The only column of such a query has no name.
    return [`(SELECT 1 AS c0, (${query}) AS c1) AS ${alias}`, [`${alias}.c0`, `${alias}.c1`]];
  }
  const table = draw.pick(schema.tables);
  return [`${table.name} AS ${alias}`, namedTable(table, alias)];
}

function joinOn(draw: Draw, text: string, before: readonly string[], own: readonly string[]): string {
  const how = draw.pick([' JOIN ', ' LEFT JOIN ', ' CROSS JOIN ', ' FULL JOIN ', ' RIGHT JOIN ', ', ']);
  const equal = ` ${draw.pick(before)} ${draw.pick(['=', '<', 'IS', '<>'])} ${draw.pick(own)}`;
  return how === ', ' ? how + text : `${how}${text} ON${equal}`;
}

function aggregate(draw: Draw, names: SqlNames, room: number): string {
  const name = draw.pick(['count', 'total', 'avg', 'min', 'max', 'group_concat', 'json_group_array']);
  const distinct = draw.boolean(0.2) ? 'DISTINCT ' : '';
  const value = sqlExpression(draw, room, names);
  const given = name === 'json_group_array' ? `quote(${value})` : value;
  const filter = draw.boolean(0.15) ? ` FILTER (WHERE ${sqlCondition(draw, 10, names)})` : '';
  return draw.boolean(0.1) ? 'count(*)' : `${name}(${distinct}${given})${filter}`;
}

function overWindow(draw: Draw, names: SqlNames, room: number): string {
  const value = sqlExpression(draw, room, names);
  const call = draw.pick([
    'row_number()',
    'rank()',
    'dense_rank()',
    'percent_rank()',
    'cume_dist()',
    'ntile(3)',
    'count(*)',
    `lag(${value}, 1, 0)`,
    `lead(${value})`,
    `first_value(${value})`,
    `nth_value(${value}, 2)`,
    `total(${value})`,
    `group_concat(${value})`,
    `max(${value})`,
  ]);
  const parts = listWithin(draw, 'partition', 8, () => draw.pick(names.columns));
  const partition = parts.length === 0 ? '' : `PARTITION BY ${parts.join(', ')} `;
  const order = `ORDER BY ${draw.pick(names.columns)}${draw.pick(['', ' DESC', ' NULLS FIRST'])}`;
  const frame = draw.pick([
    '',
    '',
    ' ROWS BETWEEN 1 PRECEDING AND CURRENT ROW',
    ' ROWS UNBOUNDED PRECEDING EXCLUDE TIES',
    ' GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING',
    ' RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING',
    ' ROWS BETWEEN 2 FOLLOWING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW',
  ]);
  return `${call} OVER (${partition}${order}${frame})`;
}
