/** A search path without C-Vise and C-Reduce: a folder with links to all other programs. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The folder is not in /tmp, which the sandbox hides from compilers. */
const around = join(process.cwd(), 'node_modules', '.cache');

export function pathWithoutReducers(): string {
  mkdirSync(around, { recursive: true });
  const folder = mkdtempSync(join(around, 'path-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const from of new Set((process.env['PATH'] ?? '').split(':').filter((each) => existsSync(each))))
    for (const name of readdirSync(from))
      if (!/^c(?:vise|reduce)/.test(name) && !existsSync(join(folder, name)))
        symlinkSync(join(from, name), join(folder, name));
  return folder;
}
