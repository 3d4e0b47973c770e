/** A finding that a judge of the person's refutes: its script asks the same judge. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { FindingRecord } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/finding/finding-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder(afterAll);
const text = 'int f(int x) { return x * 8; }\n';

/** A judge that wants the last file to have these words. */
function recordWith(compiler: string, args: readonly string[], words: string): FindingRecord {
  return {
    id: 'a',
    kind: 'refuted',
    signature: 'refuted | Value mismatch | InstCombinePass',
    title: 'refuted: Value mismatch, InstCombinePass',
    build: '',
    frames: [],
    message: 'Value mismatch',
    count: 1,
    origin: { source: 'loom', test: 1 },
    compiler,
    args,
    program: { language: 'c', includes: [] },
    judge: { words: ['sh', '-c', `grep -q "${words}" "$2"`, 'judge'], about: 'functions', timeoutMs: 5_000 },
  } as unknown as FindingRecord;
}

function reproduced(record: FindingRecord): { readonly status: number | null; readonly stdout: string } {
  writeFileSync(join(folder, 'reduced.c'), text);
  const shown = { program: programOf(text), mainPath: 'reduced.c', besidePaths: [], output: '' };
  for (const file of findingFiles(record, shown)) writeFileSync(join(folder, file.path), file.text);
  return spawnSync('sh', ['repro.sh'], { cwd: folder, encoding: 'utf8' });
}

it.each([
  ['clang-19', ['-O1'], ' mul ', 1, 'the bug is there\n'],
  ['clang-19', ['-O0'], ' mul ', 0, 'the bug is not there\n'],
  ['gcc-12', ['-O1'], 'imul', 1, 'the bug is there\n'],
  ['gcc-12', ['-O1'], 'leal', 0, 'the bug is not there\n'],
] as const)('%s %s with a judge that wants "%s" ends with %i', (compiler, args, words, status, says) => {
  expect(reproduced(recordWith(compiler, args, words))).toMatchObject({ status, stdout: says });
});

it('says nothing if the judge is not there', () => {
  const record = recordWith('clang-19', ['-O1'], '');
  const { status } = reproduced({ ...record, judge: { ...record.judge!, words: ['./no-such-judge'] } });
  expect(status).toBe(77);
});

it('tells a person how the judge was asked', () => {
  const files = findingFiles(recordWith('clang-19', ['-O1'], ' mul '), {
    program: programOf(text),
    mainPath: 'reduced.c',
    besidePaths: [],
    output: 'ERROR: Value mismatch',
  });
  const readme = files.find(({ path }) => path === 'README.md')!.text;
  expect(readme).toContain('$ clang-19 -O1 -emit-llvm -S reduced.c -o after.ll');
  expect(readme).toContain('the judge says: ERROR: Value mismatch');
});
