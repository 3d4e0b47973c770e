/** The words of a finding's report. */
import { expect, it } from 'vitest';
import type { FindingRecord, ShownFiles } from '../../src/finding/index.ts';
import { findingFiles } from '../../src/report/finding/finding-files.ts';
import { programOf } from '../../src/program/index.ts';

function reportOf(more: Partial<FindingRecord>, files: Pick<ShownFiles, 'module'> = {}): string {
  const record = {
    kind: 'rejected',
    title: 'error: no',
    build: '',
    frames: [],
    signature: 'rejected',
    id: 'a',
    references: [{ compiler: 'gcc-12', args: ['-O0'] }],
    message: '',
    count: 1,
    tests: [],
    firstAtMs: 0,
    origin: { source: 'loom', arm: 'fresh', seed: 1, test: 1 },
    compiler: 'gcc-16',
    args: [],
    program: { language: 'c', includes: [] },
    ...more,
  } as unknown as FindingRecord;
  const program = programOf('int main(void) {}');
  const shown = { program, mainPath: 'original/test.c', besidePaths: [], output: '', ...files };
  return findingFiles(record, shown).find(({ path }) => path === 'README.md')!.text;
}

it('calls no compiler right that only accepts a program', () => {
  expect(reportOf({})).toContain('Accepted by:** `gcc-12 -O0`');
  const options = { args: ['-fx'], tier: 'documented', list: 'x', isForElsewhere: false } as const;
  expect(reportOf({ options })).toContain('Accepted, without these options, by:** `gcc-12 -O0`');
  expect(reportOf({ kind: 'wrong-code', difference: { expected: '', actual: '' } })).toContain(
    'Right:** `gcc-12 -O0`',
  );
});

it('asks a stock gcc to check itself, if the crash was of a build that does', () => {
  const command = (compiler: string, kind: FindingRecord['kind'] = 'crash'): string =>
    /^\$ (.*)$/m.exec(reportOf({ compiler, kind, args: ['-O2'] }))![1]!;
  expect(command('gcc-16-passes')).toBe('gcc-16 -O2 -fchecking -c original/test.c');
  expect(command('gcc-16-passes-no-assertions')).toBe('gcc-16 -O2 -c original/test.c');
  expect(command('gcc-16')).toBe('gcc-16 -O2 -c original/test.c');
  expect(command('gcc-16-passes', 'hang')).toBe('gcc-16 -O2 -c original/test.c');
  expect(command('clang-19-passes')).toBe('clang-19 -O2 -c original/test.c');
});

it('says that a failed assertion of one pass needs an opt with assertions, and which options LLVM had', () => {
  const text = reportOf(
    {
      kind: 'crash',
      signature: 'assertion | a.cpp: b | f',
      compiler: 'clang-19-passes',
      args: ['-O2', '-mllvm', '-enable-gvn-sink'],
      ir: { passes: 'function(gvn)' },
    },
    { module: { path: 'ir/reduced.ll', text: 'define void @f() {' } },
  );
  expect(text).toContain('The `opt` must be built with assertions.');
  expect(text).toContain("$ opt-19 -enable-gvn-sink '-passes=function(gvn)' -S ir/reduced.ll");
});

it('names the compiler that people have, for an instrumented one', () => {
  expect(reportOf({ compiler: 'gcc-16-passes', kind: 'hang' })).toContain('$ gcc-16 -c');
  expect(reportOf({ compiler: 'riscv64-linux-gnu-gcc-16-full', kind: 'hang' })).toContain(
    '$ riscv64-linux-gnu-gcc-16 -c',
  );
});
