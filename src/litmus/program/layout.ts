/**
 * Places of locations in memory: a location is a variable of its own, or a member of a struct or a union.
 *
 * Invariant: each member begins a word of 32 bits. So no word holds parts of two locations, and a computer
 * without narrow updates can update the whole word.
 */
import type { SharedLocation } from './syntax.ts';

export interface LocationPlace {
  readonly symbol: string;
  readonly offset: number;
}

const WORD_BYTES = 4;

function bytesOf({ bits = 32 }: SharedLocation): number {
  return Math.max(bits / 8, WORD_BYTES);
}

/** The place of each location, by its name. */
export function placesOf(locations: readonly SharedLocation[]): Map<string, LocationPlace> {
  const sizes = new Map<string, number>();
  return new Map(
    locations.map((location) => {
      const { name, within } = location;
      if (within === undefined) return [name, { symbol: name, offset: 0 }];
      const bytes = bytesOf(location);
      const offset = Math.ceil((sizes.get(within) ?? 0) / bytes) * bytes;
      sizes.set(within, offset + bytes);
      return [name, { symbol: within, offset }];
    }),
  );
}

/** The location in C. */
export function spellingOf({ name, within }: SharedLocation): string {
  return within === undefined ? name : `${within}.${name}`;
}

/** Declarations of all locations without a storage class. `typeOf` says the type of a location. */
export function declarationsOf(
  locations: readonly SharedLocation[],
  typeOf: (location: SharedLocation) => string,
): string[] {
  const structs = [...new Set(locations.map(({ within }) => within))];
  const member = (location: SharedLocation): string =>
    `${(location.bits ?? 32) / 8 < WORD_BYTES ? `_Alignas(${WORD_BYTES}) ` : ''}${typeOf(location)} ${location.name};`;
  return structs.flatMap((struct) => {
    const members = locations.filter(({ within }) => within === struct);
    return struct === undefined
      ? members.map((location) => `${typeOf(location)} ${location.name};`)
      : [`${kindOf(struct)} { ${members.map(member).join(' ')}${restOf(struct)} } ${struct};`];
  });
}

/** A union holds one location, and bytes that nobody accesses. */
function kindOf(name: string): 'union' | 'struct' {
  return name.startsWith('union') ? 'union' : 'struct';
}

function restOf(name: string): string {
  return kindOf(name) === 'union' ? ' unsigned char bytes[8];' : '';
}

/**
 * Assembly in which a member has its own name as its symbol: `struct0+4` and gcc's `4+struct0` become `y`. The
 * first member keeps the symbol of the struct.
 */
export function withMemberNames(assembly: string, locations: readonly SharedLocation[]): string {
  const members = [...placesOf(locations)].filter(([, { offset }]) => offset > 0);
  return members.reduce(
    (text, [name, { symbol, offset }]) =>
      text.replaceAll(new RegExp(`\\b(?:${symbol}\\+${offset}|${offset}\\+${symbol})\\b`, 'g'), name),
    assembly,
  );
}

/** Tells which location begins at an address; undefined if none does. */
export function finderOf(
  locations: readonly SharedLocation[],
): (address: LocationPlace) => number | undefined {
  const places = placesOf(locations);
  const byPlace = new Map(
    locations.map(({ name }, index) => {
      const { symbol, offset } = places.get(name)!;
      return [`${symbol}+${offset}`, index];
    }),
  );
  return ({ symbol, offset }) => {
    const member = places.get(symbol);
    const own = member === undefined ? offset : offset + member.offset;
    return byPlace.get(`${member?.symbol ?? symbol}+${own}`);
  };
}
