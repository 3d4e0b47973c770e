/** Types of a few bits or of many, and the values at their edges. */
import type { Draw } from '../../../choice/index.ts';
import {
  bitInt,
  BOOL_LANE,
  F64,
  floats,
  I32,
  type LaneType,
  largestOf,
  leastOf,
  literalText,
  plainWholes,
  U64,
  whole,
  wrapped,
} from '../types.ts';

export interface NarrowTypes {
  /** Types of parameters, conditions and counters, the simplest first. */
  readonly narrow: readonly LaneType[];
  /** Further types of variables and results. */
  readonly wide: readonly LaneType[];
  readonly floats: readonly LaneType[];
}

const widths = [3, 1, 2, 4, 5, 6, 7] as const;
const wideWidths = [9, 12, 15, 17, 24, 31, 33, 48] as const;
/** The widest parameter, of which a bit-field may take a part. */
const MOST_BITS = 7;

/** Packed, so that each is a `char` to both compilers. */
const enums: readonly LaneType[] = [whole('enum few', 8, false, 'none'), whole('enum both', 8, true, 'none')];
export const enumText = `enum __attribute__((packed)) few { FEW0, FEW1, FEW7 = 7 };
enum __attribute__((packed)) both { LOW = -4, MID = 0, HIGH = 3 };
`;

/** Signed types of one bit are newer than C23. */
function bitInts(of: readonly number[]): LaneType[] {
  return of.flatMap((bits) => [bitInt(bits, false), ...(bits === 1 ? [] : [bitInt(bits, true)])]);
}

export function narrowTypes(parts: ReadonlySet<string>): NarrowTypes {
  const hasBits = parts.has('bitint');
  const chars = plainWholes.filter(({ bits }) => bits === 8);
  return {
    narrow: [...(hasBits ? bitInts(widths) : chars), BOOL_LANE, ...enums],
    wide: [...plainWholes, ...(hasBits ? bitInts(wideWidths) : [])],
    floats: [
      F64,
      ...floats.filter(({ name }) => name === 'float' || (name === '_Float16' && parts.has('half'))),
    ],
  };
}

/** Widths about the limbs of 64 bits, and the limits at which compilers choose another way. */
const manyWidths = [129, 65, 127, 128, 130, 160, 191, 192, 193, 255, 256, 257, 320, 383, 511, 575] as const;

/** Types of more bits than a machine word; gcc has them, and clang has them for x86. */
export const manyBitTypes: NarrowTypes = {
  narrow: bitInts(manyWidths),
  wide: [...plainWholes, BOOL_LANE, ...bitInts([17, 31, 33, 48, 63, 64])],
  floats: [F64],
};

/** A type of which all values fit into a table. */
export function isNarrow({ bits }: LaneType): boolean {
  return bits <= 16;
}

const FEW = 8n;

/** All values of a type that has few; otherwise the edges of the type, its middle, and one more. */
export function edgeValuesOf(draw: Draw, type: LaneType): bigint[] {
  const [least, largest] = [leastOf(type), largestOf(type)];
  const count = largest - least + 1n;
  if (count <= FEW) return Array.from({ length: Number(count) }, (_, at) => least + BigInt(at));
  if (!isNarrow(type))
    return [...new Set([largest, least, 0n, drawnWord(draw, type), drawnWord(draw, type)])];
  const drawn = least + BigInt(draw.pick(Number(count)));
  return [...new Set([largest, least, 0n, 1n, largest - 1n, least + 1n, wrapped(type, -1n), drawn])];
}

/** Random bits at one place, with zeros or ones around them. */
function drawnWord(draw: Draw, type: LaneType): bigint {
  const word = draw.integer(-(1n << 63n), (1n << 63n) - 1n);
  const at = BigInt(draw.pick(type.bits));
  return wrapped(type, draw.boolean(0.3) ? (word * word * word) << (at / 2n) : word << at);
}

export function drawNarrowConstant(draw: Draw, type: LaneType): bigint {
  const [least, largest] = [leastOf(type), largestOf(type)];
  if (type.bits === 1) return draw.boolean() ? largest : 0n;
  const value = draw.pick<() => bigint>([
    () => 0n,
    () => 1n,
    () => largest,
    () => least,
    () => largest - 1n,
    () => BigInt(draw.pick(9)),
    () => 1n << BigInt(draw.pick(isNarrow(type) ? Math.min(type.bits, 31) : type.bits)),
    () => -1n,
    () => (type.bits > U64.bits ? drawnWord(draw, type) : BigInt(draw.integer(0, 1 << 20))),
  ])();
  return wrapped(type, value);
}

/** A constant whose type follows from its place: a label, or an element of an array. */
export function constantText(type: LaneType, value: bigint): string {
  return type.bits > U64.bits ? literalText(type, value) : String(value);
}

/** Mostly a narrow type. */
export function drawNarrowType(draw: Draw, { narrow, wide }: NarrowTypes): LaneType {
  return draw.pick(draw.boolean(0.25) ? wide : narrow);
}

/** A part of a structure: its declaration, the type that an expression has of it, and its values. */
export interface BitField {
  readonly text: (name: string) => string;
  readonly type: LaneType;
  readonly kept: (value: bigint) => bigint;
}

export function drawBitField(draw: Draw, { narrow }: NarrowTypes): BitField {
  const large = narrow.filter(({ name, bits }) => name.includes('BitInt(7)') || bits > U64.bits);
  const base = draw.pick([undefined, ...large, BOOL_LANE]);
  const isSigned = base === undefined ? draw.boolean() : base.isSigned;
  const most = base !== undefined && base.bits > U64.bits ? base.bits : MOST_BITS;
  const bits = base === BOOL_LANE ? 1 : 1 + draw.pick(most);
  const name = base?.name ?? (isSigned ? 'int' : 'unsigned');
  return {
    text: (field) => `${name} ${field} : ${bits};`,
    // C reads a bit-field that an int can hold as an int.
    type: base ?? I32,
    kept: (value) => (isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)),
  };
}
