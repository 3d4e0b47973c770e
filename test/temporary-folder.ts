/**
 * A folder that is gone when the test that asked for it is over, or the file of tests: with `afterAll`, outside of tests and
 * hooks, in which vitest would forget it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function temporaryFolder(atEnd: (cleanUp: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
