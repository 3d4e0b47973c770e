/**
 * A folder that is gone when the test that asked for it is over. With `afterAll` it stays until the end of the file:
 * outside of tests and hooks, vitest would forget it.
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
