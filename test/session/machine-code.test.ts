/** Machine code of functions: a wrong code of LLVM 23 is seen, and right code is kept. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { SeedsRun } from '../../src/session/review/seeds-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** LLVM 23 compares with `2^64` for x86-64, see `docs/trophies/clang-int128-vector-compare`. */
const compared = `define <2 x i128> @compared(<2 x i128> %x) {
  %c = icmp sge <2 x i128> %x, splat (i128 1)
  %s = sext <2 x i1> %c to <2 x i128>
  ret <2 x i128> %s
}
`;

/** Odd types, memory, a global, a result of several parts: each as the interpreter has it. */
const right = `@sum = global i32 7
define { i33, i8 } @parts(i33 %x, ptr noundef nonnull dereferenceable(16) %p, <3 x i16> %v) {
  %e = extractelement <3 x i16> %v, i32 2
  %w = zext i16 %e to i33
  %a = xor i33 %x, %w
  %l = load i32, ptr %p, align 1
  %o = load i32, ptr @sum
  %n = add i32 %l, %o
  store i32 %n, ptr %p, align 1
  %t = trunc i32 %n to i8
  %r = insertvalue { i33, i8 } poison, i33 %a, 0
  %s = insertvalue { i33, i8 } %r, i8 %t, 1
  ret { i33, i8 } %s
}
`;

/** LLVM 23 makes a count of bits of it, see `docs/trophies/clang-popcount-mask`. */
const sums = `; RUN: opt -passes=aggressive-instcombine -S < %s
define i32 @sums(i32 %x) {
  %a = and i32 %x, 1431655765
  %b = lshr i32 %x, 1
  %c = and i32 %b, 1431655765
  %d = add i32 %c, %a
  %e = and i32 %d, 858993459
  %g = lshr i32 %d, 2
  %h = and i32 %g, 858993459
  %i = add i32 %h, %e
  %j = and i32 %i, 252645135
  %k = lshr i32 %i, 4
  %l = add i32 %k, %j
  %m = and i32 %l, 16711935
  %n = lshr i32 %l, 8
  %o = and i32 %n, 16711935
  %p = add i32 %o, %m
  %q = and i32 %p, 65535
  %r = lshr i32 %p, 16
  %s = add i32 %q, %r
  ret i32 %s
}
`;

async function judged(
  text: string,
  ...more: readonly string[]
): Promise<{ exitCode: number | undefined } & SeedsRun> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'test.ll'), text);
  const words = ['seeds', 'test.ll', '--unmutated', '--time', '5s', '--format', 'json', ...more];
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [join(process.cwd(), 'dist/cli/main.js'), ...words],
    { cwd: folder, reject: false },
  );
  expect(stderr).not.toContain('Error');
  return { exitCode, ...(JSON.parse(stdout) as SeedsRun) };
}

describe('machine code of functions', () => {
  it('is wrong if a comparison has another constant, and the report has both results', async () => {
    const { exitCode, faults } = await judged(compared);
    expect(exitCode).toBe(1);
    expect(faults[0]).toMatchObject({ kind: 'wrong', seed: 'test.ll:compared', changes: [] });
    expect(faults[0]!.why).toMatch(/^result, byte \d+: .* for .* \| args /);
    expect(faults[0]!.passes).toContain('llc -O');
  }, 300_000);

  it('is kept if results and memory are what the interpreter has', async () => {
    const { exitCode, counts } = await judged(right);
    expect(counts.kinds).toEqual({ kept: 6 });
    expect(exitCode).toBe(0);
  }, 300_000);
});

it('what passes make is wrong if sums of bits become their count', async () => {
  const { exitCode, faults } = await judged(sums, '--of', 'passes');
  expect(exitCode).toBe(1);
  expect(faults[0]).toMatchObject({ kind: 'wrong', seed: 'test.ll:sums', changes: [] });
  expect(faults[0]!.after).toContain('@llvm.ctpop.i32(');
}, 300_000);

it('of tests that are not there is refused', async () => {
  const { exitCode, stderr } = await execa(
    process.execPath,
    [join(process.cwd(), 'dist/cli/main.js'), 'seeds', 'none.ll'],
    { reject: false },
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain('there is no file none.ll');
});
