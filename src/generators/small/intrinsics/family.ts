/** Intrinsics of a machine: the types of their values, and how programs draw, hide and compare such values. */
import { execFileSync } from 'node:child_process';

import type { Draw } from '../../../choice/index.ts';
import { numberText } from './numbers.ts';

export interface Intrinsic {
  readonly name: string;
  readonly result: string;
  readonly operands: readonly IntrinsicOperand[];
  /** Arithmetic of floats makes NaNs, whose signs and other bits are left open: only the last step may be such. */
  readonly isArithmetic: boolean;
}

export interface IntrinsicOperand {
  readonly type: string;
  /** The texts of the constants, if the operand has to be one of them. */
  readonly constants?: readonly string[];
  /** The only value that leaves nothing undefined. */
  readonly value?: string;
}

export type LaneKind = 'whole' | 'half' | 'float' | 'double';

export interface ValueType {
  readonly kind: LaneKind;
  readonly isVector: boolean;
  /** The constraint of an `asm` for a register that holds the value. */
  readonly register: string;
  readonly value: (draw: Draw) => string;
  /** A statement that stores a value whose size no compiler knows. */
  readonly store?: (place: string, value: string) => string;
}

export interface Family {
  /** Lines that programs begin with. */
  readonly head: string;
  /** Flags of the extensions that the intrinsics need and the machine has. */
  readonly flags: readonly string[];
  readonly types: ReadonlyMap<string, ValueType>;
  /** In the order of their names. */
  readonly all: readonly Intrinsic[];
}

/** The intrinsic, once its types say whether it is arithmetic. */
export function madeIntrinsic(
  declared: Omit<Intrinsic, 'isArithmetic'>,
  types: ReadonlyMap<string, ValueType>,
  arithmetic: RegExp,
): Intrinsic {
  const { name, result, operands } = declared;
  const isOfFloats = [result, ...operands.map(({ type }) => type)].some(
    (type) => (types.get(type)?.kind ?? 'whole') !== 'whole',
  );
  return { ...declared, isArithmetic: isOfFloats && arithmetic.test(name) };
}

/** The texts of the numbers from `least` to `most`, which many operands share. */
export function constantsTo(most: number, least = 0): readonly string[] {
  const key = `${least} ${most}`;
  const texts = shared.get(key) ?? Array.from({ length: most - least + 1 }, (_, index) => `${least + index}`);
  shared.set(key, texts);
  return texts;
}
const shared = new Map<string, readonly string[]>();

/** Types of numbers by their bytes. */
export function numberTypes(bytesOf: Readonly<Record<string, number>>): [string, ValueType][] {
  return Object.entries(bytesOf).map(([type, bytes]) => [
    type,
    {
      kind: 'whole',
      isVector: false,
      register: 'r',
      value: (draw) => `(${type})${numberText(draw, 8 * bytes)}`,
    },
  ]);
}

/** The text that a compiler makes of an included header; throws if the compiler cannot. */
export function headerText(compiler: string, header: string, words: readonly string[]): string {
  return execFileSync(compiler, ['-E', ...words, '-x', 'c', '-include', header, '/dev/null'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1e9,
  });
}
