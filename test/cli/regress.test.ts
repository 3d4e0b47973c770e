/** A patch with a bug, the compiler against itself, and questions that make no sense. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import type { ReviewVerdict } from '../../src/session/review/review.ts';
import { isAll } from '../runs.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fakeContext } from './fake-context.ts';

/** Every shift to the right by a constant forgets the sign. */
const patch = `--- a/llvm/lib/Transforms/InstCombine/InstCombineShifts.cpp
+++ b/llvm/lib/Transforms/InstCombine/InstCombineShifts.cpp
@@ -1666,4 +1666,7 @@
${' '}
 Instruction *InstCombinerImpl::visitAShr(BinaryOperator &I) {
+  Value *Shifted;
+  if (match(&I, m_AShr(m_Value(Shifted), m_ImmConstant())))
+    return BinaryOperator::CreateLShr(Shifted, I.getOperand(1));
   if (Value *V = simplifyAShrInst(I.getOperand(0), I.getOperand(1), I.isExact(),
                                   SQ.getWithInstruction(&I)))
`;

interface Told {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function regress(cwd: string, ...words: readonly string[]): Promise<Told> {
  const { context, output } = fakeContext(undefined, cwd);
  const code = await runCli(commands, ['regress', ...words], { ...context, env: process.env }, '1.2.3');
  return { code, ...output };
}

describe('cgfuzz regress', { timeout: 900_000 }, () => {
  it('finds what a patch breaks, and says how much of the change was looked at', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'shifts.diff'), patch);
    const small = ['--source', 'loom language=c size=1KB', '--programs', '3', '--review', '0s'];
    let said = '';
    let told: Told = { code: 0, stdout: '', stderr: '' };
    // Comparing has a share of the time: a slow machine needs more tests. The same command goes on.
    for (let execs = 60; execs <= 480 && !said.includes('found: wrong code'); execs *= 2) {
      told = await regress(cwd, 'clang-19', '--patch', 'shifts.diff', ...small, '--execs', String(execs));
      said += told.stderr;
    }
    const { code, stdout } = told;
    expect(said).toContain('found: wrong code');
    expect(stdout).toContain('clang-19-patched+shifts against clang-19-stock: ');
    expect(stdout).toMatch(/reached \d+ of the \d+ edges that are looked at/);
    expect(stdout).toMatch(/made other code of \d+ of \d+ tests/);
    const [, regressions = ''] = stdout.split('regressions (clang-19-stock does these right):');
    expect(regressions.split('\n\n')[0]).toMatch(/^ {2}\w+ {2}wrong code: InstCombine/m);
    expect(code).toBe(1);
  });

  // It builds LLVM's passes for seeds, beside the compiler.
  it.runIf(isAll)('reviews a patch to LLVM before the campaign, and once', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'shifts.diff'), patch);
    const words = ['clang-19', '--patch', 'shifts.diff', '--review', '3s', '--execs', '3', '--programs', '0'];
    const { code, stdout } = await regress(cwd, ...words, '--source', 'loom language=c size=500B', '--json');
    const { review } = JSON.parse(stdout) as { review: ReviewVerdict };
    expect(review.faults.some(({ kind, passes }) => kind === 'wrong' && passes === 'instcombine')).toBe(true);
    expect(code).toBe(1);
    const again = await regress(cwd, ...words, '--source', 'loom language=c size=500B', '--json');
    expect(JSON.parse(again.stdout)).not.toHaveProperty('review');
  });

  it('finds no regression in a compiler that is held against itself', async () => {
    const small = ['--source', 'loom language=c size=500B', '--execs', '4', '--programs', '3', '--json'];
    const { code, stdout } = await regress(temporaryFolder(), 'gcc-12', 'gcc-12', ...small);
    const verdict = JSON.parse(stdout) as object;
    expect(verdict).toMatchObject({ findings: [], code: { programs: 3, size: 1, refusedByNew: 0 } });
    expect(code).toBe(0);
  });

  it.each([
    [['gcc-12'], 'gcc-12 is to be compared with nothing'],
    [['clang-19', 'gcc-12', '--patches', 'p'], '--patches changes clang-19, and gcc-12 is another compiler'],
    [['clang-19', '--patch', 'p', '--patches', 'q'], '--patch and --patches are two changes'],
    [['clang-19', '--patch', 'missing.diff'], 'there is no file or folder missing.diff'],
    [['gcc-16', '--patch', 'missing.diff'], 'as `git diff` writes them in the source of GCC'],
    [['gcc-11', 'gcc-12'], 'gcc-11'],
  ])('refuses %j', async (words, why) => {
    const { code, stderr } = await regress(temporaryFolder(), ...words);
    expect(stderr).toContain(why);
    expect(code).toBe(2);
  });
});
