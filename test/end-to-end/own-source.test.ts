/** A module of one's own, with a function or an arbitrary in it: checked, run, interrupted, reported and reduced. */
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa, type Options } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const folder = temporaryFolder(afterAll);
symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));

// oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
const cgfuzz = (args: readonly string[], options: Options = {}) =>
  execa('node', [main, ...args], { reject: false, cwd: folder, ...options });

const about = "summary: 'for a test', language: 'c'";
const module = (file: string, text: string): void => writeFileSync(join(folder, file), text);

module(
  'sums.mjs',
  `export default { name: 'sums', ${about}, promises: 'defined', generate(draw) {
    const terms = [];
    while (terms.length < 40) {
      const term = draw.scope('term', () =>
        draw.boolean(0.9) ? draw.integer(0, 99) + 'u ' + draw.pick(['+', '^', '*']) : undefined);
      if (term === undefined) break;
      terms.push(term);
    }
    return 'unsigned sum(unsigned x) { return ' + terms.join(' x + ') + ' x; }\\nint main(void) { return 0; }\\n';
  } };`,
);
module(
  'arrays.mts',
  `import fc from 'fast-check';
  import type { Draw } from 'cgfuzz';
  const numbers = fc.array(fc.nat(99), { minLength: 1, maxLength: 20 });
  export default { name: 'arrays', ${about}, arbitrary: numbers.map((all: number[]) =>
    \`int all[] = { \${all.join(', ')} };\\nint main(void) { return all[0] - all[0]; }\\n\`) };`,
);
module(
  'endless.mjs',
  `export default { name: 'endless', ${about}, limits: { timeMs: 60_000 }, generate(draw) {
    if (draw.integer(0, 9) > 0) return 'int main(void) { return 0; }';
    for (;;);
  } };`,
);

describe('a source of your own in this process', () => {
  it.each(['sums.mjs', 'arrays.mts'])('is found good: %s', async (file) => {
    const { stdout, exitCode } = await cgfuzz(['source', 'check', `./${file}`]);
    expect(stdout).toContain('identical records, identical bytes');
    expect(exitCode).toBe(0);
  });

  it('runs in a campaign beside others, equally with equal seeds', { timeout: 120_000 }, async () => {
    const corpora = [];
    for (const dir of ['one', 'two']) {
      const { stdout, exitCode } = await cgfuzz([
        'run',
        '--source=./sums.mjs,./arrays.mts,small-c',
        '--target=clang-19-starter',
        '--execs=100',
        '--jobs=1',
        '--compare-share=0',
        `--dir=${dir}`,
        '--json',
      ]);
      expect(exitCode).toBe(0);
      expect(JSON.parse(String(stdout))).toMatchObject({ failures: 0, rejected: 0 });
      corpora.push(readFileSync(join(folder, dir, 'corpus/000001.cgcorpus')));
    }
    expect(corpora[0]!.length).toBeGreaterThan(1_000);
    expect(corpora[0]!.equals(corpora[1]!)).toBe(true);
  });

  it('is found again by what looks at the campaign, from another folder', async () => {
    const own = `--source=${join(folder, 'sums.mjs')},${join(folder, 'arrays.mts')}`;
    await cgfuzz(['report', join(folder, 'one'), '--programs=200', own, '-o', join(folder, 'page.html')], {
      cwd: '/',
    });
    const page = readFileSync(join(folder, 'page.html'), 'utf8');
    expect(page.includes('unsigned sum(unsigned x)')).toBe(true);
    expect(page.includes('int all[]')).toBe(true);
    const { exitCode } = await cgfuzz(['corpus', 'export', join(folder, 'one'), 'out', '--programs']);
    expect(exitCode).toBe(0);
  });

  it('is reduced by a script, to the smallest program that it can write', async () => {
    const script = join(folder, 'interesting.sh');
    writeFileSync(script, "#!/bin/sh\ngrep -Eq '[5-9][0-9]u \\^' test.c\n");
    chmodSync(script, 0o755);
    const out = join(folder, 'out');
    const program = readdirSync(out)
      .filter((name) => name.endsWith('.c'))
      .find((name) => /unsigned sum.*[5-9][0-9]u \^/.test(readFileSync(join(out, name), 'utf8')))!;
    const sequence = join('out', program.replace(/c$/, 'cgseq'));
    await cgfuzz(['reduce', sequence, '--test=./interesting.sh', '--source=./sums.mjs', '-o', 'small']);
    expect(readFileSync(join(folder, 'small.c'), 'utf8')).toContain('return 50u ^ x;');
    const { stdout } = await cgfuzz(['show', 'small.cgseq', '--program', '--source=./sums.mjs']);
    expect(`${String(stdout)}\n`).toBe(readFileSync(join(folder, 'small.c'), 'utf8'));
  });

  it('is interrupted at once, even where it never ends', { timeout: 60_000 }, async () => {
    const dir = join(folder, 'endless');
    const running = cgfuzz(['run', '--source=./endless.mjs', '--target=clang-19-starter', `--dir=${dir}`]);
    while (!existsSync(join(dir, 'state.json'))) await setTimeout(100);
    // By now a generator loops in all likelihood, with most of a minute left.
    await setTimeout(2_000);
    running.kill('SIGINT');
    const ended = await Promise.race([running, setTimeout(20_000)]);
    expect(ended).toMatchObject({ exitCode: 130 });
  });

  it.each([
    ['draws.mjs', `{ name: 'x', ${about}, generate: (draw) =>\n draw.pick(3).nothing.here }`, ':2:'],
    ['early.mjs', `{\n name: missing }`, ':2:'],
    ['typo.mjs', `{\n name: 'x' summary: 1 }`, ':2'],
    ['types.ts', `{ name: 'x' as string, ${about},\n\n generate: (): string => missing() }`, ':3:'],
  ])('that fails says where, without a stack of cgfuzz: %s', async (file, definition, where) => {
    module(file, `export default ${definition};`);
    const { stdout, stderr, exitCode } = await cgfuzz(['source', 'check', `./${file}`]);
    expect([1, 2]).toContain(exitCode);
    expect(`${String(stdout)}${String(stderr)}`).toContain(`at: ${join(folder, file)}${where}`);
    expect(String(stderr)).not.toMatch(/^\s+at .*\/dist\//m);
  });
});
