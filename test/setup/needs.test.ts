import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// By a variable, since plain JavaScript has no types here.
const module = '../../setup/needs.mjs';
const { needOf } = (await import(module)) as {
  readonly needOf: (words: readonly string[], folder?: string) => string;
};

const need = (line: string): string => needOf(line.split(' ').filter((word) => word !== ''));

describe('set-up for a command', () => {
  it.each([
    'help',
    'help run',
    'demo',
    'doctor',
    'show a.cgseq',
    'litmus MP.litmus',
    'source',
    'source list',
    'target list',
    'compiler add gcc-16',
    'completion bash',
    '--version',
    'run --help',
    '--print-config',
    'no-such-command',
    'constructor',
  ])('builds no compiler and installs no packages for: %s', (line) => {
    expect(need(line)).toBe('cgfuzz');
  });

  it('builds the small instrumented compiler for a campaign that names no target, or this one', () => {
    for (const line of ['', 'run', '--time 1m', 'run --target clang-19', 'run --target=clang-19-starter'])
      expect(need(line)).toBe('target');
  });

  it('installs packages for what a person brings in place of a command, if cgfuzz compiles or runs it', () => {
    const folder = temporaryFolder();
    for (const name of ['prog.c', 'generator', 'crash.cgseq']) writeFileSync(join(folder, name), '');
    for (const word of ['prog.c', './generator', 'clang-22', 'riscv64-linux-gnu-gcc-16', 'hunt'])
      expect(needOf([word], folder), word).toBe('packages');
    for (const word of ['crash.cgseq', 'missing.c', '.']) expect(needOf([word], folder), word).toBe('cgfuzz');
  });

  it('builds no compiler for a campaign on another target', () => {
    for (const line of ['run --target gcc-16', 'run --target=./mine', '--target clang-22 --time 1m'])
      expect(need(line)).toBe('packages');
  });

  it('looks for the target in the configuration of the folder', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'cgfuzz.config.json'), '{ "target": "gcc-12" }');
    expect(needOf(['run'], folder)).toBe('packages');
    writeFileSync(join(folder, 'cgfuzz.config.json'), '{ "target": "clang-19" }');
    expect(needOf(['run'], folder)).toBe('target');
  });
});

describe('the command of a clone', () => {
  it('prints what it was asked, and nothing else, on its output', () => {
    const run = spawnSync(resolve('bin/cgfuzz.mjs'), ['--version'], {
      encoding: 'utf8',
      cwd: temporaryFolder(),
    });
    expect(run).toMatchObject({ status: 0, stdout: 'cgfuzz 0.2.0\n' });
  });
});
