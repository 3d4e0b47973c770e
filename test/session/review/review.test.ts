/** A review of a patch that is wrong for some constants: the patch's own test shows it, and the answer says how. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { foldersFor, testsOfPatch } from '../../../src/session/review/tests-of-patch.ts';
import type { ReviewVerdict } from '../../../src/session/review/review.ts';
import { isAll } from '../../runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** It takes a range for a test of bits if the limit is a power of two and one more. */
const patch = `--- a/llvm/lib/Analysis/CmpInstAnalysis.cpp
+++ b/llvm/lib/Analysis/CmpInstAnalysis.cpp
@@ -115,7 +115,7 @@
     break;
   case ICmpInst::ICMP_ULT:
     // X <u 2^n is equivalent to (X & ~(2^n-1)) == 0.
-    if (!C->isPowerOf2())
+    if (!C->isPowerOf2() && !(*C - 1).isPowerOf2())
       return false;
     Mask = -*C;
     Pred = ICmpInst::ICMP_EQ;
--- /dev/null
+++ b/llvm/test/Transforms/InstCombine/bit-test-of-range.ll
@@ -0,0 +1,9 @@
+; RUN: opt < %s -passes=instcombine -S | FileCheck %s
+
+define i1 @below_five(i32 %x) {
+  %low = icmp ult i32 %x, 5
+  %bit = and i32 %x, 16
+  %clear = icmp eq i32 %bit, 0
+  %both = and i1 %low, %clear
+  ret i1 %both
+}
`;

const cgfuzz = (words: readonly string[], cwd: string) =>
  execa(process.execPath, [join(process.cwd(), 'dist/cli/main.js'), ...words], { cwd, reject: false });

describe('the review of a patch', () => {
  // It builds LLVM's passes twice, for minutes. The source of seeds, tested beside, takes one such build.
  it.runIf(isAll)(
    'shows the function of its own test that it makes wrong, and what the rewrite needs',
    async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'bit-test.patch'), patch);
      const { exitCode, stdout, stderr } = await cgfuzz(
        ['review', 'bit-test.patch', '--time', '4s', '--format', 'json'],
        folder,
      );
      expect(exitCode, stderr).toBe(1);
      const verdict = JSON.parse(stdout) as ReviewVerdict;
      const own = verdict.faults.find(({ seed }) => seed.endsWith('bit-test-of-range.ll:below_five'));
      expect(own).toMatchObject({ kind: 'wrong', passes: 'instcombine', changes: [] });
      expect(own?.before).toContain('icmp ult i32 %x, 5');
      expect(own?.after).not.toContain('icmp ult i32 %x, 5');
      expect(verdict.testsOfPatch).toBe(1);
      expect(verdict.folders).toEqual(['InstCombine', 'InstSimplify']);
      expect(verdict.notReached).toEqual([]);
      const commuted = verdict.generalises.find(({ variant }) => variant === 'commuted');
      expect(commuted?.asked).toBeGreaterThan(0);
    },
    600_000,
  );

  it('refuses a file that is not there, and a commit of no checkout', async () => {
    const folder = temporaryFolder();
    const missing = await cgfuzz(['review', 'none.diff'], folder);
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain('there is no file none.diff');
    const commit = await cgfuzz(['review', 'HEAD', '--git', 'nowhere'], folder);
    expect(commit.stderr).toContain('there is no folder nowhere');
  });
});

describe('the tests of a patch', () => {
  it('are new files, and changed files as the patch leaves them', async () => {
    const tree = temporaryFolder();
    const into = temporaryFolder();
    const name = 'llvm/test/Transforms/GVN/old.ll';
    mkdirSync(join(tree, 'llvm/test/Transforms/GVN'), { recursive: true });
    writeFileSync(join(tree, name), 'one\ntwo\n');
    const changed = `--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n`;
    const { signal } = new AbortController();
    const { files, left } = await testsOfPatch(patch + changed, { tree, into, signal });
    expect(left).toEqual([]);
    expect(files).toHaveLength(2);
    expect(readFileSync(join(into, name), 'utf8')).toBe('one\nthree\n');
    const added = join(into, 'llvm/test/Transforms/InstCombine/bit-test-of-range.ll');
    expect(readFileSync(added, 'utf8')).toMatch(/^; RUN: opt[^]*\n}\n$/);
  });

  it('that do not fit are told, and tried as they are', async () => {
    const into = temporaryFolder();
    const name = 'llvm/test/Transforms/GVN/gone.ll';
    const changed = `--- a/${name}\n+++ b/${name}\n@@ -1,1 +1,1 @@\n-two\n+three\n`;
    const { signal } = new AbortController();
    expect(await testsOfPatch(changed, { tree: into, into, signal })).toEqual({ files: [], left: [name] });
    expect(existsSync(join(into, name))).toBe(false);
  });

  it('have the folder of the pass beside them', () => {
    const known = ['GVN', 'InstCombine', 'LICM', 'LoopVectorize'];
    expect(foldersFor(['llvm/lib/Transforms/Scalar/GVN.cpp'], known)).toEqual(['GVN']);
    expect(foldersFor(['llvm/lib/Transforms/Vectorize/VPlan.cpp'], known)).toEqual(['LoopVectorize']);
    expect(foldersFor(['llvm/lib/IR/Core.cpp'], known)).toEqual([]);
  });
});
