/** A search path without C-Vise and C-Reduce: a folder with links to all other programs. The sandbox cannot see it. */
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

export function pathWithoutReducers(): string {
  const folder = temporaryFolder();
  for (const from of new Set((process.env['PATH'] ?? '').split(':').filter((each) => existsSync(each))))
    for (const name of readdirSync(from))
      if (!/^c(?:vise|reduce)/.test(name) && !existsSync(join(folder, name)))
        symlinkSync(join(from, name), join(folder, name));
  return folder;
}
