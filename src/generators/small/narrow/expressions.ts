/** Expressions and tests of narrow types: arithmetic with guards, choices, builtins, and short circuits. */
import type { Draw } from '../../../choice/index.ts';
import {
  casted,
  chosen,
  comparedCode,
  constantCode,
  floatOperated,
  isTrue,
  operated,
  read,
  SmallCell,
  type SmallCode,
} from '../code.ts';
import { castText, comparisons, computed, type LaneComparison, type WholeOperator } from '../operations.ts';
import {
  BOOL_LANE,
  F64,
  I32,
  isBitInt,
  type LaneType,
  U32,
  withSign,
  wrapped,
  wrappingName,
} from '../types.ts';
import { helperCall, helpers, WIDE_PRODUCT } from './helpers.ts';
import { drawNarrowConstant, drawNarrowType, isNarrow, type NarrowTypes } from './types.ts';

export interface NarrowContext {
  readonly types: NarrowTypes;
  readonly readable: readonly SmallCode[];
  /** Names of macros that the text needs. */
  readonly helpers: Set<string>;
}

/** A weak symbol that nobody defines: its address is zero, and the compiler does not know this. */
export const weakText = 'extern char there __attribute__((weak));\n';
const isThere: SmallCode = { type: BOOL_LANE, value: () => 0n, text: () => '((_Bool)&there)' };

const arithmetic: readonly WholeOperator[] = ['+', '-', '*', '&', '|', '^'];
const logical: readonly WholeOperator[] = ['&', '|', '^'];
const divisions: readonly WholeOperator[] = ['/', '%'];
const shifts: readonly WholeOperator[] = ['<<', '>>'];

const zero = (type: LaneType): SmallCode => constantCode(type, 0n);
const constantOf = (draw: Draw, type: LaneType): SmallCode =>
  constantCode(type, drawNarrowConstant(draw, type));

/** Both operands in variables, so that the text of a guard does not repeat them. */
function bound(
  left: SmallCode,
  right: SmallCode,
  body: (left: SmallCode, right: SmallCode) => SmallCode,
): SmallCode {
  const [n, d] = [new SmallCell('n', left.type, 0n), new SmallCell('d', right.type, 0n)];
  const inner = body(read(n), read(d));
  return {
    type: inner.type,
    value: () => {
      n.value = left.value();
      d.value = right.value();
      return inner.value();
    },
    text: () =>
      `({ ${left.type.name} n = ${left.text()}; ${right.type.name} d = ${right.text()}; ${inner.text()}; })`,
  };
}

/** An expression of exactly this type. */
export function drawNarrow(draw: Draw, context: NarrowContext, type: LaneType, depth: number): SmallCode {
  return draw.scope('expression', () => {
    if (depth === 0 || !draw.boolean(0.9)) return drawNarrowLeaf(draw, context, type);
    const again = (): SmallCode => drawNarrow(draw, context, type, depth - 1);
    const other = (): SmallCode => drawNarrow(draw, context, drawNarrowType(draw, context.types), depth - 1);
    const test = (): SmallCode => drawNarrowTest(draw, context, depth - 1);
    const operators = type === BOOL_LANE ? logical : arithmetic;
    return draw.weighted<() => SmallCode>([
      [2, () => operated(draw.pick(operators), again(), again())],
      [2, () => operated(draw.pick(operators), again(), constantOf(draw, type))],
      [2, () => casted(type, other())],
      [1, () => chosen(test(), again(), again())],
      [1, () => chosen(test(), again(), constantOf(draw, type))],
      [1, () => ladder(draw, context, type, depth)],
      [2, () => drawDivision(draw, again(), again())],
      [1, () => operated(draw.pick(divisions), again(), constantOf(draw, type))],
      [2, () => drawShift(draw, again(), casted(U32, other()))],
      [
        2,
        () =>
          operated(
            draw.pick(shifts),
            again(),
            constantCode(type, wrapped(type, BigInt(draw.pick(type.bits)))),
          ),
      ],
      [1, () => extreme(draw, again(), again())],
      [1, () => casted(type, test())],
      [type === BOOL_LANE ? 0 : 1, () => negated(draw, again())],
      [canOverflow(type) ? 1 : 0, () => overflowing(draw, context, type, again)],
      [isNarrow(type) ? 0 : 1, () => throughFloat(draw, again(), again())],
      [isBitInt(type) ? 2 : 0, () => drawBuiltin(draw, context, type, again)],
    ])();
  });
}

export function drawNarrowLeaf(draw: Draw, { readable }: NarrowContext, type: LaneType): SmallCode {
  const same = readable.filter((each) => each.type === type);
  return draw.weighted<() => SmallCode>([
    [same.length > 0 ? 6 : 0, () => draw.pick(same)],
    [2, () => casted(type, draw.pick(readable))],
    [1, () => constantOf(draw, type)],
    [type.bits === 1 ? 1 : 0, () => casted(type, isThere)],
  ])();
}

function canOverflow(type: LaneType): boolean {
  return type !== BOOL_LANE && !type.name.startsWith('enum');
}

function negated(draw: Draw, from: SmallCode): SmallCode {
  const { type } = from;
  return draw.boolean()
    ? operated('-', zero(type), from)
    : operated('^', from, constantCode(type, wrapped(type, -1n)));
}

/** A division with a guard that the source writes, or with the guard that the values ask for. */
function drawDivision(draw: Draw, left: SmallCode, right: SmallCode): SmallCode {
  const operator = draw.pick(divisions);
  const isGuarded = draw.boolean();
  return bound(left, right, (n, d) => {
    const quotient = operated(operator, n, d);
    return isGuarded
      ? chosen(comparedCode('!=', d, zero(d.type)), quotient, draw.boolean() ? n : zero(n.type))
      : quotient;
  });
}

function drawShift(draw: Draw, left: SmallCode, amount: SmallCode): SmallCode {
  const [isLeft, isTurned, isGuarded] = [draw.boolean(), draw.boolean(0.3), draw.boolean()];
  const width = constantCode(U32, BigInt(left.type.bits));
  const shifted = (n: SmallCode, sign: WholeOperator, by: SmallCode): SmallCode => shiftedBy(sign, n, by);
  return bound(left, amount, (n, d) => {
    const whole = withSign(n.type, false);
    const by = operated('%', d, width);
    if (isTurned) {
      const [first, back] = [casted(whole, n), operated('%', operated('-', width, by), width)];
      return casted(n.type, operated('|', shifted(first, '<<', by), shifted(first, '>>', back)));
    }
    const sign = isLeft ? '<<' : '>>';
    if (!isGuarded) return shifted(n, sign, by);
    return chosen(comparedCode('<', d, width), shifted(n, sign, d), draw.boolean() ? n : zero(n.type));
  });
}

/** The amount keeps its own type, which may hold more than the left operand's does. */
function shiftedBy(operator: WholeOperator, left: SmallCode, amount: SmallCode): SmallCode {
  const { type } = left;
  let isPlain = true;
  return {
    type,
    value: () => {
      const result = computed(operator, type, left.value() as bigint, amount.value() as bigint);
      if (!result.isPlain) isPlain = false;
      return result.value;
    },
    text: () => {
      const base = isPlain || operator === '>>' ? left.text() : `(${wrappingName(type)})${left.text()}`;
      return `(${castText(type, `${base} ${operator} ${amount.text()}`)})`;
    },
  };
}

function extreme(draw: Draw, left: SmallCode, right: SmallCode): SmallCode {
  const comparison = draw.pick(comparisons);
  return bound(left, right, (n, d) => chosen(comparedCode(comparison, n, d), n, d));
}

/** A chain of choices by one value, of which a compiler may make a switch. */
function ladder(draw: Draw, context: NarrowContext, type: LaneType, depth: number): SmallCode {
  const on = drawNarrowLeaf(draw, context, draw.pick(context.types.narrow));
  const rungs = Array.from(
    { length: 2 + draw.pick(4) },
    () => [constantOf(draw, on.type), constantOf(draw, type)] as const,
  );
  return rungs.reduceRight<SmallCode>(
    (rest, [key, value]) => chosen(comparedCode('==', on, key), value, rest),
    drawNarrow(draw, context, type, depth - 1),
  );
}

/** A sum or product with the flag of its overflow: the result, or another value. */
function overflowing(draw: Draw, context: NarrowContext, type: LaneType, again: () => SmallCode): SmallCode {
  const [operator, word] = draw.pick([
    ['+', 'add'],
    ['-', 'sub'],
    ['*', 'mul'],
  ] as const);
  const operand = (): SmallCode => {
    if (isNarrow(type) || draw.boolean()) return again();
    const others = [...context.types.narrow, ...context.types.wide].filter(canOverflow);
    return drawNarrowLeaf(draw, context, draw.pick(others));
  };
  const [left, right, other] = [operand(), operand(), again()];
  const isAsked = draw.boolean();
  return {
    type,
    value: () => {
      const [a, b] = [left.value() as bigint, right.value() as bigint];
      const exact = operator === '+' ? a + b : operator === '-' ? a - b : a * b;
      const result = wrapped(type, exact);
      return isAsked && result !== exact ? other.value() : result;
    },
    text: () => {
      const operands = `${left.text()}, ${right.text()}`;
      const bits = Math.max(type.bits, left.type.bits + right.type.bits);
      const isWideProduct = operator === '*' && bits > 128;
      if (isWideProduct) context.helpers.add(WIDE_PRODUCT);
      const call = isWideProduct
        ? `${WIDE_PRODUCT}(${type.name}, ${bits + 2}, ${operands}, &r)`
        : `__builtin_${word}_overflow(${operands}, &r)`;
      return isAsked
        ? `({ ${type.name} r; ${call} ? ${other.text()} : r; })`
        : `({ ${type.name} r; ${call}; r; })`;
    },
  };
}

/** A value as a double and back, or the other one if the double is out of range. */
function throughFloat(draw: Draw, from: SmallCode, other: SmallCode): SmallCode {
  const { type } = from;
  const limit = 2 ** (type.bits - (type.isSigned ? 1 : 0));
  const isHalved = draw.boolean(0.3);
  const near = (): number => (casted(F64, from).value() as number) / (isHalved ? 4 : 1);
  return {
    type,
    value: () => (Math.abs(near()) < limit ? BigInt(Math.trunc(near())) : other.value()),
    text: () => {
      const test = `f < 0x1p${Math.log2(limit)} && f > -0x1p${Math.log2(limit)}`;
      return `({ double f = (double)${from.text()}${isHalved ? ' / 4' : ''}; ${test} ? (${type.name})f : ${other.text()}; })`;
    },
  };
}

function drawBuiltin(draw: Draw, context: NarrowContext, type: LaneType, again: () => SmallCode): SmallCode {
  if (draw.boolean(0.3)) return counted(draw, type, again());
  const helper = draw.pick(helpers.filter(({ needsSign }) => needsSign !== true || type.isSigned));
  const operands = Array.from({ length: helper.operands }, (_, at) =>
    at > 0 && draw.boolean(0.4) ? constantOf(draw, type) : again(),
  );
  context.helpers.add(helper.name);
  return {
    type,
    value: () =>
      helper.value(
        type,
        operands.map((each) => each.value() as bigint),
      ),
    text: () =>
      helperCall(
        helper,
        type,
        operands.map((each) => each.text()),
      ),
  };
}

/** The count of leading or trailing zeros; a drawn number if the value is zero. */
function counted(draw: Draw, type: LaneType, from: SmallCode): SmallCode {
  const whole = withSign(type, false);
  const [isLeading, otherwise] = [draw.boolean(), draw.pick(9)];
  const zeros = (value: bigint): number => {
    const digits = value.toString(2);
    return isLeading ? type.bits - digits.length : digits.length - digits.replace(/0+$/, '').length;
  };
  return {
    type,
    value: () => {
      const value = wrapped(whole, from.value() as bigint);
      return wrapped(type, BigInt(value === 0n ? otherwise : zeros(value)));
    },
    text: () =>
      `(${castText(type, `__builtin_${isLeading ? 'clzg' : 'ctzg'}((${whole.name})${from.text()}, ${otherwise})`)})`,
  };
}

/** A test; its value is 0 or 1. */
export function drawNarrowTest(draw: Draw, context: NarrowContext, depth: number): SmallCode {
  return draw.scope('test', () => {
    const type = drawNarrowType(draw, context.types);
    const deeper = Math.max(0, depth);
    const one = (of = type): SmallCode => drawNarrow(draw, context, of, deeper);
    const again = (): SmallCode =>
      deeper > 0 ? drawNarrowTest(draw, context, deeper - 1) : truth(draw.pick(context.readable));
    return draw.weighted<() => SmallCode>([
      [3, () => comparedCode(draw.pick(comparisons), one(), constantOf(draw, type))],
      [2, () => comparedCode(draw.pick(comparisons), one(), one())],
      [4, () => shortCircuit(draw.pick(['&&', '||']), again(), again())],
      [2, () => anyOf(draw, one())],
      [1, () => within(draw, one())],
      [1, () => truth(one())],
      [1, () => comparedCode('==', one(), zero(type))],
      [1, () => operated(draw.pick(logical), casted(BOOL_LANE, again()), casted(BOOL_LANE, again()))],
      [1, () => drawFloatTest(draw, context, deeper)],
      [1, () => bitTest(draw, one())],
      [1, () => memberTest(draw, one())],
    ])();
  });
}

function truth(of: SmallCode): SmallCode {
  return { type: I32, value: () => (isTrue(of) ? 1n : 0n), text: () => `(!!${of.text()})` };
}

export function inverse(of: SmallCode): SmallCode {
  return { type: I32, value: () => (isTrue(of) ? 0n : 1n), text: () => `(!${of.text()})` };
}

/**
 * The right operand is evaluated only if the left one asks for it. Otherwise C may leave its behaviour
 * undefined.
 */
function shortCircuit(operator: '&&' | '||', left: SmallCode, right: SmallCode): SmallCode {
  return {
    type: I32,
    value: () => {
      const holds = operator === '&&' ? isTrue(left) && isTrue(right) : isTrue(left) || isTrue(right);
      return holds ? 1n : 0n;
    },
    text: () => `(${left.text()} ${operator} ${right.text()})`,
  };
}

/** One value compared with several, which may become a switch or a test of bits. */
function anyOf(draw: Draw, of: SmallCode): SmallCode {
  const isAny = draw.boolean(0.7);
  const keys = Array.from({ length: 2 + draw.pick(4) }, () => constantOf(draw, of.type));
  const comparison: LaneComparison = isAny ? '==' : '!=';
  return bound(of, keys[0]!, (n, d) =>
    keys
      .map((key, at) => comparedCode(comparison, n, at === 0 ? d : key))
      .reduce((rest, each) => shortCircuit(isAny ? '||' : '&&', rest, each)),
  );
}

function within(draw: Draw, of: SmallCode): SmallCode {
  const [from, to] = [constantOf(draw, of.type), constantOf(draw, of.type)];
  const [isStrict, isAll] = [draw.boolean(), draw.boolean(0.7)];
  return bound(of, from, (n, d) =>
    shortCircuit(
      isAll ? '&&' : '||',
      comparedCode(isStrict ? '>' : '>=', n, d),
      comparedCode(isStrict ? '<' : '<=', n, to),
    ),
  );
}

function drawFloatTest(draw: Draw, context: NarrowContext, depth: number): SmallCode {
  const to = draw.pick(context.types.floats);
  const from = (): SmallCode => casted(to, drawNarrow(draw, context, draw.pick(context.types.narrow), depth));
  const values = [0, 2.5, 0.5, -1, 1, 3, 7, 8, -4, -4.5] as const;
  const right = draw.boolean()
    ? constantCode(to, draw.pick(values))
    : floatOperated(draw.pick(['+', '-', '*']), from(), from());
  return comparedCode(draw.pick(comparisons), from(), right);
}

/** A bit of a number that the compiler knows. */
function bitTest(draw: Draw, of: SmallCode): SmallCode {
  const bits = constantCode(U32, BigInt(draw.integer(1, 0xffff)));
  const at = operated('&', casted(U32, of), constantCode(U32, 31n));
  const bit = shiftedBy('<<', constantCode(U32, 1n), at);
  return comparedCode('!=', operated('&', bit, bits), zero(U32));
}

const strings = ['abc', '\x01\x02\x05', '\0\x03\x07', '\x01\x03\x05\x07', '\x10\x01'] as const;

/** A value among the characters of a string, as `memchr` looks for it. */
function memberTest(draw: Draw, of: SmallCode): SmallCode {
  const all = draw.pick(strings);
  const count = 1 + draw.pick(all.length);
  const codes = Array.from({ length: all.length }, (_, at) => all.charCodeAt(at));
  const text = codes.map((code) => `\\${code.toString(8).padStart(3, '0')}`).join('');
  return {
    type: I32,
    value: () => {
      const code = Number(BigInt.asUintN(8, of.value() as bigint));
      return codes.slice(0, count).includes(code) ? 1n : 0n;
    },
    text: () => `(__builtin_memchr("${text}", (int)${of.text()}, ${count}) != 0)`,
  };
}
