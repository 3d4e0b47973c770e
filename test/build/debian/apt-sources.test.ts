import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceEntries } from '../../../src/build/debian/apt-sources.ts';
import { downloadArchive } from '../../../src/build/debian/source-package.ts';
import { filesIn } from '../../files-in.ts';
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

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A repository with a package `toy` in these versions. Its newest version is listed, and its files may be lost. */
function repositoryOf(versions: readonly string[], bytes: Buffer, lost: readonly string[] = []): string {
  const repository = temporaryFolder();
  const listed = versions.map((version) => {
    const file = `toy_${version}.orig.tar.gz`;
    if (!lost.includes(version)) writeFileSync(join(repository, file), bytes);
    return (
      `Package: toy\nFormat: 3.0 (quilt)\nBinary: toy\nArchitecture: any\nVersion: ${version}-1\nDirectory: .\n` +
      `Checksums-Sha256:\n ${sumOf(Buffer.alloc(0))} 0 toy_${version}.dsc\n ${sumOf(bytes)} ${bytes.length} ${file}\n`
    );
  });
  writeFileSync(join(repository, 'Sources'), listed.join('\n'));
  return repository;
}

function optionsFor(repository: string): { cache: string; name: string; say: () => void; etcApt: string } {
  const etcApt = apt({ 'sources.list': `deb [trusted=yes] file:${repository} ./\n` });
  return { cache: temporaryFolder(), name: 'toy', say: () => undefined, etcApt };
}

it('an archive is fetched through them, once, and nothing else stays in the cache', async () => {
  const bytes = Buffer.from('no archive at all');
  const repository = repositoryOf(['1.0'], bytes);
  const options = optionsFor(repository);
  const { cache } = options;
  const file = 'toy_1.0.orig.tar.gz';
  const archive = await downloadArchive(options);
  expect(archive).toBe(join(cache, 'sources', file));
  expect(readFileSync(archive)).toEqual(bytes);
  expect(filesIn(cache)).toEqual(['sources']);
  expect(filesIn(join(cache, 'sources'))).toEqual([file]);
  rmSync(join(repository, 'Sources'));
  expect(await downloadArchive(options)).toBe(archive);
  await expect(downloadArchive({ ...options, name: 'other' })).rejects.toThrow(
    "cannot fetch the source of Debian's other",
  );
});

it('an older version takes the place of one that the mirror lost', async () => {
  const options = optionsFor(repositoryOf(['0.9', '1.0'], Buffer.from('old'), ['1.0']));
  expect(await downloadArchive(options)).toBe(join(options.cache, 'sources', 'toy_0.9.orig.tar.gz'));
});

it('a mirror that lost every version is told so', async () => {
  const options = optionsFor(repositoryOf(['0.9', '1.0'], Buffer.from('old'), ['0.9', '1.0']));
  await expect(downloadArchive(options)).rejects.toMatchObject({
    message: "the mirror has no source of Debian's toy",
    hints: ['lost there: 1.0-1, 0.9-1', expect.stringContaining('by hand')],
  });
});
