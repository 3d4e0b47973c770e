import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs';
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

it('writes to a pipe or a device, and puts no file in its place', () => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Open at both ends, so that nobody waits.
  const fd = openSync(pipe, constants.O_RDWR);
  try {
    writeFileAtomic(pipe, 'content');
    const bytes = Buffer.alloc(100);
    expect(bytes.toString('utf8', 0, readSync(fd, bytes))).toBe('content');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  } finally {
    closeSync(fd);
  }
});
