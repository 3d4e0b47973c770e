/**
 * Writes a message of protocol buffers. A source that was made from a definition holds copies of the functions
 * here.
 */
import type { Draw } from '../../choice/index.ts';

export interface Field {
  readonly name: string;
  readonly number: number;
  /** A scalar type of protobuf, `enum`, or `message`. */
  readonly type: string;
  /** The name of the message or of the enum. */
  readonly of?: string;
  readonly label: 'optional' | 'required' | 'repeated';
  readonly isPacked?: boolean;
  /** The group of the field: a message has at most one field of a group. */
  readonly oneof?: string;
  /** A map: a repeated message of a key and a value, with each key once. */
  readonly isMap?: boolean;
}

export interface ProtoDefinition {
  readonly start: string;
  readonly messages: Readonly<Record<string, readonly Field[]>>;
  readonly enums: Readonly<Record<string, readonly (readonly [name: string, number: number])[]>>;
  /** The least depth of a message, by its required fields. */
  readonly depths: Readonly<Record<string, number>>;
}

interface Value {
  readonly wire: 0 | 1 | 2 | 5;
  readonly bytes: readonly number[];
  readonly text: string;
}

interface Parts {
  readonly bytes: readonly number[];
  readonly text: string;
}

export function varintOf(value: bigint): number[] {
  const out: number[] = [];
  let left = BigInt.asUintN(64, value);
  for (; left > 127n; left >>= 7n) out.push(Number(left & 127n) | 128);
  return [...out, Number(left)];
}

export function drawInteger(draw: Draw, type: string): Value {
  const bits = type.endsWith('64') ? 64n : 32n;
  const isUnsigned = type.startsWith('uint') || type.startsWith('fixed');
  const least = isUnsigned ? 0n : -(2n ** (bits - 1n));
  const most = least + 2n ** bits - 1n;
  // Small numbers are lengths, indices and flags; the ends are where readers are wrong.
  const kind = draw.pick(['small', 'end', 'any'] as const);
  const ends = [least, most, most - 1n, least + 1n, 2n ** (bits - 2n)];
  const number =
    kind === 'small'
      ? BigInt(draw.integer(0, 127))
      : kind === 'end'
        ? draw.pick(ends)
        : draw.integer(least, most);
  const text = String(number);
  if (!type.includes('fixed')) {
    const zigzag = (number << 1n) ^ (number < 0n ? -1n : 0n);
    return { wire: 0, bytes: varintOf(type.startsWith('sint') ? zigzag : number), text };
  }
  const bytes = Array.from({ length: Number(bits) / 8 }, (_, index) =>
    Number((number >> BigInt(8 * index)) & 255n),
  );
  return { wire: bits === 64n ? 1 : 5, bytes, text };
}

export function drawBinaryFloat(draw: Draw, isWide: boolean): Value {
  const odd = [0, -0, 1, 0.1, 1e38, 1e-45, Infinity, -Infinity, NaN];
  const number = draw.boolean(0.5) ? draw.pick(odd) : draw.integer(-1_000, 1_000) / 8;
  const view = new DataView(new ArrayBuffer(isWide ? 8 : 4));
  if (isWide) view.setFloat64(0, number, true);
  else view.setFloat32(0, number, true);
  const names: Readonly<Record<string, string>> = { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' };
  const text = Object.is(number, -0) ? '-0.0' : (names[String(number)] ?? String(number));
  return { wire: isWide ? 1 : 5, bytes: [...new Uint8Array(view.buffer)], text };
}

export function drawCharacters(draw: Draw, isText: boolean): Value {
  const odd = ['a', 'b', '0', '/', '%', '.', '"', '\\', '\n', '\0', 'é', '😀'];
  const items: number[] = [];
  const next = (): boolean => {
    if (!draw.boolean(0.8)) return false;
    const plain = draw.integer(isText ? 0x20 : 0, isText ? 0x7e : 0xff);
    if (isText && draw.boolean(0.5)) items.push(...new TextEncoder().encode(draw.pick(odd)));
    else items.push(plain);
    return true;
  };
  while (items.length < 40) if (!draw.scope('character', next)) break;
  const shown = items.map((byte) =>
    byte > 34 && byte < 127 && byte !== 92
      ? String.fromCodePoint(byte)
      : `\\${byte.toString(8).padStart(3, '0')}`,
  );
  return { wire: 2, bytes: [...varintOf(BigInt(items.length)), ...items], text: `"${shown.join('')}"` };
}

export function drawScalar(draw: Draw, type: string): Value {
  if (type === 'float' || type === 'double') return drawBinaryFloat(draw, type === 'double');
  if (type === 'string' || type === 'bytes') return drawCharacters(draw, type === 'string');
  if (type !== 'bool') return drawInteger(draw, type);
  const is = draw.boolean(0.5);
  return { wire: 0, bytes: [is ? 1 : 0], text: String(is) };
}

/** The field that each group has, or nothing. */
export function drawGroups(
  draw: Draw,
  fields: readonly Field[],
  fits: (field: Field) => boolean,
): ReadonlyMap<string, Field | undefined> {
  const chosen = new Map<string, Field | undefined>();
  for (const { oneof } of fields) {
    if (oneof === undefined || chosen.has(oneof)) continue;
    const group = fields.filter((field) => field.oneof === oneof && fits(field));
    chosen.set(
      oneof,
      draw.scope('oneof', () => draw.pick([undefined, ...group])),
    );
  }
  return chosen;
}

export function fieldOf({ name, number, type, isPacked }: Field, values: readonly Value[]): Parts {
  const tag = (wire: number): number[] => varintOf((BigInt(number) << 3n) | BigInt(wire));
  const sign = type === 'message' ? '' : ':';
  const text = values.map((value) => `${name}${sign} ${value.text}\n`).join('');
  if (isPacked !== true || values.length === 0)
    return { bytes: values.flatMap((value) => [...tag(value.wire), ...value.bytes]), text };
  const inside = values.flatMap((value) => value.bytes);
  return { bytes: [...tag(2), ...varintOf(BigInt(inside.length)), ...inside], text };
}

/**
 * Uses nothing but the functions above, since the text of all goes into a module of the person's. `binary` is the wire
 * format, `text` is what `protoc --encode` reads.
 */
export function writeMessage(
  draw: Draw,
  { messages, enums, depths, start }: ProtoDefinition,
  format: 'binary' | 'text',
  room: number,
): Uint8Array | string {
  let values = 0;
  const isFull = (): boolean => values > 2_000;
  const valueOf = ({ type, of }: Field, left: number): Value => {
    values++;
    if (type === 'message') {
      const inside = message(of!, left - 1);
      const bytes = [...varintOf(BigInt(inside.bytes.length)), ...inside.bytes];
      return { wire: 2, bytes, text: `{ ${inside.text}}` };
    }
    if (type === 'enum') {
      const [text, number] = draw.pick(enums[of!]!);
      return { wire: 0, bytes: varintOf(BigInt(number)), text };
    }
    return drawScalar(draw, type);
  };
  const itemsOf = (field: Field, left: number): Value[] => {
    const items = new Map<string, Value>();
    for (let count = 0; count < 8 && !isFull(); count++) {
      const item = draw.scope('item', () => (draw.boolean(0.6) ? valueOf(field, left) : undefined));
      if (item === undefined) break;
      // A map has each key once, which is the first line of its entry.
      const key = field.isMap === true ? item.text.split('\n')[0]! : String(count);
      if (!items.has(key)) items.set(key, item);
    }
    return [...items.values()];
  };
  const message = (name: string, left: number): Parts =>
    draw.scope(name, () => {
      const fields = messages[name]!;
      const fits = (field: Field): boolean =>
        field.type !== 'message' || (!isFull() && depths[field.of!]! < left);
      const chosen = drawGroups(draw, fields, fits);
      const parts = fields.map((field): Parts | undefined => {
        if (field.oneof !== undefined && chosen.get(field.oneof) !== field) return undefined;
        const isSure = field.oneof !== undefined || field.label === 'required';
        if (!isSure && !fits(field)) return undefined;
        return draw.scope('field', () => {
          if (field.label === 'repeated') return fieldOf(field, itemsOf(field, left));
          return isSure || draw.boolean(0.5) ? fieldOf(field, [valueOf(field, left)]) : undefined;
        });
      });
      const there = parts.filter((part) => part !== undefined);
      return {
        bytes: there.flatMap((part) => part.bytes),
        text: there.map((part) => part.text).join(''),
      };
    });
  const { bytes, text } = message(start, Math.max(room, depths[start]!));
  if (format === 'text') return text === '' ? '\n' : text;
  // An empty message would be no test. A field that no reader knows takes its place.
  return Uint8Array.from(bytes.length === 0 ? [0xf8, 0xff, 0xff, 0xff, 0x0f, 0] : bytes);
}
