import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFileAtomic } from '../../src/util/write-file-atomic.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('an atomic write', () => {
  it('replaces the whole content and leaves nothing else behind', () => {
    const folder = temporaryFolder();
    writeFileAtomic(join(folder, 'a'), 'a long first content');
    writeFileAtomic(join(folder, 'a'), new Uint8Array([104, 105]));
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('hi');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('that fails keeps what was there and leaves nothing behind', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a', 'full'), { recursive: true });
    expect(() => writeFileAtomic(join(folder, 'a'), 'x')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(['a']);
  });
});
