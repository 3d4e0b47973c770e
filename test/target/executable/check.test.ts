/** `cgfuzz target check` of a program: what it shows, and what it finds missing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { cgfuzz } from '../../cli/cgfuzz.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { buildHarness } from './build.ts';

describe('the check of a program', () => {
  const folder = temporaryFolder(afterAll);
  const input = join(folder, 'input');
  writeFileSync(input, '[1,[2]]');

  it('shows for a harness with ASan that every bad end is noticed', async () => {
    const file = await buildHarness({ source: 'brackets.c', folder, flags: ['-fsanitize=address'] });
    const { code, stdout } = await cgfuzz(folder, 'target', 'check', file, '--input', input);
    expect(stdout).not.toContain('FAIL');
    expect(stdout).toMatch(/accepts the input +ok, [\d.]+ ms of CPU time/);
    for (const end of [
      'an abort',
      'no memory',
      'stack overflow',
      'exit',
      'endless loop',
      'allocation',
      'sanitizer',
    ])
      expect(stdout).toContain(end);
    expect(code).toBe(0);
  });

  it('says that lines and coverage are missing, and that the input is refused', async () => {
    const file = await buildHarness({ source: 'brackets.c', folder });
    const stripped = `${file}-stripped`;
    await execa('strip', [file, '-o', stripped]);
    writeFileSync(input, '[1,');
    const { code, stdout } = await cgfuzz(folder, 'target', 'check', stripped, '--input', input);
    expect(stdout).toMatch(/FAIL +accepts the input +rejected/);
    expect(stdout).toMatch(/FAIL +has names and lines.*compile with -g/);
    expect(code).toBe(1);
    const { stdout: plain } = await cgfuzz(folder, 'target', 'check', '/bin/cat', '--input', input);
    expect(plain).toMatch(/ok +accepts the input[^]*shows coverage +no/);
  });
});
