/** Files that appear with their content, once: of several processes that make one, one succeeds. */
import { linkSync, rmSync, writeFileSync } from 'node:fs';

/** Answers of file systems without hard links. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Whether the file is there now with this text, made by this call. Nobody else may use the name `temporary`. */
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
