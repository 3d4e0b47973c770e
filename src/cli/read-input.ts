/** Reads a file that a person named (- means standard input), and explains a failure to the person. */
import { resolve } from 'node:path';
import { reasonOf } from '../util/circumstance.ts';
import { readOpened, readWhole } from '../util/read-whole.ts';
import { UserError } from '../util/user-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
  ELOOP: 'its links lead in a circle',
};

export function readInput(cwd: string, path: string): Uint8Array {
  try {
    return path === '-' ? readOpened(0) : readWhole(resolve(cwd, path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? reasonOf(error);
    if (path === '-') throw new UserError(`cannot read standard input: ${reason}`);
    throw new UserError(`cannot read ${path}: ${reason}`, [`looked for: ${resolve(cwd, path)}`]);
  }
}
