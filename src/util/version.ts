/** The version of this cgfuzz, as its package says. */
import { readFileSync } from 'node:fs';

export function cgfuzzVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
