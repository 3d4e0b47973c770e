/** A file by its path, size and time: another stamp means another content, unless somebody set the time back. */
import { statSync } from 'node:fs';

export function fileStamp(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
}
