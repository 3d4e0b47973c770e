/** The files of a finding of wrong IR: a script that shows it, and the module that one pass spoils. */
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  type FindingFolder,
  type FindingRecord,
  type ShownFiles,
  verifyFinding,
} from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/finding/finding-files.ts';
import { rotateModule } from '../oracle/ir/rotate.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder(afterAll);
symlinkSync(resolve('bin/cgfuzz.mjs'), join(folder, 'cgfuzz'));

const shown: ShownFiles = {
  program: programOf(rotateModule, 'llvm-ir'),
  mainPath: 'reduced.ll',
  besidePaths: [],
  output: '',
  module: { path: 'ir/reduced.ll', text: rotateModule },
};

function recordWith(args: readonly string[]): FindingRecord {
  return {
    id: 'a',
    kind: 'wrong-ir',
    signature: 'wrong-ir | poison: llvm.fshl argument range | InstCombinePass',
    title: 'wrong IR: poison: llvm.fshl argument range, InstCombinePass',
    build: '',
    frames: [],
    message: '',
    count: 1,
    origin: { source: 'loom', test: 1 },
    compiler: 'clang-19',
    args,
    program: { language: 'llvm-ir', includes: [] },
    difference: { expected: 'exit 0\n2048\n', actual: 'undefined behaviour: The value poison' },
    ir: { passes: 'function(instcombine)' },
  } as unknown as FindingRecord;
}

function reproduced(args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  writeFileSync(join(folder, 'reduced.ll'), rotateModule);
  for (const { path, text } of findingFiles(recordWith(args), shown)) writeFileSync(join(folder, path), text);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  return spawnSync('sh', ['repro.sh'], { cwd: folder, env, encoding: 'utf8' });
}

it('shows the broken rule with the compiler and the judge, and tells when it is gone', () => {
  const there = reproduced(['-O1']);
  expect(there.stdout).toContain('broken rule: poison: llvm.fshl argument range');
  expect(there.stdout).toMatch(/the bug is there\n$/);
  expect(there.status).toBe(1);
  const gone = reproduced(['-O0']);
  expect(gone.stdout).toMatch(/the bug is not there\n$/);
  expect(gone.status).toBe(0);
});

it('is asked of a compiler though no cgfuzz is on the search path', async () => {
  reproduced(['-O1']);
  const asked = { signal: new AbortController().signal, searchPath: process.env['PATH'] ?? '' };
  expect(await verifyFinding({ path: folder } as FindingFolder, 'clang-19', asked)).toBe('there');
}, 120_000);

it('has the one command that spoils the module, and the module', () => {
  const readme = findingFiles(recordWith(['-O1']), shown).find(({ path }) => path === 'README.md')!.text;
  expect(readme).toContain("$ opt-19 '-passes=function(instcombine)' -S ir/reduced.ll");
  expect(readme).toContain('$ clang-19 -O1 -emit-llvm -c reduced.ll -o test.bc\n$ cgfuzz judge test.bc');
  expect(readme).toContain('```llvm\ntarget triple');
});
