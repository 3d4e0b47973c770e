/**
 * SQL in SQLite's dialect as a source by name: scripts that make their own tables.
 *
 * A script knows the tables and columns after each statement, and a statement uses only those. The depth of a
 * nested query is part of its aliases, so that an inner query may use the columns of outer queries.
 */
import type { Draw } from '../../choice/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';
import { listWithin, spaced } from './parts.ts';
import { sqlCondition, sqlExpression, literalOf } from './sql-expressions.ts';
import { namedTable, type Schema, selectOf, type SqlTable } from './sql-queries.ts';
import { textSource } from './text-source.ts';

const MOST_TABLES = 4;
/** A column that is the number of the row, and takes only numbers. */
const KEY = 'INTEGER PRIMARY KEY';
const TYPES = ['INTEGER', 'TEXT', 'REAL', 'BLOB', 'NUMERIC', '', 'INT', 'VARCHAR(10)'] as const;
/** Room of one query in a script with several. */
const ROOM_OF_QUERY = 300;

const sqlSource: FunctionDefinition = textSource({
  name: 'sql',
  summary:
    "scripts in SQLite's dialect: tables, joins, CTEs, windows, triggers, transactions; a part of them is damaged",
  file: 'test.sql',
  entry: import.meta.url,
  odd: [
    ...spaced(
      String.raw`; , ( ) ' " [ ] * . = || -> ->> -- /* */ ?1 :a SELECT FROM WHERE NULL NOT AND CASE END AS ON`,
    ),
    ...spaced(String.raw`USING(c0) BEGIN ROLLBACK VALUES DISTINCT ESCAPE x'0' 0x 1e`),
    '`',
    'GROUP BY',
    'RETURNING *',
    'OVER ()',
    'COLLATE x',
    '\u0000',
  ],
  write(draw, bytes) {
    const schema: Schema = { tables: [] };
    const text = [createTable(draw, schema), insert(draw, schema)];
    const room = Math.min(bytes, ROOM_OF_QUERY);
    text.push(...listWithin(draw, 'statement', bytes, () => statement(draw, schema, room)));
    return `${text.join(';\n')};\n`;
  },
});
export default sqlSource;

function statement(draw: Draw, schema: Schema, room: number): string {
  return draw.weighted([
    [8, () => selectOf(draw, schema, room)],
    [3, () => insert(draw, schema)],
    [2, () => update(draw, schema)],
    [1, () => remove(draw, schema)],
    [schema.tables.length < MOST_TABLES ? 3 : 0, () => createTable(draw, schema)],
    [2, () => index(draw, schema)],
    [1, () => trigger(draw, schema)],
    [1, () => view(draw, schema, room)],
    [1, () => alter(draw, schema)],
    [2, () => transaction(draw, schema, room)],
    [
      1,
      () => draw.pick(['ANALYZE', 'REINDEX', 'VACUUM', 'PRAGMA integrity_check', 'PRAGMA foreign_key_check']),
    ],
    [1, () => `PRAGMA ${draw.pick(pragmas)}`],
    [1, () => `EXPLAIN ${draw.pick(['', 'QUERY PLAN '])}${selectOf(draw, schema, room)}`],
  ])();
}

const pragmas = [
  'foreign_keys=ON',
  'recursive_triggers=OFF',
  'case_sensitive_like=ON',
  'automatic_index=OFF',
  'cache_size=5',
  'reverse_unordered_selects=ON',
  'temp_store=2',
  'journal_mode=MEMORY',
  'auto_vacuum=2',
  'optimize',
];

function createTable(draw: Draw, schema: Schema): string {
  return draw.scope('table', () => {
    const name = `t${schema.tables.length}`;
    const columns = ['c0'];
    const first = draw.pick([...TYPES, KEY, 'TEXT UNIQUE']);
    let text = `c0 ${first}`;
    while (draw.scope('column', () => draw.boolean(0.65))) {
      const column = `c${columns.length}`;
      text += `, ${column} ${draw.pick(TYPES)}${constraint(draw, columns)}`;
      columns.push(column);
    }
    const table = { name, columns, isView: false, isKeyed: first === KEY };
    // In both kinds of tables, the row's own number finds the row.
    const rest = draw.scope('constraint', () =>
      draw.weighted([
        [8, ''],
        [1, `, UNIQUE (${columns.join(', ')}) ON CONFLICT REPLACE`],
        [1, `, CHECK (c0 IS NOT 'never')`],
      ]),
    );
    schema.tables.push(table);
    return `CREATE TABLE ${name} (${text}${rest})`;
  });
}

function constraint(draw: Draw, before: readonly string[]): string {
  return draw.weighted([
    [8, () => ''],
    [1, () => ` DEFAULT ${literalOf(draw)}`],
    [1, () => ` DEFAULT (${literalOf(draw)})`],
    [1, () => ` COLLATE ${draw.pick(['NOCASE', 'RTRIM', 'BINARY'])}`],
    [1, () => ` UNIQUE ON CONFLICT ${draw.pick(['IGNORE', 'REPLACE'])}`],
    [1, () => ` AS (${draw.pick(before)} || ${literalOf(draw)}) ${draw.pick(['STORED', 'VIRTUAL'])}`],
    [1, () => ` REFERENCES t0 (c0)`],
  ])();
}

/**
 * The columns that a statement may write. A statement may not write computed columns; naming one is a rare
 * error.
 */
function insert(draw: Draw, schema: Schema): string {
  return draw.scope('insert', () => {
    const table = baseTable(draw, schema);
    const column = draw.pick(table.columns);
    const or = draw.pick(['OR IGNORE ', 'OR REPLACE ', 'OR IGNORE ']);
    return draw.weighted([
      [6, () => `INSERT ${or}INTO ${table.name} (c0) VALUES ${rows(draw, table)}`],
      [
        2,
        () =>
          `INSERT ${or}INTO ${table.name} (c0) SELECT ${stored(table, 's.v')} FROM (WITH w (v) AS (${selectOf(draw, schema, 60, 1)}) SELECT v FROM w) AS s`,
      ],
      [1, () => `INSERT INTO ${table.name} DEFAULT VALUES`],
      [1, () => `REPLACE INTO ${table.name} (c0) VALUES ${rows(draw, table)}`],
      [1, () => `INSERT ${or}INTO ${table.name} (c0) VALUES ${rows(draw, table)} ON CONFLICT DO NOTHING`],
      [
        1,
        () =>
          `INSERT ${or}INTO ${table.name} (c0) VALUES (${stored(table, literalOf(draw))}) RETURNING ${column}`,
      ],
    ])();
  });
}

function rows(draw: Draw, table: SqlTable): string {
  const more = listWithin(draw, 'row', 60, () => `(${stored(table, literalOf(draw))})`);
  return [`(${stored(table, literalOf(draw))})`, ...more].join(', ');
}

/** A value that fits the first column of the table. */
function stored({ isKeyed }: SqlTable, value: string): string {
  return isKeyed ? `ifnull(CAST(${value} AS INTEGER), 1)` : value;
}

function update(draw: Draw, schema: Schema): string {
  return draw.scope('update', () => {
    const table = baseTable(draw, schema);
    const names = namedTable(table, table.name);
    const value = sqlExpression(draw, 40, { schema, columns: names, depth: 0 });
    const from = draw.boolean(0.15) ? ` FROM (${selectOf(draw, schema, 40, 1)}) AS f` : '';
    return `UPDATE OR ${draw.pick(['IGNORE', 'REPLACE'])} ${table.name} SET c0 = ${stored(table, value)}${from}${where(draw, schema, names)}`;
  });
}

function remove(draw: Draw, schema: Schema): string {
  return draw.scope('delete', () => {
    const table = baseTable(draw, schema);
    return `DELETE FROM ${table.name}${where(draw, schema, namedTable(table, table.name))}`;
  });
}

function where(draw: Draw, schema: Schema, columns: readonly string[]): string {
  return draw.scope('where', () =>
    draw.boolean(0.8) ? ` WHERE ${sqlCondition(draw, 40, { schema, columns, depth: 0 })}` : '',
  );
}

/** Several indexes may have one name: the first one is made, and for the others the name is taken. */
function index(draw: Draw, schema: Schema): string {
  const table = baseTable(draw, schema);
  const number = draw.pick(4);
  const on = draw.weighted([
    [3, () => draw.pick(table.columns)],
    [2, () => `${draw.pick(table.columns)} DESC, ${draw.pick(table.columns)} COLLATE NOCASE`],
    [1, () => `lower(${draw.pick(table.columns)})`],
  ])();
  const partial = draw.boolean(0.2) ? ` WHERE ${draw.pick(table.columns)} IS NOT NULL` : '';
  if (draw.boolean(0.15)) return `DROP INDEX IF EXISTS i${number}`;
  return `CREATE INDEX IF NOT EXISTS i${number} ON ${table.name} (${on})${partial}`;
}

function trigger(draw: Draw, schema: Schema): string {
  const [table, other] = [baseTable(draw, schema), baseTable(draw, schema)];
  const when = draw.pick(['BEFORE', 'AFTER']);
  const [event, row] = draw.pick([
    ['INSERT', 'new'],
    ['DELETE', 'old'],
    ['UPDATE OF c0', 'new'],
  ] as const);
  const body = draw.pick([
    `INSERT OR IGNORE INTO ${other.name} (c0) VALUES (${stored(other, `${row}.c0`)})`,
    `DELETE FROM ${other.name} WHERE c0 = ${row}.c0`,
    `UPDATE OR IGNORE ${other.name} SET c0 = ${stored(other, 'NULL')} WHERE c0 IS ${row}.c0`,
    `SELECT RAISE(IGNORE) WHERE ${row}.c0 = 0`,
  ]);
  return `CREATE TRIGGER IF NOT EXISTS r${draw.pick(3)} ${when} ${event} ON ${table.name} BEGIN ${body}; END`;
}

/** A view has a number in the same series as tables, so that statements read it like a table. */
function view(draw: Draw, schema: Schema, room: number): string {
  const name = `t${schema.tables.length}`;
  const text = `CREATE VIEW ${name} (c0, c1) AS ${selectOf(draw, schema, room >> 1, 2)}`;
  schema.tables.push({ name, columns: ['c0', 'c1'], isView: true, isKeyed: false });
  return text;
}

/** Adds a column whose name no other column of the table has. */
function alter(draw: Draw, schema: Schema): string {
  const table = baseTable(draw, schema);
  const column = `c${table.columns.length}`;
  const text = `ALTER TABLE ${table.name} ADD COLUMN ${column} ${draw.pick(TYPES)} DEFAULT ${literalOf(draw)}`;
  schema.tables[schema.tables.indexOf(table)] = { ...table, columns: [...table.columns, column] };
  return text;
}

/**
 * Statements in a transaction that is committed or rolled back; after a rollback the tables are those from
 * before.
 */
function transaction(draw: Draw, schema: Schema, room: number): string {
  return draw.scope('transaction', () => {
    const before = [...schema.tables];
    const [begin, commit, rollback] = draw.pick([
      ['BEGIN', 'COMMIT', 'ROLLBACK'],
      ['BEGIN IMMEDIATE', 'END', 'ROLLBACK'],
      ['SAVEPOINT s', 'RELEASE s', 'ROLLBACK TO s;\nRELEASE s'],
    ] as const);
    const inside = listWithin(draw, 'statement', room, () =>
      draw.weighted([
        [3, () => insert(draw, schema)],
        [2, () => update(draw, schema)],
        [1, () => remove(draw, schema)],
        [1, () => selectOf(draw, schema, room >> 2)],
        [1, () => index(draw, schema)],
        [1, () => alter(draw, schema)],
      ])(),
    );
    const isKept = draw.boolean(0.6);
    if (!isKept) schema.tables.splice(0, Infinity, ...before);
    return [begin, ...inside, isKept ? commit : rollback].join(';\n');
  });
}

function baseTable(draw: Draw, { tables }: Schema): SqlTable {
  return draw.pick(tables.filter(({ isView }) => !isView));
}
