/** A campaign that follows its compiler: another version is noticed, and findings are asked again. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { functionsModule } from '../fuzz/generators/make.ts';
import { temporaryFolder } from '../target/world.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;

/** Puts another version in the place of the compiler: it crashes at one operator, or does not. */
function release(folder: string, version: string, crashes: boolean, always: string = ''): void {
  const crash = crashes
    ? `for f; do case $f in *.c) grep -q 'x ^= ' "$f" && kill -SEGV $$;; esac; done`
    : always;
  const script = `#!/bin/sh
[ "$1" = --version ] && { echo "gcc-11 (Debian ${version}) ${version}"; exit 0; }
${crash}
exec gcc-12 "$@"
`;
  writeFileSync(join(folder, 'gcc-11'), script, { mode: 0o755 });
}

async function run(folder: string, dir: string, execs: number): Promise<string> {
  const words = [cgfuzz, 'run', `--dir=${dir}`, `--source=${functionsModule}`, '--target=gcc-11', '--follow'];
  const more = [`--execs=${execs}`, '--compare-share=0', '--reduce-share=0'];
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  const { stdout, stderr } = await execa('node', [...words, ...more], { env, reject: false });
  return stdout + stderr;
}

it(
  'says which findings are fixed in another version, and which came back',
  { timeout: 300_000 },
  async () => {
    const [folder, dir] = [temporaryFolder(), temporaryFolder()];
    chmodSync(folder, 0o755);
    release(folder, '11.1.0-1', true);
    const first = await run(folder, dir, 40);
    expect(first).toMatch(/finding [0-9a-f]{12}/);
    expect(first).not.toContain('asked again');
    expect(await run(folder, dir, 41)).not.toContain('asked again');
    release(folder, '11.2.0-1', false);
    const second = await run(folder, dir, 42);
    expect(second).toContain('gcc-11 is 11.2.0-1 now, and was 11.1.0-1; its findings are asked again');
    expect(second).toMatch(/fixed: finding [0-9a-f]{12} does not show any more/);
    release(folder, '11.3.0-1', true);
    expect(await run(folder, dir, 43)).toMatch(/regressed: finding [0-9a-f]{12} is back/);
    release(folder, '11.4.0-1', false, `echo 'internal compiler error: in fold, at fold.c:1' >&2; exit 1`);
    const last = await run(folder, dir, 44);
    expect(last).toMatch(/\d+ tests that 11\.3\.0-1 passed: asked again/);
    expect(last).toMatch(/regressed: finding [0-9a-f]{12}, a test that 11\.3\.0-1 passed/);
  },
);

it('is refused for a compiler that nobody releases', { timeout: 60_000 }, async () => {
  const words = [
    cgfuzz,
    'run',
    `--dir=${temporaryFolder()}`,
    '--target=clang-19-starter',
    '--follow',
    '--execs=1',
  ];
  const { stderr, exitCode } = await execa('node', words, { reject: false });
  expect(stderr).toContain('--follow needs a compiler as Debian ships it');
  expect(exitCode).toBe(2);
});
