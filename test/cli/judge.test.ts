import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rotateModule } from '../oracle/ir/rotate.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz } from './cgfuzz.ts';

const folder = temporaryFolder(afterAll);
writeFileSync(join(folder, 'rotate.ll'), rotateModule);
writeFileSync(join(folder, 'right.c'), 'int main(void) { return 3; }\n');
const passes = ['--passes', 'instcombine<no-verify-fixpoint>', '--compiler', 'clang-19'];

describe('cgfuzz judge', () => {
  it('says what a module does, and which rule it breaks after a pass', async () => {
    const right = await cgfuzz(folder, 'judge', 'rotate.ll');
    expect(right.stdout).toMatch(/^it breaks no rule \(\d+ instructions\)$/m);
    expect(right.code).toBe(0);
    const { stdout, code } = await cgfuzz(folder, 'judge', 'rotate.ll', ...passes);
    expect(stdout).toMatch(/^before the passes: it breaks no rule/m);
    expect(stdout).toContain(
      'after the passes: undefined behaviour: The value poison violates noundef attribute.',
    );
    expect(stdout).toContain('broken rule: poison: llvm.fshl argument range');
    expect(code).toBe(1);
  });

  it('is a test for reducers with --expect: 0 for this fault, 1 for any other answer', async () => {
    const expecting = async (fault: string): Promise<number | undefined> =>
      (await cgfuzz(folder, 'judge', 'rotate.ll', ...passes, '--expect', fault)).code;
    expect(await expecting('poison')).toBe(0);
    expect(await expecting('poison:llvm.fshl argument range')).toBe(0);
    expect(await expecting('poison:add nsw')).toBe(1);
    expect(await expecting('output')).toBe(1);
  });

  it('judges what a compiler makes of a program', async () => {
    const { stdout, code } = await cgfuzz(folder, 'judge', 'right.c', '--compiler', 'clang-19 -O2', '--json');
    const { verdict, before, after } = JSON.parse(stdout) as Record<string, Record<string, unknown>>;
    expect(verdict).toBe('right');
    expect(before).toMatchObject({ kind: 'ok', does: 'exit 3\n' });
    expect(after).toMatchObject({ kind: 'ok', does: 'exit 3\n' });
    expect(code).toBe(0);
  });

  it('refuses a compiler that has no IR of LLVM, and says which has', async () => {
    const { stderr, code } = await cgfuzz(folder, 'judge', 'right.c', '--compiler', 'gcc-12 -O2');
    expect(stderr).toContain('gcc-12 writes no IR of LLVM');
    expect(stderr).toContain('name a clang');
    expect(code).toBe(2);
  });

  it('ends with 2 if nothing can be said', async () => {
    writeFileSync(
      join(folder, 'nobody.ll'),
      'declare void @f()\ndefine i32 @main() {\n  call void @f()\n  ret i32 0\n}\n',
    );
    const { stdout, code } = await cgfuzz(folder, 'judge', 'nobody.ll');
    expect(stdout).toContain('nothing is known: the judge does not know call void @f()');
    expect(code).toBe(2);
  });
});
