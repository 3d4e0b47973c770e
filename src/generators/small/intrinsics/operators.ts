/** Operators of vectors as if they were intrinsics: macros over lanes of four widths. */
import type { Intrinsic } from './family.ts';

const lanes = { 8: 'signed char', 16: 'short', 32: 'int', 64: 'long long' } as const;
const binary = { both: '&&', either: '||', equal: '==', less: '<', atLeast: '>=', mixed: '^' } as const;
const VECTOR = '__m128i';

const names = Object.keys(lanes).flatMap((bits) =>
  Object.keys(binary).map((word) => ({ bits, word, name: `${word}${bits}` })),
);

/** C knows `&&` and `||` for numbers alone, so these are for C++. */
export const operators: readonly Intrinsic[] = names.map(({ name }) => ({
  name,
  result: VECTOR,
  operands: [{ type: VECTOR }, { type: VECTOR }],
  isArithmetic: false,
}));

export const operatorsHead: string = [
  ...Object.entries(lanes).map(
    ([bits, type]) => `typedef ${type} lanes${bits} __attribute__((vector_size(16)));\n`,
  ),
  ...names.map(
    ({ bits, word, name }) =>
      `#define ${name}(a, b) ((${VECTOR})((lanes${bits})(a) ${binary[word as keyof typeof binary]} (lanes${bits})(b)))\n`,
  ),
].join('');
