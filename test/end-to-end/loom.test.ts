/** Loom from the command line: its programs bring their right output, so that one compiler is enough to find wrong code. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa, type Options } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { Findings } from '../../src/finding/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const folder = temporaryFolder(afterAll);

// oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
const cgfuzz = (args: readonly string[], options: Options = {}) =>
  execa('node', [main, ...args], { reject: false, cwd: folder, ...options });

/** A search path with a gcc-11 that adds up wrong at every level, so that no other opinion of its own tells. */
function wrongEverywhere(): string {
  const bin = temporaryFolder();
  const lie = "for file in test.c test.cpp; do [ -f $file ] && sed -i 's/sum << 6/sum << 5/' $file; done";
  writeFileSync(join(bin, 'gcc-11'), `#!/bin/sh\n${lie}\nexec gcc-12 "$@"\n`, { mode: 0o755 });
  return `${bin}:${process.env['PATH']}`;
}

describe('loom as a source', () => {
  it('is found good', async () => {
    const { stdout, exitCode } = await cgfuzz(['source', 'check', 'loom', '--programs=10']);
    expect(stdout).toContain('identical records, identical bytes');
    expect(exitCode).toBe(0);
  });

  it('shows wrong code where nobody else contradicts', { timeout: 300_000 }, async () => {
    const compilers = ['--target=gcc-11', '--compare-with=gcc-11 -O0'];
    const shares = ['--compare-share=80', '--reduce-share=0', '--execs=15'];
    const { exitCode } = await cgfuzz(['run', '--source=loom', '--dir=wrong', ...compilers, ...shares], {
      env: { PATH: wrongEverywhere() },
    });
    expect(exitCode).toBe(1);
    const found = new Findings(join(folder, 'wrong/findings'), findingFiles).all();
    const wrong = found.filter(({ record }) => record.kind === 'wrong-code');
    expect(wrong.length).toBeGreaterThan(0);
    for (const {
      record,
      folder: { path },
    } of wrong) {
      expect(record.validity?.reports.map(({ answer }) => answer)).not.toContain('undefined');
      expect(record.difference?.expected).toMatch(/^exit 0\n\d+\n$/);
      expect(record.args.some((arg) => /^-std=c(11|\+\+17|\+\+20)$/.test(arg))).toBe(true);
      const original = readdirSync(path).find((name) => /^original\.c(pp)?$/.test(name))!;
      expect(readFileSync(join(path, original), 'utf8')).toContain('sum << 6');
    }
  });
});
