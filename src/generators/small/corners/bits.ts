/** Steps that count, reverse, turn and saturate bits. */
import type { Draw } from '../../../choice/index.ts';
import { castText, computed } from '../operations.ts';
import { type LaneType, largestOf, leastOf, withSign, wrapped } from '../types.ts';
import type { Slot } from './shapes.ts';
import { operandSlot, partner, type CornerStep, type StepContext } from './step.ts';

interface BitOperation {
  readonly value: (type: LaneType, left: bigint, right: bigint) => bigint;
  /** The text of a lane from its operands; undefined if C has none for the type. */
  readonly text: (type: LaneType, left: string, right: string) => string | undefined;
  /** The name after `__builtin_elementwise_`, which clang has. */
  readonly elementwise?: string;
  /** True if the operation takes two operands. */
  readonly isBinary?: boolean;
}

const unsignedName = (type: LaneType): string => withSign(type, false).name;
const unsignedOf = ({ bits }: LaneType, value: bigint): bigint => BigInt.asUintN(bits, value);
const bitsText = (type: LaneType, value: bigint): string =>
  unsignedOf(type, value).toString(2).padStart(type.bits, '0');
const isUpTo64 = ({ bits, isPromoted, name }: LaneType): boolean =>
  bits <= 64 && (isPromoted || !name.includes('BitInt'));

const operations: readonly BitOperation[] = [
  {
    value: (type, left) => BigInt(bitsText(type, left).replaceAll('0', '').length),
    text: (type, left) =>
      isUpTo64(type) ? `__builtin_popcountll((${unsignedName(type)})${left})` : undefined,
    elementwise: 'popcount',
  },
  {
    value: (type, left) => BigInt(type.bits - unsignedOf(type, left).toString(2).replace(/^0$/, '').length),
    text: (type, left) =>
      isUpTo64(type)
        ? `${left} == 0 ? ${type.bits} : __builtin_clzll((${unsignedName(type)})${left}) - ${64 - type.bits}`
        : undefined,
  },
  {
    value: (type, left) => wrapped(type, BigInt(`0b${bitsText(type, left).split('').toReversed().join('')}`)),
    text: (type, left) => reversed(type, left),
    elementwise: 'bitreverse',
  },
  {
    value: (type, left) => {
      const bytes = unsignedOf(type, left)
        .toString(16)
        .padStart(type.bits / 4, '0')
        .match(/../g)!;
      return wrapped(type, BigInt(`0x${bytes.toReversed().join('')}`));
    },
    text: (type, left) =>
      isUpTo64(type) && type.bits >= 16 ? `__builtin_bswap${type.bits}(${left})` : undefined,
  },
  {
    isBinary: true,
    value: (type, left, right) => {
      const amount = ((right % BigInt(type.bits)) + BigInt(type.bits)) % BigInt(type.bits);
      const whole = unsignedOf(type, left);
      return wrapped(type, (whole << amount) | (whole >> (BigInt(type.bits) - amount)));
    },
    text: (type, left, right) => turned(type, left, right),
  },
  ...(['+', '-'] as const).map((operator): BitOperation => ({
    isBinary: true,
    value: (type, left, right) => {
      const exact = operator === '+' ? left + right : left - right;
      return exact < leastOf(type) ? leastOf(type) : exact > largestOf(type) ? largestOf(type) : exact;
    },
    text: (type, left, right) => saturated(type, operator, left, right),
    elementwise: operator === '+' ? 'add_sat' : 'sub_sat',
  })),
];

/** A loop over the bits, which compilers recognise or not. */
function reversed(type: LaneType, left: string): string {
  const name = unsignedName(type);
  return `({ ${name} from = (${name})${left}, to = 0; for (int k = 0; k < ${type.bits}; k++) { to = (${name})(to << 1 | (from & 1)); from = (${name})(from >> 1); } to; })`;
}

function turned(type: LaneType, left: string, right: string): string | undefined {
  if ((type.bits & (type.bits - 1)) !== 0) return undefined;
  const name = unsignedName(type);
  const [from, by] = [`(${name})${left}`, `(${right} & ${type.bits - 1})`];
  return `(${name})(${from} << ${by}) | (${name})(${from} >> (-${by} & ${type.bits - 1}))`;
}

function saturated(type: LaneType, operator: '+' | '-', left: string, right: string): string | undefined {
  if (!isUpTo64(type)) return undefined;
  const word = operator === '+' ? 'add' : 'sub';
  const [most, least] = [largestOf(type), leastOf(type) + (type.isSigned ? 1n : 0n)];
  const suffix = type.isSigned ? 'LL' : 'ULL';
  const low = type.isSigned ? `-${-least}${suffix} - 1` : '0';
  const isLow = !type.isSigned ? (operator === '+' ? '0' : '1') : `${left} < 0`;
  return `({ ${type.name} sum; __builtin_${word}_overflow(${left}, ${right}, &sum) ? (${type.name})(${isLow} ? ${low} : ${most}${suffix}) : sum; })`;
}

export function bitStep(draw: Draw, context: StepContext): CornerStep | undefined {
  const left = operandSlot(draw, context);
  const right: Slot = partner(draw, context, left);
  const { value, text, elementwise, isBinary } = draw.pick(operations);
  const { type } = left;
  if (type.kind === 'float' || type.bits < 8 || context.shape === 'complex') return undefined;
  if (text(type, 'a', 'b') === undefined) return undefined;
  const lanes = left.lanes.map(
    (lane, at) =>
      computed('|', type, wrapped(type, value(type, lane as bigint, right.lanes[at] as bigint)), 0n).value,
  );
  const operands = isBinary ? `${left.name}, ${right.name}` : left.name;
  return {
    type,
    lanes,
    lane: (at) => castText(type, text(type, context.textOf(left, at), context.textOf(right, at))!),
    vector:
      elementwise !== undefined && context.shape === 'vector'
        ? `__builtin_elementwise_${elementwise}(${operands})`
        : undefined,
    isForClang: true,
  };
}
