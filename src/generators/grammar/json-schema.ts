/**
 * Reads a JSON Schema: its texts are JSON values that the schema allows, as far as `ignored` does not say
 * otherwise.
 */
import { basename } from 'node:path';
import { readRegularText } from '../../util/read-regular.ts';
import { UserError } from '../../util/user-error.ts';
import type { Grammar, Phrase, Rule } from './grammar.ts';

type Schema = Readonly<Record<string, unknown>>;

const MOST_ITEMS = 12;
const MOST_CHARACTERS = 24;
const FAR = 2 ** 31;

/** Keywords that say more of a value than this reader follows. */
const NOT_FOLLOWED = [
  'pattern',
  'uniqueItems',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'contains',
  'patternProperties',
  'propertyNames',
  'multipleOf',
];

const formats: Readonly<Record<string, Phrase>> = {
  date: '2024-02-29',
  time: '23:59:59Z',
  'date-time': '2024-02-29T23:59:59Z',
  email: 'a@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.org/a',
  uuid: '00000000-0000-4000-8000-000000000000',
};

export function readJsonSchema(path: string): Grammar {
  let whole: unknown;
  try {
    whole = JSON.parse(readRegularText(path));
  } catch (error) {
    throw new UserError(`${path} is no JSON: ${(error as Error).message}`);
  }
  return new SchemaReader(whole, basename(path)).grammar();
}

class SchemaReader {
  readonly #whole: unknown;
  readonly #name: string;
  readonly #rules: Record<string, Rule> = {};
  readonly #ignored = new Set<string>();

  constructor(whole: unknown, name: string) {
    this.#whole = whole;
    this.#name = name;
  }

  grammar(): Grammar {
    this.#rules['any'] = { is: { one: ['null', 'true', 'false', '0', '""', '[]', '{}'] }, isToken: true };
    return {
      name: this.#name.replace(/\.json$/, ''),
      start: this.#ruleAt('#'),
      rules: this.#rules,
      isSpaced: false,
      ignored: [...this.#ignored],
    };
  }

  /** The rule of the schema at a reference such as `#/$defs/item`. */
  #ruleAt(reference: string): string {
    const name = reference === '#' ? 'root' : reference.replace(/^#\//, '');
    if (Object.hasOwn(this.#rules, name)) return name;
    const at = this.#placeOf(reference);
    if (!reference.startsWith('#') || at === undefined)
      throw new UserError(`${this.#name} refers to ${reference}`, [
        'allowed: a place in the same file, as in #/$defs/item',
      ]);
    // A schema may refer to itself.
    this.#rules[name] = { is: '', isToken: true };
    this.#rules[name] = { is: this.#part(at), isToken: true };
    return name;
  }

  #part(given: unknown): Phrase {
    if (typeof given !== 'object' || given === null) return { rule: 'any' };
    const schema = given as Schema;
    for (const keyword of NOT_FOLLOWED) if (keyword in schema) this.#ignored.add(keyword);
    if (typeof schema['$ref'] === 'string') return { rule: this.#ruleAt(schema['$ref']) };
    if ('const' in schema) return JSON.stringify(schema['const']);
    if (Array.isArray(schema['enum'])) return { one: schema['enum'].map((value) => JSON.stringify(value)) };
    for (const word of ['anyOf', 'oneOf'])
      if (Array.isArray(schema[word]))
        return { one: schema[word].map((each) => this.#part(merged([without(schema, word), each]))) };
    if (Array.isArray(schema['allOf']))
      return this.#part(
        merged([without(schema, 'allOf'), ...schema['allOf'].map((each) => this.#resolved(each))]),
      );
    const { type = typeOf(schema) } = schema;
    return Array.isArray(type)
      ? { one: type.map((each) => this.#ofType(each, schema)) }
      : this.#ofType(type, schema);
  }

  #resolved(given: unknown): unknown {
    const reference = (given as Schema | null)?.['$ref'];
    return typeof reference === 'string' ? this.#placeOf(reference) : given;
  }

  /** The part of the file at a reference; undefined if there is none. */
  #placeOf(reference: string): unknown {
    let at = this.#whole;
    for (const step of reference.split('/').slice(1)) {
      const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      at = typeof at === 'object' && at !== null ? (at as Schema)[key] : undefined;
    }
    return at;
  }

  #ofType(type: unknown, schema: Schema): Phrase {
    switch (type) {
      case 'null':
        return 'null';
      case 'boolean':
        return { one: ['true', 'false'] };
      case 'integer':
        return this.#integer(schema);
      case 'number':
        return { one: [this.#integer(schema), { all: [this.#integer(schema, 1), '.5'] }] };
      case 'string':
        return this.#string(schema);
      case 'array':
        return this.#array(schema);
      case 'object':
        return this.#object(schema);
      default:
        return { rule: 'any' };
    }
  }

  #integer(schema: Schema, less = 0): Phrase {
    const least = numberOf(schema['minimum']) ?? add(numberOf(schema['exclusiveMinimum']), 1) ?? -FAR;
    const most =
      numberOf(schema['maximum']) ?? add(numberOf(schema['exclusiveMaximum']), -1) ?? Math.max(FAR, least);
    const from = Math.max(Math.ceil(least), -Number.MAX_SAFE_INTEGER);
    const to = Math.min(Math.floor(most), Number.MAX_SAFE_INTEGER) - less;
    const near: Phrase = { from: Math.max(from, 0), to: Math.min(to, 9) };
    return from <= 0 && to >= 9 ? { one: [near, { from, to }] } : { from, to: Math.max(from, to) };
  }

  #string(schema: Schema): Phrase {
    const format = formats[String(schema['format'])];
    if (format !== undefined) return `"${format as string}"`;
    const least = numberOf(schema['minLength']) ?? 0;
    const most = Math.max(least, Math.min(numberOf(schema['maxLength']) ?? MOST_CHARACTERS, MOST_CHARACTERS));
    const character: Phrase = {
      one: [
        { chars: [[0x61, 0x7a]] },
        {
          chars: [
            [0x20, 0x21],
            [0x23, 0x5b],
          ],
        },
        '\\n',
        '\\u0000',
        '\\"',
        'é',
        '😀',
      ],
    };
    return { all: ['"', { many: character, least, most }, '"'] };
  }

  #array(schema: Schema): Phrase {
    const least = numberOf(schema['minItems']) ?? 0;
    const most = Math.max(least, Math.min(numberOf(schema['maxItems']) ?? MOST_ITEMS, MOST_ITEMS));
    const tuple = schema['prefixItems'] ?? (Array.isArray(schema['items']) ? schema['items'] : undefined);
    if (Array.isArray(tuple)) {
      const parts = tuple.map((each) => this.#part(each));
      return { all: ['[', ...parts.flatMap((part, index) => (index === 0 ? [part] : [',', part])), ']'] };
    }
    return { all: ['[', { many: this.#part(schema['items']), least, most, between: ',' }, ']'] };
  }

  /** Members that must be there come first, so that each comma has a member before it. */
  #object(schema: Schema): Phrase {
    const members = Object.entries((schema['properties'] ?? {}) as Schema);
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]).map(String) : [];
    const missing = required
      .filter((name) => !members.some(([key]) => key === name))
      .map((name) => [name, true] as const);
    const sure = [...members.filter(([key]) => required.includes(key)), ...missing];
    const perhaps = members.filter(([key]) => !required.includes(key));
    const member = ([key, each]: readonly [string, unknown]): Phrase => ({
      all: [`${JSON.stringify(key)}:`, this.#part(each)],
    });
    const first = sure.map(member).flatMap((part, index) => (index === 0 ? [part] : [',', part]));
    if (first.length > 0)
      return {
        all: [
          '{',
          ...first,
          ...perhaps.map((each): Phrase => ({ many: { all: [',', member(each)] }, least: 0, most: 1 })),
          '}',
        ],
      };
    if (perhaps.length > 0) {
      // The first of the members that are there is drawn; later ones follow it.
      const from = perhaps.map((_, index): Phrase => ({
        all: perhaps
          .slice(index)
          .map((each, later): Phrase =>
            later === 0 ? member(each) : { many: { all: [',', member(each)] }, least: 0, most: 1 },
          ),
      }));
      return { one: ['{}', ...from.map((part): Phrase => ({ all: ['{', part, '}'] }))] };
    }
    const more = schema['additionalProperties'];
    if (typeof more !== 'object' || more === null) return '{}';
    const other: Phrase = {
      all: ['"', { many: { chars: [[0x61, 0x7a]] }, least: 1, most: 8 }, '":', this.#part(more)],
    };
    const least = numberOf(schema['minProperties']) ?? 0;
    return { all: ['{', { many: other, least, most: Math.max(least, MOST_ITEMS), between: ',' }, '}'] };
  }
}

function typeOf(schema: Schema): string | undefined {
  if ('properties' in schema || 'additionalProperties' in schema || 'required' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined;
}

function without(schema: Schema, word: string): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== word));
}

/**
 * All of these schemas are about the same value. Their members and required names are joined; of each other
 * keyword the last one counts.
 */
function merged(all: readonly unknown[]): Schema {
  const result: Record<string, unknown> = {};
  for (const each of all)
    for (const [key, value] of Object.entries((each ?? {}) as Schema))
      result[key] =
        key === 'properties'
          ? { ...(result[key] as object), ...(value as object) }
          : key === 'required'
            ? [...((result[key] ?? []) as unknown[]), ...(value as unknown[])]
            : value;
  return result;
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const add = (value: number | undefined, step: number): number | undefined =>
  value === undefined ? undefined : value + step;
