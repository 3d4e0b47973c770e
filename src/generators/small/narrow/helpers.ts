/** Builtins on types of any width: what each gives, and a macro for compilers that lack it. */
import { largestOf, leastOf, type LaneType, withSign, wrapped } from '../types.ts';

interface Helper {
  readonly name: string;
  readonly operands: 1 | 2 | 3;
  readonly needsSign?: true;
  readonly value: (type: LaneType, operands: readonly bigint[]) => bigint;
  /** Text of the operands `a`, `b` and `c`; T is the type, U its unsigned one, and N the width. */
  readonly otherwise: string;
}

function clamped(type: LaneType, value: bigint): bigint {
  const [least, largest] = [leastOf(type), largestOf(type)];
  return value < least ? least : value > largest ? largest : value;
}

function funnel(type: LaneType, [high = 0n, low = 0n, by = 0n]: readonly bigint[], isLeft: boolean): bigint {
  const width = BigInt(type.bits);
  const both = (BigInt.asUintN(type.bits, high) << width) | BigInt.asUintN(type.bits, low);
  const amount = BigInt.asUintN(type.bits, by) % width;
  return wrapped(type, isLeft ? (both << amount) >> width : both >> amount);
}

function bitsOf(type: LaneType, value: bigint): string[] {
  return BigInt.asUintN(type.bits, value).toString(2).padStart(type.bits, '0').split('');
}

const saturated = (word: string, onLow: string): string =>
  `({ T p = a, q = b, s; __builtin_${word}_overflow(p, q, &s) ? ((T)-1 > 0 ? (T)${onLow} : (T)((U)((U)-1 >> 1) + (U)(p < 0))) : s; })`;
const shifted = (first: string, second: string, none: string): string =>
  `({ U p = (U)(a), q = (U)(b); unsigned k = (unsigned)((U)(c) % N); k ? (T)(U)((U)(p ${first}) | (U)(q ${second})) : (T)${none}; })`;

export const helpers: readonly Helper[] = [
  {
    name: 'add_sat',
    operands: 2,
    value: (type, [a = 0n, b = 0n]) => clamped(type, a + b),
    otherwise: saturated('add', '-1'),
  },
  {
    name: 'sub_sat',
    operands: 2,
    value: (type, [a = 0n, b = 0n]) => clamped(type, a - b),
    otherwise: saturated('sub', '0'),
  },
  {
    name: 'min',
    operands: 2,
    value: (_, [a = 0n, b = 0n]) => (a < b ? a : b),
    otherwise: '({ T p = a, q = b; p < q ? p : q; })',
  },
  {
    name: 'max',
    operands: 2,
    value: (_, [a = 0n, b = 0n]) => (a > b ? a : b),
    otherwise: '({ T p = a, q = b; p > q ? p : q; })',
  },
  {
    name: 'fshl',
    operands: 3,
    value: (type, operands) => funnel(type, operands, true),
    otherwise: shifted('<< k', '>> (N - k)', 'p'),
  },
  {
    name: 'fshr',
    operands: 3,
    value: (type, operands) => funnel(type, operands, false),
    otherwise: shifted('<< (N - k)', '>> k', 'q'),
  },
  {
    name: 'popcount',
    operands: 1,
    value: (type, [a = 0n]) => wrapped(type, BigInt(bitsOf(type, a).filter((bit) => bit === '1').length)),
    otherwise: '(T)__builtin_popcountg((U)(a))',
  },
  {
    name: 'bitreverse',
    operands: 1,
    value: (type, [a = 0n]) => wrapped(type, BigInt(`0b${bitsOf(type, a).toReversed().join('')}`)),
    otherwise:
      '({ U p = (U)(a), r = 0; for (int k = 0; k < N; k++) { r = (U)(r << (N > 1)) | (U)(p & 1); p = (U)(p >> (N > 1)); } (T)r; })',
  },
  {
    name: 'abs',
    operands: 1,
    needsSign: true,
    value: (type, [a = 0n]) => wrapped(type, a < 0n ? -a : a),
    otherwise: '({ T p = a; (T)(p < 0 ? (U)-(U)p : (U)p); })',
  },
];

/** A product with the flag of its overflow: clang has no builtin for more than 128 bits. */
export const WIDE_PRODUCT = 'wide_product';
const wideProduct = `#ifdef __clang__
#define ${WIDE_PRODUCT}(T, N, a, b, r) ({ _BitInt(N) all = (_BitInt(N))(a) * (_BitInt(N))(b); *(r) = (T)all; all != *(r); })
#else
#define ${WIDE_PRODUCT}(T, N, a, b, r) __builtin_mul_overflow(a, b, r)
#endif
`;

/** The macros with these names. */
export function helperText(names: ReadonlySet<string>): string {
  const product = names.has(WIDE_PRODUCT) ? wideProduct : '';
  return (
    product +
    helpers
      .filter(({ name }) => names.has(name))
      .map(({ name, operands, otherwise }) => {
        const given = ['a', 'b', 'c'].slice(0, operands);
        const head = `#define ${name}(T, U, N, ${given.join(', ')})`;
        const builtin = `__builtin_elementwise_${name}`;
        const call = `${builtin}(${given.map((each) => `(T)(${each})`).join(', ')})`;
        return `#if defined __clang__ && __has_builtin(${builtin})\n${head} ${call}\n#else\n${head} ${otherwise}\n#endif\n`;
      })
      .join('')
  );
}

export function helperCall({ name }: Helper, type: LaneType, operands: readonly string[]): string {
  return `${name}(${[type.name, withSign(type, false).name, String(type.bits), ...operands].join(', ')})`;
}
