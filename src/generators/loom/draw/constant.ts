/**
 * Constants: patterns of bits, and numbers that compilers treat specially.
 *
 * A constant is a pattern with parameters; its value follows from these, its type, and earlier constants.
 * Zero is the simplest constant.
 */
import type { Constant } from '../ir/nodes.ts';
import { type IntegerType, integerTypes } from '../ir/types.ts';
import { hashOfText } from '../policy/profile.ts';
import { type ConstantPattern, constantPatterns } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import type { Drawing } from './drawing.ts';
import { bestOf } from './visibles.ts';

/**
 * Number of recent constants that a new constant can refer to. Each has a ticket, so that removing a constant
 * affects only its own uses.
 */
const REUSABLE = 10;
const TICKETS = 64;
const WORD = 64;

const variations = [
  (value: bigint) => value,
  (value: bigint) => -value,
  (value: bigint) => ~value,
  (value: bigint) => value + 1n,
  (value: bigint) => value - 1n,
  (value: bigint, type: IntegerType) => type.max - value,
  (value: bigint, type: IntegerType) => BigInt(type.bits) - value,
] as const;

/** If the type of the data is known, there is no question about the type. */
export function drawConstant(drawing: Drawing, of?: IntegerType): Constant {
  return drawing.draw.scope('constant', () => {
    const isFree = !drawing.switches.has('patterns');
    const pattern = isFree ? 'random' : drawing.choose('constant pattern', constantPatterns);
    const type = of ?? drawing.draw.pick(drawing.types);
    const value = convert(patternValue(drawing, pattern, type), type);
    drawing.constants.push({ value, identity: hashOfText(value.toString(36)) });
    return { kind: 'constant', type, value };
  });
}

function patternValue({ draw, constants }: Drawing, pattern: ConstantPattern, type: IntegerType): bigint {
  switch (pattern) {
    case 'small':
      return BigInt(draw.integer(-16, 16));
    case 'limit': {
      const of = draw.pick(integerTypes);
      return draw.boolean() ? of.min : of.max;
    }
    case 'power':
      return (1n << BigInt(draw.pick(WORD))) - (draw.boolean() ? 1n : 0n);
    case 'width':
      return BigInt(type.bits) - BigInt(draw.pick(3));
    case 'end-bits': {
      const bits = BigInt(draw.pick(WORD));
      const low = (1n << bits) - 1n;
      return draw.boolean() ? low << (BigInt(WORD) - bits) : low;
    }
    case 'block':
      return ((1n << BigInt(draw.pick(WORD))) - 1n) << BigInt(draw.pick(WORD));
    case 'reused': {
      const reused = bestOf(constants.slice(-REUSABLE), draw.pick(TICKETS));
      const vary = draw.pick(variations);
      return vary(reused?.value ?? 0n, type);
    }
    case 'random':
      return draw.integer(-(1n << 63n), (1n << 63n) - 1n);
  }
}
