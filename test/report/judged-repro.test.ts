/** The files of a finding of a test with a contract: with them, a shell and compilers are enough. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { FindingRecord, ShownFiles } from '../../src/finding/index.ts';
import { findingFiles } from '../../src/report/finding/finding-files.ts';
import { makeFolder } from '../../src/util/make-folder.ts';
import { contracted } from '../laboratory/litmus/programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder(afterAll);

const program = contracted('Ax1rlx | Ax1rlx ; x=1');

function reproduced(args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const record = {
    kind: 'wrong-code',
    title: 'a lost increment',
    build: '',
    frames: [],
    signature: 'wrong-code',
    id: 'a',
    references: [],
    message: '',
    count: 1,
    tests: [],
    firstAtMs: 0,
    origin: { source: 'litmus', arm: 'fresh', seed: 1, test: 1 },
    compiler: 'gcc-12',
    args,
    program: { language: 'c', includes: [] },
    difference: { expected: '', actual: 'breaks x86-64, atomicity, Ax | Ax in order\n' },
  } as unknown as FindingRecord;
  const shown: ShownFiles = { program, mainPath: 'original/test.c', besidePaths: [], output: '' };
  for (const { path, bytes } of program.files) {
    const at = join(folder, 'original', path);
    makeFolder(dirname(at));
    writeFileSync(at, bytes);
  }
  for (const { path, text } of findingFiles(record, shown)) writeFileSync(join(folder, path), text);
  const env = { PATH: process.env['PATH'], SECONDS_TO_RUN: '0.2' };
  return spawnSync('sh', ['repro.sh'], { cwd: folder, env, encoding: 'utf8' });
}

it('shows a forbidden outcome with a shell and a compiler, and how often', () => {
  const { status, stdout } = reproduced(['-O2', '-w', '-D__atomic_fetch_add(p,v,m)=(*(p)=0)']);
  expect(stdout).toMatch(/^seen \d+ times, and forbidden: \[x\]=0;$/m);
  expect(stdout).toMatch(/^done \d+ rounds$|^cut off \d+ rounds$/m);
  expect(status).toBe(1);
});

it('does not take a run that shows nothing for an answer', () => {
  const { stdout, status } = reproduced(['-O2', '-w']);
  expect(stdout).toContain('not seen in a run, which says nothing');
  expect(status).not.toBe(1);
});
