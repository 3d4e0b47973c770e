/** Files that appear with their whole content, and once: if several processes make one, only one succeeds. */
import { linkSync, rmSync, writeFileSync } from 'node:fs';

/** Error codes of file systems without hard links. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * True if this call made the file, with this text. No other process may use the name `temporary`.
 */
export function appears(file: string, text: string, temporary: string): boolean {
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text);
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
    return createdAlone(file, text);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function createdAlone(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
