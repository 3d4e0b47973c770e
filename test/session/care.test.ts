/** Compilers that a campaign compares its target with, if a person names none. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { usualSettings } from '../../src/campaign/index.ts';
import { careOptionsOf } from '../../src/session/care.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function referencesOf(target: string, installed: readonly string[], added: readonly string[]): string[] {
  const cache = temporaryFolder();
  const put = (folder: string, name: string): string => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o755);
    return folder;
  };
  const folders = [
    ...installed.map((name) => put(join(cache, 'bin'), name)),
    ...added.map((name) => put(join(cache, 'compilers', name, 'bin'), name)),
  ];
  const settings = usualSettings({ target, args: ['-O3'] });
  const { references } = careOptionsOf(cache, settings, {
    cache,
    searchPath: [...new Set(folders)].join(':'),
  });
  return references.map(({ compiler, args }) => [compiler, ...args].join(' '));
}

it('the last release stands beside the newest compiler of a family, and is told the same', () => {
  const installed = ['clang-19', 'gcc-12'];
  const usual = ['clang-19-stock -O0', 'gcc-12 -O0'];
  expect(referencesOf('clang-24', installed, ['clang-22', 'clang-24'])).toEqual([...usual, 'clang-22 -O3']);
  expect(referencesOf('gcc-snapshot', installed, ['gcc-16', 'gcc-snapshot'])).toEqual([
    ...usual,
    'gcc-16 -O3',
  ]);
  expect(referencesOf('clang-24', installed, ['clang-24'])).toEqual([...usual, 'clang-19-stock -O3']);
});

it('no other compiler has one', () => {
  const added = ['clang-22', 'clang-24'];
  expect(referencesOf('clang-22', ['clang-19', 'gcc-12'], added)).toEqual([
    'clang-19-stock -O0',
    'gcc-12 -O0',
  ]);
  expect(referencesOf('clang-19-starter', ['clang-19', 'gcc-12'], added)).toEqual([
    'clang-19-stock -O0',
    'gcc-12 -O0',
  ]);
});
