/** Types and constants of LLVM IR, as the source `ir` writes them. */
import type { Draw } from '../../choice/index.ts';

export interface IrType {
  readonly text: string;
  readonly kind: 'integer' | 'float';
  /** Bits of one lane. */
  readonly bits: number;
  /** 1 for a scalar. */
  readonly lanes: number;
}

export function integerType(bits: number, lanes: number = 1): IrType {
  return { text: inLanes(`i${bits}`, lanes), kind: 'integer', bits, lanes };
}

export function floatType(bits: number, lanes: number = 1): IrType {
  return { text: inLanes(bits === 32 ? 'float' : 'double', lanes), kind: 'float', bits, lanes };
}

function inLanes(element: string, lanes: number): string {
  return lanes === 1 ? element : `<${lanes} x ${element}>`;
}

/** The type of a comparison's result: one bit for each lane. */
export function conditionType({ lanes }: IrType): IrType {
  return integerType(1, lanes);
}

export function laneTypeOf({ kind, bits }: IrType): IrType {
  return kind === 'integer' ? integerType(bits) : floatType(bits);
}

/** Suffix of an intrinsic's name for a type, as in `llvm.umax.v4i32`. */
export function overloadOf({ kind, bits, lanes }: IrType): string {
  return `${lanes === 1 ? '' : `v${lanes}`}${kind === 'integer' ? 'i' : 'f'}${bits}`;
}

/** The usual widths most often; odd widths and vectors are where back ends legalise types. */
export function drawType(draw: Draw): IrType {
  return draw.weighted(drawnTypes);
}

export function drawIntegerType(draw: Draw): IrType {
  return draw.weighted(drawnTypes.filter(([, { kind }]) => kind === 'integer'));
}

export function drawFloatType(draw: Draw): IrType {
  return draw.weighted(drawnTypes.filter(([, { kind }]) => kind === 'float'));
}

const drawnTypes: readonly (readonly [weight: number, type: IrType])[] = [
  [8, integerType(32)],
  [6, integerType(64)],
  [4, integerType(8)],
  [4, integerType(16)],
  [3, integerType(1)],
  [1, integerType(128)],
  [1, integerType(33)],
  [1, integerType(7)],
  [3, floatType(32)],
  [3, floatType(64)],
  [3, integerType(32, 4)],
  [2, integerType(64, 2)],
  [2, integerType(16, 8)],
  [2, integerType(8, 16)],
  [1, integerType(1, 4)],
  [1, integerType(24, 3)],
  [2, floatType(32, 4)],
  [1, floatType(64, 2)],
];

/** A constant without its type. */
export function irConstant(draw: Draw, type: IrType): string {
  const one = (): string => (type.kind === 'integer' ? integer(draw, type.bits) : draw.pick(floats));
  if (type.lanes === 1) return draw.boolean(0.03) ? draw.pick(['poison', 'undef']) : one();
  const element = laneTypeOf(type).text;
  return draw.weighted([
    [2, () => 'zeroinitializer'],
    [2, () => lanesOf(type.lanes, element, one())],
    [2, () => `<${Array.from({ length: type.lanes }, () => `${element} ${one()}`).join(', ')}>`],
    [0.1, () => 'poison'],
  ])();
}

function lanesOf(lanes: number, element: string, value: string): string {
  return `<${Array.from({ length: lanes }, () => `${element} ${value}`).join(', ')}>`;
}

/** Small numbers, powers of two and their neighbours: constants that patterns of optimisers ask for. */
function integer(draw: Draw, bits: number): string {
  if (bits === 1) return draw.pick(['false', 'true']);
  return draw.weighted([
    [4, () => String(draw.integer(0, Math.min(9, 2 ** (bits - 1) - 1)))],
    [2, () => '-1'],
    [
      3,
      () =>
        String(BigInt.asIntN(bits, (1n << BigInt(draw.integer(0, bits - 1))) - BigInt(draw.integer(0, 2)))),
    ],
    [1, () => String(BigInt.asIntN(bits, BigInt(draw.integer(-1_000_000, 1_000_000))))],
  ])();
}

/** IR writes constants that decimals cannot spell by the bits of a double, also for `float`. */
const floats = [
  '0.0',
  '1.0',
  '-0.0',
  '-1.0',
  '0.5',
  '2.0',
  '1.0e+10',
  '0x7FF0000000000000',
  '0xFFF0000000000000',
  '0x7FF8000000000000',
];
