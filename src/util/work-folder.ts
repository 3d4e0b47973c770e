/**
 * Folders in which a person's program works, one for each process of cgfuzz.
 *
 * Their names contain their process, so that a later process can remove a killed one's folders.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'cgfuzz-target-';

export function makeWorkFolder(parent: string = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const [, pid] = (name.startsWith(PREFIX) && /^(\d+)-/.exec(name.slice(PREFIX.length))) || [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}
