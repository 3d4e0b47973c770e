/** Floating point that rounds: compiled programs print what is known, and the known numbers are those of IEEE 754. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import {
  applyRounded,
  bitsOfRounded,
  fromBits,
  fromInteger,
} from '../../../src/generators/loom/truth/rounding.ts';
import { presetOf } from '../../../src/generators/loom/policy/switches.ts';
import { C, CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const switches = ['rounding'] as const;
const having = /bits_of_(?:double|float)\(/;
const strict = ['-ffp-contract=off', '-fno-math-errno'];

describe('floating point that rounds', () => {
  it.each(usualCompilers)('is right when $compiler compiles it', { timeout: 120_000 }, async (chosen) => {
    const programs = programsOf({ rules: chosen.rules, switches, count: runs(4, 20), having });
    await expectTruth({ ...chosen, flags: [...chosen.flags, ...strict] }, programs);
  });

  it('has each operation, end and origin, for single numbers and in loops', () => {
    const text = programsOf({ rules: C, switches, count: 60, having })
      .map((each) => each.text)
      .join('\n');
    for (const form of [
      /double v\d = v\d \* v\d;/,
      /float v\d = v\d \/ /,
      /v\d\[n\] = v\d\[n\] - v\d\[n\];/,
      /__builtin_sqrtf?\(__builtin_fabs/,
      /= double_of_bits\(/,
      /= float_of_bits\(/,
      /= \(float\)\(unsigned long long\)/,
      /s = v\d\[n\] \+ s;/,
      /s = v\d\[n\] < s \? v\d\[n\] : s;/,
      /5e-324/,
    ])
      expect(text).toMatch(form);
  });

  it('is in no preset', () => {
    for (const rules of [C, CPP17]) expect(presetOf('all', rules).has('rounding')).toBe(false);
  });
});

describe('known numbers', () => {
  it('of float are rounded once, also those of integers that no double holds', () => {
    // One more than the middle of two floats, which a double rounds to the middle.
    const above = (1n << 60n) + (1n << 36n) + 1n;
    expect(fromInteger(above, 'float')).toBe(2 ** 60 + 2 ** 37);
    expect(Math.fround(Number(above))).toBe(2 ** 60);
    expect(fromInteger(-above, 'float')).toBe(-(2 ** 60) - 2 ** 37);
  });

  it.each(['double', 'float'] as const)('of %s are those that gcc computes', (format) => {
    const pairs = highBits.flatMap((a) => highBits.map((b) => [a, b] as const));
    const calls = pairs.flatMap(([a, b]) => signs.map((_, i) => `show(${i}, ${a}ULL, ${b}ULL);`));
    const known = pairs.flatMap(([a, b]) =>
      signs.map((sign) => {
        const value = applyRounded(sign, fromBits(a, format), fromBits(b, format), format);
        return String(bitsOfRounded(value, format));
      }),
    );
    expect(printedBy(gccProgram(format, calls))).toEqual(known);
  });
});

const signs = ['+', '-', '*', '/', 'sqrt', 'least', 'whole'] as const;

/** Numbers of usual size, denormal, huge, and infinite, in both halves, so that each format has all of them. */
const highBits = [0x3ff8n, 0x0001n, 0x8000n, 0x7fefn, 0x4340n, 0xc059n, 0x7f7fn, 0x7ff0n].map(
  (high, i) =>
    (high << 48n) | ((0x9e37n * BigInt(i)) << 32n) | (high << 16n) | ((0x79b9n * BigInt(i)) & 0xffffn),
);

/** A program of C with all operations; the names of its types are those of the format. */
function gccProgram(format: 'double' | 'float', calls: readonly string[]): string {
  const [bits, suffix] = format === 'double' ? ['unsigned long long', ''] : ['unsigned', 'f'];
  return `#include <stdio.h>
#include <string.h>
static void show(int k, ${bits} x, ${bits} y) {
  volatile ${format} a, b;
  ${format} r = 0;
  ${bits} z;
  memcpy((void *)&a, &x, sizeof a);
  memcpy((void *)&b, &y, sizeof b);
  switch (k) {
  case 0: r = a + b; break;
  case 1: r = a - b; break;
  case 2: r = a * b; break;
  case 3: r = a / b; break;
  case 4: r = __builtin_sqrt${suffix}(__builtin_fabs${suffix}(a)); break;
  case 5: r = a < b ? a : b; break;
  default: r = a > -1e9 && a < 1e9 ? (${format})(int)a : a;
  }
  memcpy(&z, &r, sizeof z);
  printf("%llu\\n", r == r ? (unsigned long long)z : 0);
}
int main(void) { ${calls.join('\n')} }
`;
}

function printedBy(text: string): string[] {
  const program = join(temporaryFolder(), 'program');
  const args = [...strict, '-w', '-x', 'c', '-', '-o', program];
  expect(spawnSync('gcc-12', args, { input: text, encoding: 'utf8' })).toMatchObject({ status: 0 });
  return spawnSync(program, { encoding: 'utf8' }).stdout.trim().split('\n');
}
