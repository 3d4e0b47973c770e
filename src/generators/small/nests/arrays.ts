/** Arrays of `nests`: as large as their accesses need, alone, as rows, or as members of a struct. */
import type { SmallCode, PlaceCode } from '../code.ts';
import { type Lane, type LaneType, literalText } from '../types.ts';

/** One dimension of an access: a constant and multiples of counters. */
export interface NestSubscript {
  readonly base: number;
  readonly terms: readonly (readonly [factor: number, counter: Counter])[];
}

/** The counter of a loop: from 0 to `most`, by what its loop draws. */
export interface Counter {
  readonly name: string;
  readonly most: number;
  readonly code: SmallCode;
}

/** The name by which a function reaches an array: a global, or a parameter that may point into the middle. */
export interface View {
  readonly array: SmallArray;
  readonly name: string;
  /** The element that the parameter points at; undefined for a global. */
  readonly shift: number | undefined;
}

/** Rows lie apart in the map of values. */
const ROW = 4_096;

export class SmallArray {
  readonly name: string;
  readonly type: LaneType;
  readonly isTwo: boolean;
  /** Set if the elements are members of a struct. */
  readonly member: string | undefined;
  /** The numbers of rows and of columns. */
  readonly extent: [number, number] = [1, 1];
  readonly #values = new Map<number, Lane>();

  constructor(name: string, type: LaneType, isTwo: boolean, member: string | undefined) {
    this.name = name;
    this.type = type;
    this.isTwo = isTwo;
    this.member = member;
  }

  /** Notes that elements up to this one are needed. */
  needs(row: number, column: number): void {
    this.extent[0] = Math.max(this.extent[0], row + 1);
    this.extent[1] = Math.max(this.extent[1], column + 1);
  }

  get(row: number, column: number): Lane {
    return this.#values.get(row * ROW + column) ?? this.initial(row, column);
  }

  set(row: number, column: number, value: Lane): void {
    this.#values.set(row * ROW + column, value);
  }

  initial(row: number, column: number): Lane {
    const value = ((row * 5 + column * 7 + 3) % 23) - (this.type.isSigned ? 6 : 0);
    return this.type.kind === 'float' ? value : BigInt(value);
  }

  text(): string {
    const [rows, columns] = this.extent;
    const lists = Array.from({ length: rows }, (_, row) => {
      const values = Array.from({ length: columns }, (_each, column) => this.#initialText(row, column));
      return `{${values.join(', ')}}`;
    });
    if (this.member !== undefined) {
      // Members before and after, so that the elements lie apart.
      return `struct { char before; ${this.type.name} ${this.member}; short after; } ${this.name}[${columns}] = ${lists[0]!.replaceAll(/[^{}, ]+|\{/g, (part) => (part === '{' ? '{' : `{0, ${part}, 0}`))};\n`;
    }
    return this.isTwo
      ? `${this.type.name} ${this.name}[${rows}][${columns}] = {${lists.join(', ')}};\n`
      : `${this.type.name} ${this.name}[${columns}] = ${lists[0]};\n`;
  }

  #initialText(row: number, column: number): string {
    const value = this.initial(row, column);
    return typeof value === 'number'
      ? String(value)
      : literalText(this.type, value).replace(/^\([^)]*\)\(?|\)$/g, '');
  }

  /** The elements in the order of the driver's loops. */
  *elements(): Generator<Lane> {
    const [rows, columns] = this.extent;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) yield this.get(row, column);
  }
}

export function subscriptText({ base, terms }: NestSubscript): string {
  const parts = terms.map(([factor, { code }]) =>
    factor === 1 ? code.text() : `${factor} * ${code.text()}`,
  );
  return [...parts, ...(base !== 0 || parts.length === 0 ? [String(base)] : [])].join(' + ');
}

export function subscriptValue({ base, terms }: NestSubscript): number {
  return terms.reduce((sum, [factor, { code }]) => sum + factor * Number(code.value()), base);
}

export function largestSubscript({ base, terms }: NestSubscript): number {
  return terms.reduce((sum, [factor, { most }]) => sum + factor * most, base);
}

/** An element; the text is another one if a pointer walks. */
export function nestElement(
  view: View,
  row: NestSubscript,
  column: NestSubscript,
  walking?: string,
): PlaceCode {
  const { array, shift = 0, name } = view;
  array.needs(largestSubscript(row), largestSubscript(column) + shift);
  const at = (): readonly [number, number] => [subscriptValue(row), subscriptValue(column) + shift];
  return {
    type: array.type,
    value: () => array.get(...at()),
    set: (value) => array.set(...at(), value),
    text: () => walking ?? elementText(array, name, row, column),
  };
}

export function elementText(
  array: SmallArray,
  name: string,
  row: NestSubscript,
  column: NestSubscript,
): string {
  const member = array.member === undefined ? '' : `.${array.member}`;
  const rows = array.isTwo ? `[${subscriptText(row)}]` : '';
  return `${name}${rows}[${subscriptText(column)}]${member}`;
}
