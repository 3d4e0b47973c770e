/**
 * Known values: an integer of C with its least and greatest value at a place.
 *
 * Invariant: the C text has exactly the stated value, for all widths of surrounding types.
 */
import type { Facts } from '../../facts/index.ts';
import type { Reach } from '../c/donors.ts';

export interface Extent {
  readonly low: bigint;
  readonly high: bigint;
}

/** A variable at a place. */
export interface Known extends Extent {
  /** The index of its name. */
  readonly name: number;
  readonly text: string;
  readonly type: string;
}

const bitsOf: readonly (readonly [RegExp, number])[] = [
  [/char$/, 8],
  [/short$/, 16],
  [/int$/, 32],
];

/** All values of a type. */
export function rangeOf(type: string): Extent {
  const bits = BigInt(bitsOf.find(([pattern]) => pattern.test(type))?.[1] ?? 64);
  return type.includes('unsigned')
    ? { low: 0n, high: (1n << bits) - 1n }
    : { low: -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n };
}

export function isWithin(inner: Extent, outer: Extent): boolean {
  return outer.low <= inner.low && inner.high <= outer.high;
}

/** A number as C text, of the promoted type of the given type. */
export function literal(value: bigint, type: string): string {
  const long = /\blong long$/.test(type) ? 'LL' : type.endsWith('long') ? 'L' : '';
  const end = `${type.includes('unsigned') && !/(?:char|short)$/.test(type) ? 'U' : ''}${long}`;
  // C has no negative literals, and negating a literal cannot give the least value.
  if (value === rangeOf(type).low && value < 0n) return `(-${-(value + 1n)}${end} - 1)`;
  return value < 0n ? `(-${-value}${end})` : `${value}${end}`;
}

/** Variables with known values before statements, by the statement. */
export function knownValues({ analysis, run }: Facts): ReadonlyMap<number, readonly Known[]> {
  const { names, types } = analysis;
  const found = new Map<number, Known[]>();
  for (const { statement, name, least, most } of run?.values ?? []) {
    const { name: text, type } = names[name]!;
    const known = { name, text, type: types[type]!, low: BigInt(least), high: BigInt(most) };
    const before = found.get(statement);
    if (before === undefined) found.set(statement, [known]);
    else before.push(known);
  }
  return found;
}

/** True if its name still means this variable. */
export function isReachable({ byName }: Reach, { name, text }: Known): boolean {
  return byName.get(text) === name;
}
