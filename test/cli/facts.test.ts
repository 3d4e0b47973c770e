/** The command `facts`: what it says of a program, and of a file that is none. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cgfuzz, type Said } from './cgfuzz.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const program = `#include <stdio.h>
int main(void) {
  if (0)
    puts("never");
  puts("always");
  return 3;
}
`;

const tell = (text: string, ...flags: string[]): Promise<Said> => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.c'), text);
  return cgfuzz(folder, 'facts', 'a.c', ...flags);
};

describe('cgfuzz facts', () => {
  it('says how much runs and what must be printed', async () => {
    const { code, stdout } = await tell(program);
    expect(code).toBe(0);
    expect(stdout).toBe('functions:  1\nstatements: 5, of which 4 ran\nexit code:  3\nprints:\n  always\n');
  });

  it('marks lines', async () => {
    const { stdout } = await tell(program, '--listing');
    expect(stdout.split('\n').map((line) => line.slice(0, 6).trimEnd())).toEqual([
      '  #inc',
      '+ int',
      '+   if',
      '-',
      '+   pu',
      '+   re',
      '  }',
      '',
    ]);
  });

  it('says why there is no run', async () => {
    const { code, stdout } = await tell('int main(void) { for (;;) ; }');
    expect(code).toBe(1);
    expect(stdout).toContain('no run:     it makes more steps');
  });

  it('names what clang says of a text that is no program', async () => {
    const { code, stderr } = await tell('int main(void) { return x; }');
    expect(code).toBe(2);
    expect(stderr).toContain('clang cannot parse it');
    expect(stderr).toContain("use of undeclared identifier 'x'");
  });

  it('says that it reads C, if it is given LLVM IR', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.ll'), 'define void @f() {\n  ret void\n}\n');
    const { code, stderr } = await cgfuzz(folder, 'facts', 'a.ll');
    expect(code).toBe(2);
    expect(stderr).toContain('facts are of C programs, and a.ll is LLVM IR');
  });
});
