/**
 * Reads definitions of protocol buffers: messages, enums, maps, `oneof`, and imports from the same folder. Options,
 * services and extensions say nothing that a message must hold, and are left out.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRegularText } from '../../util/read-regular.ts';
import { UserError } from '../../util/user-error.ts';
import type { Field, ProtoDefinition } from './write-message.ts';

const WORD = /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\w.]+|[^]/gu;
const SCALARS = new Set(
  'double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes'.split(
    ' ',
  ),
);

interface OpenField extends Omit<Field, 'type' | 'of'> {
  readonly typeName: string;
  /** The message that the field stands in: names are looked up from there outwards. */
  readonly scope: string;
}

export interface ReadProto extends ProtoDefinition {
  readonly name: string;
  readonly ignored: readonly string[];
}

export function readProto(path: string, start?: string): ReadProto {
  const reader = new ProtoReader();
  const first = reader.read(path);
  return reader.definition(path, start, first);
}

class ProtoReader {
  readonly #messages = new Map<string, OpenField[]>();
  readonly #enums = new Map<string, [string, number][]>();
  readonly #ignored = new Set<string>();
  /** Files that were read, so that imports in a circle end. */
  readonly #files = new Set<string>();
  #path = '';
  #words: string[] = [];
  #at = 0;
  /** The syntax of the file: its package, and whether repeated numbers are packed unless an option says otherwise. */
  #file = { package: '', isPacked: false };

  /** Returns the name of the first message of the file itself. */
  read(path: string): string | undefined {
    this.#files.add(path);
    const before = [this.#path, this.#words, this.#at, this.#file] as const;
    const known = this.#messages.size;
    const text = readRegularText(path);
    const words = [...text.matchAll(WORD)]
      .map(([word]) => word)
      .filter((word) => !/^(?:\s|\/\/|\/\*)/.test(word));
    [this.#path, this.#words, this.#at] = [path, words, 0];
    this.#file = { package: '', isPacked: /^\s*(?:syntax\s*=\s*["']proto3|edition\s*=)/mu.test(text) };
    const imports: string[] = [];
    while (this.#at < words.length) this.#statement(imports);
    const first = [...this.#messages.keys()][known];
    for (const name of imports) this.#import(name);
    [this.#path, this.#words, this.#at, this.#file] = before;
    return first;
  }

  definition(path: string, asked: string | undefined, first: string | undefined): ReadProto {
    const named = [...this.#messages.keys()].find((name) => name === asked || name.endsWith(`.${asked}`));
    const start = asked === undefined ? first : named;
    if (start === undefined)
      throw new UserError(
        asked === undefined ? `${path} has no message` : `${path} has no message ${asked}`,
        [`messages: ${[...this.#messages.keys()].slice(0, 20).join(', ') || 'none'}`],
      );
    const messages: Record<string, readonly Field[]> = {};
    const reached = new Set([start]);
    for (const name of reached) {
      messages[name] = this.#messages.get(name)!.map((field) => this.#resolved(field));
      for (const { type, of } of messages[name]) if (type === 'message') reached.add(of!);
    }
    const used = new Set(
      Object.values(messages).flatMap((fields) => fields.flatMap(({ of }) => (of === undefined ? [] : [of]))),
    );
    const enums = Object.fromEntries([...this.#enums].filter(([name]) => used.has(name)));
    return {
      name: start,
      start,
      messages,
      enums,
      depths: leastDepths(messages),
      ignored: [...this.#ignored],
    };
  }

  #resolved({ typeName, scope, isPacked, ...field }: OpenField): Field {
    const packed = isPacked === true && field.label === 'repeated';
    if (SCALARS.has(typeName))
      return {
        ...field,
        type: typeName,
        ...(packed && !/^(?:string|bytes)$/.test(typeName) ? { isPacked } : {}),
      };
    const parts = typeName.startsWith('.') ? [] : scope.split('.');
    for (let count = parts.length; count >= 0; count--) {
      const of = [...parts.slice(0, count), typeName.replace(/^\./, '')]
        .filter((part) => part !== '')
        .join('.');
      if (this.#messages.has(of)) return { ...field, type: 'message', of };
      if (this.#enums.has(of)) return { ...field, type: 'enum', of, ...(packed ? { isPacked } : {}) };
    }
    throw new UserError(`${scope}.${field.name} has the unknown type ${typeName}`, [
      'a file that the definition imports belongs into the same folder',
      "google/protobuf is in Debian's package libprotobuf-dev",
    ]);
  }

  #import(name: string): void {
    const folder = dirname(this.#path);
    // A path of an import begins at a root, which is the folder itself or a folder above it.
    for (let at = folder; ; at = dirname(at)) {
      const file = join(at, name);
      if (existsSync(file)) {
        if (!this.#files.has(file)) this.read(file);
        return;
      }
      if (at === dirname(at)) break;
    }
    const known = join('/usr/include', name);
    if (existsSync(known) && !this.#files.has(known)) this.read(known);
  }

  #peek(): string {
    return this.#words[this.#at] ?? '';
  }

  #next(): string {
    return this.#words[this.#at++] ?? '';
  }

  #expect(word: string): void {
    if (this.#next() === word) return;
    throw new UserError(
      `${this.#path} cannot be read at "${this.#words[this.#at - 1] ?? 'the end'}", word ${this.#at}`,
      [`expected: "${word}"`],
    );
  }

  #text(): string {
    return this.#next().slice(1, -1);
  }

  #statement(imports: string[]): void {
    const word = this.#next();
    if (word === 'import') {
      if (/^(?:public|weak|option)$/.test(this.#peek())) this.#at++;
      imports.push(this.#text());
    } else if (word === 'package') this.#file.package = this.#next();
    else if (word === 'message') return this.#message(this.#file.package);
    else if (word === 'enum') return this.#enum(this.#file.package);
    else if (word === 'extend') this.#ignored.add('extensions');
    if (word !== ';') this.#skip();
  }

  /** To the end of a statement: a semicolon, or a block. */
  #skip(): void {
    for (let open = 0; this.#at < this.#words.length;) {
      const word = this.#next();
      if (word === '{') open++;
      if (word === '}' && --open === 0) return;
      if (word === ';' && open === 0) return;
    }
  }

  #message(outer: string): void {
    const name = inside(outer, this.#next());
    const fields: OpenField[] = [];
    this.#messages.set(name, fields);
    this.#expect('{');
    while (!this.#isEnd()) this.#member(name, fields, undefined);
  }

  #isEnd(): boolean {
    if (this.#at >= this.#words.length) this.#expect('}');
    if (this.#peek() !== '}') return false;
    this.#at++;
    return true;
  }

  #member(name: string, fields: OpenField[], oneof: string | undefined): void {
    const word = this.#next();
    switch (word) {
      case ';':
        return;
      case 'message':
        if (this.#words[this.#at + 1] === '{') return this.#message(name);
        break;
      case 'enum':
        if (this.#words[this.#at + 1] === '{') return this.#enum(name);
        break;
      case 'oneof': {
        const group = this.#next();
        this.#expect('{');
        while (!this.#isEnd()) this.#member(name, fields, group);
        return;
      }
      case 'option':
      case 'reserved':
      case 'extensions':
        return this.#skip();
      case 'extend':
        this.#ignored.add('extensions');
        return this.#skip();
    }
    const isLabelled = /^(?:optional|required|repeated)$/.test(word);
    const label = isLabelled ? (word as Field['label']) : 'optional';
    const typeName = isLabelled ? this.#next() : word;
    if (typeName === 'group') {
      this.#ignored.add('groups, which proto2 had before messages in messages');
      return this.#skip();
    }
    if (typeName === 'map' && this.#peek() === '<') return this.#map(name, fields);
    fields.push({
      ...this.#named(),
      typeName,
      scope: name,
      label,
      ...(oneof === undefined ? {} : { oneof }),
    });
  }

  /** Name, number and options of a field. */
  #named(): Pick<OpenField, 'name' | 'number' | 'isPacked'> {
    const name = this.#next();
    this.#expect('=');
    const number = Number(this.#next());
    const from = this.#at;
    while (this.#peek() !== ';' && this.#at < this.#words.length) this.#at++;
    const options = this.#words.slice(from, this.#at).join(' ');
    this.#expect(';');
    const isPacked = /\bpacked = (\w+)/.exec(options)?.[1] ?? String(this.#file.isPacked);
    return { name, number, isPacked: isPacked === 'true' };
  }

  #map(name: string, fields: OpenField[]): void {
    this.#expect('<');
    const key = this.#next();
    this.#expect(',');
    const value = this.#next();
    this.#expect('>');
    const named = this.#named();
    const entry = inside(name, `${named.name}Entry`);
    const part = { label: 'required', scope: name } as const;
    this.#messages.set(entry, [
      { ...part, name: 'key', number: 1, typeName: key },
      { ...part, name: 'value', number: 2, typeName: value },
    ]);
    fields.push({ ...named, typeName: `.${entry}`, scope: name, label: 'repeated', isMap: true });
  }

  #enum(outer: string): void {
    const name = inside(outer, this.#next());
    const values: [string, number][] = [];
    this.#expect('{');
    while (!this.#isEnd()) {
      const word = this.#next();
      if (word === ';') continue;
      if (word === 'option' || word === 'reserved') {
        this.#skip();
        continue;
      }
      this.#expect('=');
      const isNegative = this.#peek() === '-';
      if (isNegative) this.#at++;
      values.push([word, (isNegative ? -1 : 1) * Number(this.#next())]);
      this.#skip();
    }
    this.#enums.set(name, values);
  }
}

const inside = (outer: string, name: string): string => (outer === '' ? name : `${outer}.${name}`);

/** The depth to which each message must nest at least, by its required fields. */
function leastDepths(messages: Readonly<Record<string, readonly Field[]>>): Record<string, number> {
  const depths: Record<string, number> = {};
  for (let changes = 1; changes > 0;) {
    changes = 0;
    for (const [name, fields] of Object.entries(messages)) {
      const inner = fields
        .filter(({ type, label }) => type === 'message' && label === 'required')
        .map(({ of }) => depths[of!] ?? Infinity);
      const depth = 1 + Math.max(0, ...inner);
      if (depth >= (depths[name] ?? Infinity)) continue;
      depths[name] = depth;
      changes++;
    }
  }
  const endless = Object.keys(messages).find((name) => depths[name] === undefined);
  if (endless !== undefined)
    throw new UserError(`message ${endless} never ends: a required field leads back to it`, [
      'make the field optional',
    ]);
  return depths;
}
