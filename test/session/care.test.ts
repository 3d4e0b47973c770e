/** Compilers that a campaign compares its target with, if a person names none. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CampaignSettings, usualSettings } from '../../src/campaign/index.ts';
import { careOptionsOf } from '../../src/session/care.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function referencesOf(
  target: string,
  installed: readonly string[],
  added: readonly string[],
): Promise<string[]> {
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
  const { references } = await careOptionsOf(cache, settings, {
    cache,
    searchPath: [...new Set(folders)].join(':'),
  });
  return references.map(({ compiler, args }) => [compiler, ...args].join(' '));
}

it('the last release stands beside the newest compiler of a family, and is told the same', async () => {
  const installed = ['clang-19', 'gcc-12'];
  const usual = ['clang-19-stock -O0', 'gcc-12 -O0'];
  expect(await referencesOf('clang-24', installed, ['clang-22', 'clang-24'])).toEqual([
    ...usual,
    'clang-22 -O3',
  ]);
  expect(await referencesOf('gcc-snapshot', installed, ['gcc-16', 'gcc-snapshot'])).toEqual([
    ...usual,
    'gcc-16 -O3',
  ]);
  expect(await referencesOf('clang-24', installed, ['clang-24'])).toEqual([...usual, 'clang-19-stock -O3']);
});

it('no other compiler has one', async () => {
  const added = ['clang-22', 'clang-24'];
  expect(await referencesOf('clang-22', ['clang-19', 'gcc-12'], added)).toEqual([
    'clang-19-stock -O0',
    'gcc-12 -O0',
  ]);
  expect(await referencesOf('clang-19-starter', ['clang-19', 'gcc-12'], added)).toEqual([
    'clang-19-stock -O0',
    'gcc-12 -O0',
  ]);
});

it.each([
  ['./judge.sh', ['looked for: FOLDER/judge.sh; chmod +x, if the file is there']],
  ['no-such-judge --fast', ['install it, or give its path: --judge ./my-judge.sh']],
])('--judge %s is refused before anything runs, since it cannot be run', async (judge, hints) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'judge.sh'), '#!/bin/sh\n', { mode: 0o644 });
  const settings = usualSettings({ target: 'clang-22', judge });
  await expect(careOptionsOf(folder, settings, { cache: folder, searchPath: folder })).rejects.toThrow(
    expect.objectContaining({
      message: `--judge: ${judge.split(' ')[0]} is no program that can be run`,
      hints: hints.map((hint) => hint.replace('FOLDER', folder)),
    }),
  );
  chmodSync(join(folder, 'judge.sh'), 0o755);
  const care = await careOptionsOf(
    folder,
    { ...settings, judge: './judge.sh --fast about=programs share=50 time=2.5s' },
    { cache: folder, searchPath: '' },
  );
  const words = [join(folder, 'judge.sh'), '--fast'];
  expect(care.command).toEqual({ words, about: 'programs', timeoutMs: 2_500 });
  expect(care.shares.judge).toBe(0.5);
  const often = { ...settings, judge: './judge.sh share=always' };
  await expect(careOptionsOf(folder, often, { cache: folder, searchPath: '' })).rejects.toThrow(
    '--judge: share cannot be "always"',
  );
});

it('a share that nobody gave takes what the given ones leave', async () => {
  const folder = temporaryFolder();
  const shares = async (given: Partial<CampaignSettings>): Promise<number[]> => {
    const settings = usualSettings({ target: 'clang-22', ...given });
    const care = await careOptionsOf(folder, settings, { cache: folder, searchPath: '' });
    const { compare = 0, reduce = 0, truth = 0, invariance = 0, volatile = 0, markers = 0 } = care.shares;
    expect([...(care.judges?.keys() ?? [])]).toEqual([
      ...(invariance > 0 ? ['invariance'] : []),
      ...(volatile > 0 ? ['volatile'] : []),
      ...(markers > 0 ? ['markers'] : []),
    ]);
    return [compare, reduce, truth, invariance, volatile, markers].map((share) => Math.round(share * 100));
  };
  expect(await shares({})).toEqual([10, 10, 10, 3, 2, 1]);
  // A command of the README.
  expect(await shares({ invarianceShare: 70 })).toEqual([10, 10, 0, 70, 0, 0]);
  expect(await shares({ invarianceShare: 85 })).toEqual([5, 0, 0, 85, 0, 0]);
  expect(await shares({ compareShare: 0 })).toEqual([0, 10, 0, 0, 0, 0]);
});

it('shares that are too much together are refused, with all that were given', async () => {
  const folder = temporaryFolder();
  const settings = usualSettings({ compareShare: 30, truthShare: 10, volatileShare: 40, reduceShare: 11 });
  await expect(careOptionsOf(folder, settings, { cache: folder, searchPath: '' })).rejects.toThrow(
    '--compare-share 30, --reduce-share 11, --truth-share 10 and --volatile-share 40 leave too little for the search',
  );
});
