/**
 * Csmith's option space: the size of a program, and the features that it may use.
 *
 * Most of Csmith's options are switches. A program without a feature reaches other code than a program with a
 * little of everything. Small programs cost a fiftieth of default ones, and at first they reach more per
 * second.
 */
import { join } from 'node:path';
import type { Draw } from '../choice/index.ts';
import { choicesFolder } from '../source/index.ts';

/** Features that are on by default. */
const switches: readonly string[] = [
  'argc',
  'arrays',
  'bitfields',
  'comma-operators',
  'compound-assignment',
  'consts',
  'divs',
  'embedded-assigns',
  'pre-incr-operator',
  'pre-decr-operator',
  'post-incr-operator',
  'post-decr-operator',
  'unary-plus-operator',
  'jumps',
  'longlong',
  'int8',
  'uint8',
  'math64',
  'inline-function',
  'muls',
  'packed-struct',
  'pointers',
  'structs',
  'unions',
  'volatiles',
  'volatile-pointers',
  'const-pointers',
  'builtins',
  'global-variables',
  'addr-taken-of-locals',
];

/** Features that are off by default. */
const extras: readonly string[] = [
  'float',
  'enable-access-once',
  'const-as-condition',
  'strict-const-arrays',
];

const NO_GLOBALS = '--no-global-variables';
const NO_LOCALS_ADDRESSED = '--no-addr-taken-of-locals';

const SWITCHED = 0.25;

type Size = Readonly<Record<string, readonly [min: number, max: number]>>;

const small: Size = {
  'max-funcs': [1, 3],
  'max-block-depth': [1, 3],
  'max-block-size': [1, 4],
  'max-expr-complexity': [2, 10],
};
const medium: Size = {
  'max-funcs': [2, 6],
  'max-block-depth': [2, 4],
  'max-block-size': [2, 5],
  'max-array-dim': [1, 3],
  'max-pointer-depth': [1, 4],
};

/**
 * Options of every program. The seed does not matter, but without this option Csmith would draw and print a
 * seed. The programs have no comments about draws, so that for reduction equal code is equal text.
 */
export const csmithArgs: readonly string[] = ['--seed', '1', '--concise'];

/**
 * The warnings are about things that Csmith does on purpose. One warning is an error since gcc 14: a program
 * with floats passes pointers to floats as pointers to characters.
 */
export const quietCsmithArgs: readonly string[] = ['-w', '-Wno-incompatible-pointer-types'];

/** Our own header comes first; it keeps the checksum of a program away from the optimiser. */
export const csmithCompilerArgs: readonly string[] = [
  ...quietCsmithArgs,
  `-I${join(choicesFolder, 'headers', 'csmith')}`,
  '-I/usr/include/csmith',
];

export function csmithOptions(draw: Draw): readonly string[] {
  const chosen: string[] = [];
  const size = draw.weighted<Size | undefined>([
    [4, undefined],
    [3, small],
    [2, medium],
  ]);
  for (const [name, [min, max]] of Object.entries(size ?? {}))
    chosen.push(`--${name}`, String(draw.integer(min, max)));
  if (draw.boolean(0.5)) {
    for (const name of switches) if (draw.boolean(SWITCHED)) chosen.push(`--no-${name}`);
    for (const name of extras) if (draw.boolean(SWITCHED)) chosen.push(`--${name}`);
    // The flag forbids conversions of floating point to integers that cannot hold the value. A Csmith without
    // the patch makes such conversions even with the flag.
    if (chosen.includes('--float')) chosen.push('--strict-float');
    // Without both, a pointer has no possible target, and Csmith ends with a failed assertion.
    if (chosen.includes(NO_GLOBALS)) return chosen.filter((option) => option !== NO_LOCALS_ADDRESSED);
  }
  return chosen;
}
