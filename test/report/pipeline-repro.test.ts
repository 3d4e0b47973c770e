/** The script of a finding whose passes have names: it needs the compiler and its opt, and nothing of cgfuzz. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { type Failure, Findings } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const CRASH = 'function(loop-mssa(licm)),trigger-crash-module';

function folderOf(pipeline: string, more: Partial<Failure> = {}): string {
  const { folder } = new Findings(temporaryFolder(), findingFiles).add({
    signature: { kind: 'crash', key: `crash | ${pipeline}`, message: '', frames: [], pass: undefined },
    program: programOf(
      'int printf(const char *, ...);\nint main(void) { return printf("%d\\n", 6 * 7) < 0; }\n',
    ),
    sequence: () => new Uint8Array([1]),
    text: '',
    compiler: 'clang-19-stock',
    args: ['-O1', '-w', `-passes=${pipeline}`],
    build: 'b',
    origin: { source: 'by-hand' },
    ...more,
  });
  return folder.path;
}

const wrong = (expected: string): Partial<Failure> => ({
  signature: { kind: 'wrong-code', key: 'wrong-code | x', message: '', frames: [], pass: undefined },
  difference: { actual: 'exit 1\n', expected },
});

async function repeat(folder: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return (await execa('sh', [join(folder, 'repro.sh')], { env, reject: false })).exitCode;
}

it('shows a crash of the passes, and says that it is gone with others', { timeout: 120_000 }, async () => {
  const folder = folderOf(CRASH);
  expect(await repeat(folder)).toBe(1);
  expect(await repeat(folder, { OPT: '/no/such/opt', CC: 'clang-19' })).toBe(1);
  expect(await repeat(folderOf('function(loop-mssa(licm))'))).toBe(0);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(readme).toContain(`$ opt-19 '-passes=${CRASH}'`);
  expect(readme).not.toContain("clang-19 '-passes");
});

it('shows wrong code by linking what the passes made', { timeout: 120_000 }, async () => {
  const passes = 'default<O2>,function(instcombine<no-verify-fixpoint>)';
  expect(await repeat(folderOf(passes, wrong('exit 0\n43\n')))).toBe(1);
  expect(await repeat(folderOf(passes, wrong('exit 0\n42\n')))).toBe(0);
});
