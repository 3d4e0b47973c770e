/** Compilers that a campaign compares its target with, if a person names none. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CampaignSettings, usualSettings } from '../../src/campaign/index.ts';
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

it.each([
  ['./judge.sh', ['looked for: FOLDER/judge.sh; chmod +x, if the file is there']],
  ['no-such-judge --fast', ['install it, or give its path: --judge ./my-judge.sh']],
])('--judge %s is refused before anything runs, since it cannot be run', (judge, hints) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'judge.sh'), '#!/bin/sh\n', { mode: 0o644 });
  const settings = usualSettings({ target: 'clang-22', judge });
  expect(() => careOptionsOf(folder, settings, { cache: folder, searchPath: folder })).toThrow(
    expect.objectContaining({
      message: `--judge: ${judge.split(' ')[0]} is no program that can be run`,
      hints: hints.map((hint) => hint.replace('FOLDER', folder)),
    }),
  );
  chmodSync(join(folder, 'judge.sh'), 0o755);
  const care = careOptionsOf(folder, { ...settings, judge: './judge.sh' }, { cache: folder, searchPath: '' });
  expect(care.judge?.command.words).toEqual([join(folder, 'judge.sh')]);
});

it('a share that nobody gave takes what the given ones leave', () => {
  const folder = temporaryFolder();
  const shares = (given: Partial<CampaignSettings>): number[] => {
    const settings = usualSettings({ target: 'clang-22', ...given });
    const care = careOptionsOf(folder, settings, { cache: folder, searchPath: '' });
    const { compareShare, reduceShare, truthShare, invarianceShare, volatileShare = 0 } = care;
    return [compareShare, reduceShare, truthShare, invarianceShare, volatileShare].map((share) =>
      Math.round(share * 100),
    );
  };
  expect(shares({})).toEqual([10, 10, 10, 3, 2]);
  // A command of the README.
  expect(shares({ invarianceShare: 70 })).toEqual([10, 10, 0, 70, 0]);
  expect(shares({ invarianceShare: 85 })).toEqual([5, 0, 0, 85, 0]);
  expect(shares({ compareShare: 0 })).toEqual([0, 10, 0, 0, 0]);
});

it('shares that are too much together are refused, with all that were given', () => {
  const folder = temporaryFolder();
  const settings = usualSettings({ compareShare: 30, truthShare: 10, volatileShare: 40, reduceShare: 11 });
  expect(() => careOptionsOf(folder, settings, { cache: folder, searchPath: '' })).toThrow(
    '--compare-share 30, --reduce-share 11, --truth-share 10 and --volatile-share 40 leave too little for the search',
  );
});
