/**
 * Conditions that hold for no values: facts of arithmetic, orders, bits and logic.
 *
 * Invariant: no row has undefined behaviour, whatever the operands are. Their type is never narrower than `int`.
 */
import type { Draw } from '../../../choice/index.ts';
import { INT, type IntegerType, LLONG, UINT, ULLONG } from '../ir/types.ts';

/** Parts have semicolons between them, and never hold together. Operands are `A`, `B` and `C`. */
type Rows = readonly string[];

/** For any type. */
const any: Rows = [
  '(A ^ B) == 0; A != B',
  '(~A & A) != 0',
  '(A | ~A) != -1',
  '((A & B) | (A & ~B)) != A',
  '(A ^ B ^ B) != A',
  'A > B; B > A',
  'A > B; B > C; C > A',
  'A < B; B <= C; A == C',
  'A >= B; A != B; A <= B',
  'A == B; B == C; A != C',
  '(A < B) == (A >= B)',
  '(A < B) + (B < A) > 1',
  '(A < B) + (A == B) + (A > B) != 1',
  '(A | 4) == 3',
  '(A & 12) == 3',
  '(A & 7) == 7; !(A & 1)',
  'A & 4; A == 8',
  'A & 4; A < 4; A >= 0',
  'A & B; !A',
  'A == ~B; A & B',
  '(A & B) == -1; A != -1',
  '(A | B) == 0; A != 0 || B != 0',
  '!(A && B); A; B',
  'A || B; !A; !B',
  '!(A || B); A',
  'A == B; (A ^ C) != (B ^ C)',
  '(A ^ B) == A; B',
  '(A ^ B) == C; (A ^ C) != B',
  '(A ^ 5) == 1; A != 4',
  '~A == 4; A != -5',
  '~A == A',
  '!A == A',
  'A ? 0 : A',
  'A; (A ? B : C) != B',
  '(A == B ? A : B) != B',
  '(A != B ? A : B) != A',
  '(A > B ? A : B) < A',
  '(A < B ? A : B) > B',
  '(A > B ? A : B) != A; (A > B ? A : B) != B',
  '(A > 9 ? 9 : A < 3 ? 3 : A) < 3',
  '(A > 9 ? 9 : A < 3 ? 3 : A) == 2',
  '(A < B ? -1 : A > B) == 0; A != B',
  '(A < B ? -1 : A > B) > 0; A <= B',
  'A == 5; B == 5; A != B',
  'A > 10; A < 5',
  'A == 3 || A == 4; A != 3; A != 4',
  'A < 3; B > 7; A == B',
  'A < 3; B > 7; A > B',
  '(A == 1) != (B == 1); A == B',
  'A >> 1 == 4; A < 8',
  'A >> 1 == 4; A > 9',
  '(A & 3) == (B & 3); (A & 1) != (B & 1)',
  '(short)A < (short)B; (short)A == (short)B',
  '(unsigned char)A < (unsigned char)B; (unsigned char)A >= (unsigned char)B',
  '(int)A > (int)B; (int)A == (int)B',
  '(unsigned)A == (unsigned)B; (int)A != (int)B',
  '(signed char)A < 0; !(A & 128)',
  '(unsigned short)A == 7; (unsigned char)A != 7',
  '(double)(A & 7) > 7.0',
  '(int)A < (int)B; (double)(int)A >= (double)(int)B',
  '(int)(double)(int)A != (int)A',
];

/** For unsigned types. */
const natural: Rows = [
  '(A & B) > A',
  '(A | B) < B',
  'A - B > A; B <= A',
  'A > B; A - B == 0',
  'A + B < A; A <= ~B',
  'A > ~B; A + B >= A',
  'A + 1 == B + 1; A != B',
  'A - C == B - C; A != B',
  'A + B == C; C - A != B',
  'A + B == A; B',
  'A - B == A; B',
  'A * 2 == A; A',
  'A == B; A * 3 != B * 3',
  'A * 5 == 10; A != 2',
  'A + 5 == 3; A != -2',
  '-A == 4; A != -4',
  '-A == A; A & 1',
  '(A << 1) & 1',
  'A * 8 % 8',
  '(A * 2 + 1) % 2 == 0',
  'A % 2 == 0; B % 2 == 0; (A + B) % 2',
  'A & 1; A == B * 2',
  'A / 3 > A',
  'A / 3 == 4; A < 12 || A > 14',
  'A / 8 != A >> 3',
  'A % 8 != (A & 7)',
  'A / 4 * 4 > A',
  'A - A % 4 > A',
  'A % (B | 1) >= (B | 1)',
  'A / (B | 1) * (B | 1) + A % (B | 1) != A',
  'A > 100; A / 10 < 10',
  'A > 100; A >> 3 < 12',
  'A - 10 < 5; A > 20',
  'A <= 9; B <= 9; A * B > 81',
  'A <= 9; B <= A; B + 1 > 10',
  'A < 16; B < 16; (A | B) > 15',
  'A >> 4 == B >> 4; A >> 8 != B >> 8',
  '(A & 15) == (B & 15); (A ^ B) & 3',
  '(A | 3) == (B | 3); A >> 2 != B >> 2',
  '((A & 0xff) << 8 >> 8) != (A & 0xff)',
  '(A & 0xff00) != 0; !(A & 0xffff)',
  '(A & -A) > A',
  '(A & (A - 1)) > A',
  '(A & -A) == 3',
  'A & -A & (A - 1)',
  '(A + B) - (A & B) != (A | B)',
  '(A & B) + (A ^ B) != (A | B)',
  '(A < B ? A : B) + (A > B ? A : B) != A + B',
  '(unsigned)A >> 31; (int)A >= 0',
  '!((unsigned)A >> 31); (int)A < 0',
  '((unsigned)A << 8 | (unsigned)A >> 24) == 0; (unsigned)A',
  '__builtin_popcountll(A) == 0; A',
  '__builtin_popcountll(A) > 64',
  '__builtin_ctzll(A | 8) > 3',
  '__builtin_bswap32((unsigned)A) == 0; (unsigned)A',
  '__builtin_bswap32(__builtin_bswap32((unsigned)A)) != (unsigned)A',
];

/** For signed types. The first parts protect the later ones from overflow. */
const signed: Rows = [
  'A < 0; A / 2 > 0',
  'A > 0; A / 3 > A',
  'A >= 0; A % 4 < 0',
  'A % 4 > 3',
  'A >= 0; A >> 3 > A',
  'A >= 0; A % 8 != (A & 7)',
  'A < 0; (A | B) >= 0',
  'A >= 0; B >= 0; (A & B) < 0',
  'A >= 0; B >= 0; (A ^ B) < 0',
  'A < 0; B < 0; (A ^ B) < 0',
  'A > 100; A / 10 < 10',
  'A < -100; A / 10 > -10',
  'B >= 0; A > B; A - B <= 0',
  'B > 0; B < 99; A > 0; A == -B',
  'A > -99; A < 99; (A < 0 ? -A : A) < 0',
  'A > -99; A < 99; (A < 0 ? -A : A) > 98',
  'A > -99; A < 99; A * A < 0',
  '(A < 0 ? -1 : A > 0) == 2',
];

const tables: readonly (readonly [rows: Rows, types: readonly IntegerType[]])[] = [
  [any, [INT, UINT, LLONG, ULLONG]],
  [natural, [UINT, ULLONG]],
  [signed, [INT, LLONG]],
];

/** A statement that would call the dead marker; it evaluates its parts in their order, until one is false. */
export function drawImpossible(draw: Draw, operand: () => string, dead: string): string {
  const [rows, types] = draw.pick(tables);
  const row = draw.pick(rows);
  const type = draw.pick(types).cName;
  const operands = new Map(
    ['A', 'B', 'C'].filter((name) => row.includes(name)).map((name) => [name, operand()]),
  );
  const parts = row.replaceAll(/\b[ABC]\b/g, (name) => `(${type})(${operands.get(name)})`).split('; ');
  const shape = draw.pick(['joined', 'nested', 'denied'] as const);
  if (shape === 'nested') return `${parts.map((part) => `if (${part})`).join(' ')} ${dead}`;
  const all = parts.map((part) => `(${part})`);
  if (shape === 'joined') return `if (${all.join(' && ')}) ${dead}`;
  return `if (${all.map((part) => `!${part}`).join(' || ')}) {} else ${dead}`;
}
