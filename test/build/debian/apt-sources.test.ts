import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceEntries } from '../../../src/build/debian/apt-sources.ts';
import { downloadArchive } from '../../../src/build/debian/source-package.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

function apt(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'sources.list.d'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('entries for sources', () => {
  it('follow from stanzas, without those that are not enabled or name no packages', () => {
    const text =
      '# c\nTypes: deb\nURIs: mirror://x\nSuites: a b\nSigned-By:\n  key\n\n' +
      'Types: deb\nEnabled: no\nURIs: mirror://y\nSuites: a\n\nTypes: deb-src\nURIs: mirror://z\nSuites: a\n';
    expect(sourceEntries(apt({ 'sources.list.d/x.sources': text }))).toBe(
      'Types: deb-src\nURIs: mirror://x\nSuites: a b\nSigned-By:\n  key\n',
    );
  });

  it('follow from lines, with their options', () => {
    const text =
      '# deb mirror://old a main\ndeb [arch=amd64,i386 signed-by=/k.gpg] mirror://x a main contrib # why\n' +
      'deb-src mirror://x a main\ndeb mirror://flat ./\n';
    expect(sourceEntries(apt({ 'sources.list': text }))).toBe(
      'Types: deb-src\nURIs: mirror://x\nSuites: a\nComponents: main contrib\nArchitectures: amd64 i386\nsigned-by: /k.gpg\n\n' +
        'Types: deb-src\nURIs: mirror://flat\nSuites: ./\n',
    );
  });

  it('are there once, whatever the files are called that list them', () => {
    const text = 'Types: deb\nURIs: mirror://x\nSuites: a\n';
    const folder = apt({
      'sources.list.d/x.sources': text,
      'sources.list.d/y.sources': text,
      'sources.list.d/z.sources.bak': 'Types: deb\nURIs: mirror://bak\nSuites: a\n',
    });
    expect(sourceEntries(folder)).toBe('Types: deb-src\nURIs: mirror://x\nSuites: a\n');
  });
});

it('an archive is fetched through them, once, and nothing else stays in the cache', async () => {
  const repository = temporaryFolder();
  const bytes = Buffer.from('no archive at all');
  const sum = createHash('sha256').update(bytes).digest('hex');
  const file = 'toy_1.0.orig.tar.gz';
  writeFileSync(join(repository, file), bytes);
  writeFileSync(join(repository, 'toy_1.0.dsc'), '');
  const empty = createHash('sha256').digest('hex');
  writeFileSync(
    join(repository, 'Sources'),
    `Package: toy\nFormat: 3.0 (quilt)\nBinary: toy\nArchitecture: any\nVersion: 1.0-1\nDirectory: .\n` +
      `Checksums-Sha256:\n ${empty} 0 toy_1.0.dsc\n ${sum} ${bytes.length} ${file}\n`,
  );
  const cache = temporaryFolder();
  const options = {
    cache,
    name: 'toy',
    say: () => undefined,
    etcApt: apt({ 'sources.list': `deb [trusted=yes] file:${repository} ./\n` }),
  };
  const archive = await downloadArchive(options);
  expect(archive).toBe(join(cache, 'sources', file));
  expect(readFileSync(archive)).toEqual(bytes);
  expect(readdirSync(cache)).toEqual(['sources']);
  expect(readdirSync(join(cache, 'sources'))).toEqual([file]);
  rmSync(join(repository, 'Sources'));
  expect(await downloadArchive(options)).toBe(archive);
  await expect(downloadArchive({ ...options, name: 'other' })).rejects.toThrow(
    "cannot fetch the source of Debian's other",
  );
});
