/** A folder that is gone when the test, or the file of tests, that asked for it is over. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function temporaryFolder(atEnd: (cleanUp: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
