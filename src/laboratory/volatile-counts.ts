/**
 * Counts of accesses to volatile data, which no optimisation may change.
 *
 * The arguments of a configuration alone say that its builds count. Linking then adds a unit that defines the
 * functions that the compiler calls, and prints the counts after the program's own output. So a difference in
 * counts is compared, bisected and reduced like any other output.
 * Invariant: a program's truth says nothing of such a build.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instrumentationFolder } from '../build/index.ts';
import type { Program } from '../program/index.ts';

const SANITIZER = '-fsanitize=thread';

/** Arguments for builds that count. */
export const countingWords: Readonly<Record<string, readonly string[] | undefined>> = {
  clang: [SANITIZER, '-mllvm', '-tsan-distinguish-volatile=1'],
  gcc: [SANITIZER, '--param=tsan-distinguish-volatile=1'],
};

/** The name of the unit, which no generator uses. */
const UNIT = 'volatile-counts.c';

/** The unit that counts, to compile without optimisation and to link with a test. */
export function countingUnit(): { readonly path: string; readonly text: string } {
  return { path: UNIT, text: readFileSync(join(instrumentationFolder, 'volatile', UNIT), 'utf8') };
}

export function countsAccesses(args: readonly string[]): boolean {
  return args.includes(SANITIZER) && args.some((arg) => arg.endsWith('-distinguish-volatile=1'));
}

/** The program with the unit that counts beside it. */
export function withCountingUnit(program: Program): Program {
  const { path, text } = countingUnit();
  const files = [...program.files, { path, bytes: Buffer.from(text) }];
  return { ...program, files, beside: [...(program.beside ?? []), path] };
}
