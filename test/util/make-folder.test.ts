import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/util/make-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('making a folder', () => {
  it('makes those above it too, and may be done twice', () => {
    const path = join(temporaryFolder(), 'a/b/c');
    makeFolder(path);
    makeFolder(path);
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it('goes through a link to a folder', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    makeFolder(join(folder, 'link/below'));
    expect(statSync(join(folder, 'real/below')).isDirectory()).toBe(true);
  });

  it('ends with an error where the parent is there and takes no children', () => {
    expect(() => makeFolder('/proc/cgfuzz/below')).toThrow('ENOENT');
    expect(() => makeFolder('/proc/cgfuzz')).toThrow('ENOENT');
  });

  it.each(['there', 'there/below', 'nowhere', 'nowhere/below'])(
    'fails where a file or a broken link is in the way: %s',
    (name) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'there'), 'a file');
      symlinkSync('gone', join(folder, 'nowhere'));
      expect(() => makeFolder(join(folder, name))).toThrow(/EEXIST|ENOTDIR/);
    },
  );
});
