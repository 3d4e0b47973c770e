import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz, type Said } from './cgfuzz.ts';

const folder = temporaryFolder(afterAll);

function litmus(text: string): Promise<Said> {
  writeFileSync(join(folder, 'a.litmus'), text);
  return cgfuzz(folder, 'litmus', 'a.litmus');
}

const thread = (body: string): string =>
  `C t\n{ }\nP0 (atomic_int* x, atomic_int* y) { ${body} }\nexists (x=1)\n`;

describe('cgfuzz litmus', () => {
  it('says of the example of its page what the page says', async () => {
    const page = readFileSync('docs/litmus.md', 'utf8');
    const test = /```c\n([^]*?)```/.exec(page)![1]!;
    const shown = /\$ cgfuzz litmus MP.litmus\n([^]*?)```/.exec(page)![1]!;
    const { code, stdout } = await litmus(test);
    expect(stdout.trimEnd()).toBe(shown.trimEnd());
    expect(code).toBe(0);
  });

  it('reads the short notation, and tells what is only tolerated', async () => {
    const { stdout } = await litmus('LB: Rx.rlx=1 Wy1rlx | Ry.rlx=1 Wx1rlx\n');
    expect(stdout).toContain('What it asks for is only tolerated.');
    expect(stdout).toContain('breaks no thin air');
  });

  it('names two accesses that race, and gives no outcomes of such a program', async () => {
    const { code, stdout } = await litmus(
      'C race\n{ }\nP0 (int* x) { *x = 1; }\nP1 (int* x) { int r0 = *x; }\nexists (1:r0=1)\n',
    );
    expect(stdout).toContain('It races: a write of x in thread 0 and a read of x in thread 1.');
    expect(stdout).not.toContain('allowed');
    expect(code).toBe(1);
  });

  it('judges a claim about all outcomes', async () => {
    const text = 'C q\n{ [x]=3; }\nP0 (atomic_int* x) { atomic_fetch_add(x, 2); }\n';
    expect((await litmus(`${text}forall (x=5)`)).stdout).toContain('What it claims is true.');
    expect((await litmus(`${text}~exists (x=5)`)).stdout).toContain('What it claims is false.');
  });

  it('judges what a compiler makes of it, and shows the code', async () => {
    writeFileSync(join(folder, 'sb.litmus'), 'SB: Wx1rlx Az0ar Ry.rlx=0 | Wy1rlx Az0ar Rx.rlx=0\n');
    const bad = await cgfuzz(folder, 'litmus', 'sb.litmus', '--compiler', 'clang-19 -O2');
    expect(bad.stdout).toContain(
      'clang-19 -O2: wrong\n  its code can show what C forbids: 0:r0=0; 1:r0=0;\n',
    );
    expect(bad.code).toBe(1);
    const good = await cgfuzz(folder, 'litmus', 'sb.litmus', '--compiler', 'gcc-12 -O2');
    expect(good.stdout).toMatch(/gcc-12 -O2: kept\n[^]*lock (addl|orl) \$0, z\(%rip\)/);
    expect(good.code).toBe(0);
  });

  it('runs what a compiler makes of it, and counts', async () => {
    writeFileSync(join(folder, 'kept.litmus'), 'SB: Wx1sc Ry.sc=0 | Wy1sc Rx.sc=0\n');
    const ran = await cgfuzz(folder, 'litmus', 'kept.litmus', '--compiler', 'gcc-12 -O2', '--run', '100ms');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^run: [\d,]+ rounds/m);
    expect(ran.stdout).not.toContain('<-- forbidden');
    const alone = await cgfuzz(folder, 'litmus', 'kept.litmus', '--run', '1s');
    expect(alone.stderr).toContain('--run runs what a compiler made');
    const elsewhere = ['--compiler', 'clang-19 --target=aarch64-linux-gnu -O2', '--run', '100ms'];
    const other = await cgfuzz(folder, 'litmus', 'kept.litmus', ...elsewhere);
    expect(other.stdout).toContain('not run: its code is for another machine');
  });

  it('needs no headers of a C library for another machine', async () => {
    writeFileSync(join(folder, 'sb.litmus'), 'SB: Wx1rlx Az0ar Ry.rlx=0 | Wy1rlx Az0ar Rx.rlx=0\n');
    const judged = await cgfuzz(
      folder,
      'litmus',
      'sb.litmus',
      '--compiler',
      'clang-19 --target=riscv64-linux-gnu -O2',
    );
    expect(judged.stderr).toBe('');
    expect(judged.stdout).toContain('clang-19 --target=riscv64-linux-gnu -O2: ');
  });

  it('says what is wrong with the command of the compiler', async () => {
    writeFileSync(join(folder, 'sb.litmus'), 'SB: Wx1sc Ry.sc=0 | Wy1sc Rx.sc=0\n');
    expect((await cgfuzz(folder, 'litmus', 'sb.litmus', '--compiler', ' ')).stderr).toContain(
      '--compiler names no compiler',
    );
    expect((await cgfuzz(folder, 'litmus', 'sb.litmus', '--compiler', 'clang-19 -fnope')).stderr).toContain(
      'clang-19 -fnope does not compile the test',
    );
  });

  it.each([
    ['int main(void) { }', 'line 1: this is no C litmus test'],
    ['C t\n{ }\nexists (x=1)', 'line 3: expected a thread'],
    [
      thread('atomic_store_explicit(x, 1, memory_order_acquire);'),
      'a store cannot have memory_order_acquire',
    ],
    [
      thread('int r = atomic_load_explicit(x, memory_order_relased);'),
      'no memory order is called memory_order_relased',
    ],
    [thread('atomic_store(z, 1);'), 'z is no parameter of this thread'],
    [thread('atomic_nand(x, 1);'), 'no function is called atomic_nand'],
    [thread('x = 1;'), 'x is a pointer'],
    [thread(''), 'P0 does nothing'],
    ['C t\n{ }\nP0 (atomic_int* x) { atomic_store(x, 1); }\nexists (0:r9=1)', 'thread 0 never sets r9'],
    [
      'C t\n{ }\nP0 (atomic_int* x) { atomic_store(x, 1);\nexists (x=1)',
      'line 4: no function is called exists',
    ],
    ['MP: Wx1rel Ry.rel=1', '"Ry.rel=1": a read cannot be rel'],
    ['MP: Wx1fast', 'no order is called "fast"'],
    ['MP: Wx1rlx | | Ry.rlx=1', 'thread 1 of "MP" does nothing'],
    [`big: ${'Wx1rlx '.repeat(40)}`, '41 events'],
  ])('refuses in one line, with no stack: %s', async (text, said) => {
    const { code, stderr, stdout } = await litmus(text);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(/ at .*\.ts:/);
  });
});
