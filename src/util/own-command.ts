/** The command `cgfuzz` of this package: scripts that it runs may ask it, and it need not be on the search path. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Undefined if this code runs apart from its package. */
export function ownCommand(): string | undefined {
  const path = fileURLToPath(new URL('../../bin/cgfuzz.mjs', import.meta.url));
  return existsSync(path) ? path : undefined;
}
