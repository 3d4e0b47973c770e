/** The lines of a patch, in a source that has moved since. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changedLines, sourceOfGcc } from '../../../src/target/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const name = 'llvm/lib/Analysis/Some.cpp';
const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
/** Adds two lines after line 10, and takes line 21 away. */
const patch = `diff --git a/${name} b/${name}
--- a/${name}
+++ b/${name}
@@ -9,3 +9,5 @@ somewhere
 line 9
 line 10
+new
+newer
 line 11
@@ -20,3 +22,2 @@
 line 20
-line 21
 line 22
diff --git a/llvm/test/Analysis/some.ll b/llvm/test/Analysis/some.ll
--- a/llvm/test/Analysis/some.ll
+++ b/llvm/test/Analysis/some.ll
@@ -1,1 +1,1 @@
-; old
+; new
`;

function changedIn(source: readonly string[]): unknown {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'llvm/lib/Analysis'), { recursive: true });
  writeFileSync(join(folder, name), source.join('\n'));
  writeFileSync(join(folder, 'some.diff'), patch);
  return changedLines(join(folder, 'some.diff'), folder).map(({ file, from, to }) => [file, from, to]);
}

it('names the changed lines of each hunk as the patched file numbers them, without those of tests', () => {
  expect(changedIn(lines)).toEqual([
    ['Some.cpp', 11, 12],
    ['Some.cpp', 23, 23],
  ]);
});

it('finds a hunk in a source that has other lines before it', () => {
  expect(changedIn(['// a', '// b', '// c', ...lines])).toEqual([
    ['Some.cpp', 14, 15],
    ['Some.cpp', 26, 26],
  ]);
});

it('believes the patch if its lines stand nowhere', () => {
  expect(changedIn(['something else'])).toEqual([
    ['Some.cpp', 11, 12],
    ['Some.cpp', 23, 23],
  ]);
});

it('names the changed lines of a patch for gcc', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'vrp.diff'),
    patch.replaceAll(name, 'gcc/tree-vrp.cc').replace(/^diff --git a.llvm.test[^]*/m, ''),
  );
  const [first] = changedLines(join(folder, 'vrp.diff'), undefined, sourceOfGcc);
  expect(first).toEqual({ file: 'tree-vrp.cc', from: 11, to: 12 });
});
