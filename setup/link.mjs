/** `npx cgfuzz` in a clone: npm links the commands of every package but its own. Runs after `npm ci`, in milliseconds. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { inPackages } from './paths.mjs';

const link = inPackages('.bin/cgfuzz');
if (!existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync('../../bin/cgfuzz.mjs', link);
}
