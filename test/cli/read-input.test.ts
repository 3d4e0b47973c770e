import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readInput } from '../../src/cli/read-input.ts';
import { UserError } from '../../src/util/user-error.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder(afterAll);
writeFileSync(join(folder, 'there'), 'content');
writeFileSync(join(folder, 'secret'), 'content');
chmodSync(join(folder, 'secret'), 0o000);
execFileSync('mkfifo', [join(folder, 'pipe')]);
symlinkSync('circle', join(folder, 'circle'));

function complaint(path: string): string {
  try {
    readInput(folder, path);
  } catch (error) {
    if (error instanceof UserError) return `${error.message}; ${error.hints.join('; ')}`;
    throw error;
  }
  return 'none';
}

describe('a file named on the command line', () => {
  it('is looked for from where the person stands', () => {
    expect(Buffer.from(readInput(folder, 'there')).toString()).toBe('content');
  });

  it('is refused where it never ends', () => {
    expect(complaint('/dev/zero')).toContain('it does not end within 256 MB');
  });

  it.each([
    ['missing', /there is no such file; looked for: \/.*missing/],
    ['.', /it is a folder/],
    ['there/deeper', /a part of its path is not a folder/],
    ['pipe', /it is a pipe with a name/],
    ['circle', /its links lead in a circle/],
    ['a\0b', /cannot read a\0b: /],
  ])('is refused with the reason: %s', (path, reason) => {
    expect(complaint(path)).toMatch(reason);
  });

  it('is refused when it may not be read, unless root asks', () => {
    expect(complaint('secret')).toMatch(process.getuid?.() === 0 ? /none/ : /you may not read it/);
  });
});
