import { execa } from 'execa';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, describe } from 'vitest';
import { sectionsFor, unpackSource, verifySource } from '../../../src/build/debian/source-package.ts';
import { filesIn } from '../../files-in.ts';
import { temporaryFolder } from '../../target/world.ts';

/** A source package of a few lines, as apt would have left it. */
async function toyPackage(cache: string): Promise<string> {
  const folder = join(cache, 'downloads', 'toy_1.0');
  const tree = join(cache, 'toy-1.0');
  const put = (path: string, text: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  };
  put(join(tree, 'lib/used/a.cpp'), 'int a = 1;\n');
  put(join(tree, 'lib/unused/b.cpp'), 'int b = 1;\n');
  put(join(cache, 'debian/patches/series'), '# a comment\nboth.patch\n');
  const patchOf = (path: string, name: string): string =>
    `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-int ${name} = 1;\n+int ${name} = 2;\n`;
  put(
    join(cache, 'debian/patches/both.patch'),
    `Subject: both\n\n${patchOf('lib/unused/b.cpp', 'b')}${patchOf('lib/used/a.cpp', 'a')}`,
  );
  mkdirSync(folder, { recursive: true });
  await execa('tar', ['-cJf', join(folder, 'toy_1.0.orig.tar.xz'), '-C', cache, 'toy-1.0']);
  await execa('tar', ['-cJf', join(folder, 'toy_1.0.debian.tar.xz'), '-C', cache, 'debian']);
  const sums = readdirSync(folder).map((name) => {
    const bytes = readFileSync(join(folder, name));
    return ` ${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${name}`;
  });
  writeFileSync(
    join(folder, 'toy_1.0.dsc'),
    `Format: 3.0 (quilt)\nChecksums-Sha256:\n${sums.join('\n')}\nFiles:\n`,
  );
  return folder;
}

const optionsFor = (cache: string) => ({
  cache,
  name: 'toy',
  version: '1.0',
  say: () => {},
  signal: new AbortController().signal,
});

describe('a source package', () => {
  it('is unpacked in part, with those of the patches that concern the part', async () => {
    const cache = temporaryFolder();
    await toyPackage(cache);
    const tree = await unpackSource(optionsFor(cache), ['lib/used']);
    expect(readFileSync(join(tree, 'lib/used/a.cpp'), 'utf8')).toBe('int a = 2;\n');
    expect(existsSync(join(tree, 'lib/unused'))).toBe(false);
    const again = await unpackSource(optionsFor(cache), ['lib/used', 'lib/unused']);
    expect(readFileSync(join(again, 'lib/unused/b.cpp'), 'utf8')).toBe('int b = 2;\n');
    expect(filesIn(join(cache, 'sources')).filter((name) => name.includes('.part-'))).toEqual([]);
  });

  it.each(['toy_1.0.orig.tar.xz', 'toy_1.0.debian.tar.xz'])(
    'with a wrong checksum (%s) is refused and thrown away',
    async (file) => {
      const cache = temporaryFolder();
      const folder = await toyPackage(cache);
      await verifySource(folder);
      appendFileSync(join(folder, file), 'x');
      await expect(unpackSource(optionsFor(cache), ['lib/used'])).rejects.toThrow(
        `the checksum of ${file} is wrong`,
      );
      expect(existsSync(folder)).toBe(false);
      expect(existsSync(join(cache, 'sources', 'toy_1.0', 'lib'))).toBe(false);
    },
  );
});

it('patches are cut by file', () => {
  const patch =
    'Subject\n--- a/one\n+++ b/one\n@@ -1 +1 @@\n-a\n+b\n--- a/two\n+++ b/two\n@@ -1 +1 @@\n-c\n+d\n';
  expect(sectionsFor(patch, (path) => path === 'two')).toBe('--- a/two\n+++ b/two\n@@ -1 +1 @@\n-c\n+d\n');
});
