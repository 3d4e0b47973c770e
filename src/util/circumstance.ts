/**
 * Circumstances are refusals of the machine: no room, no permission, a missing file. None of them is a bug of
 * ours. So each is shown in one line, like any other problem that a person can mend.
 *
 * Invariant: this covers every error of a system call; the code that catches other errors handles them.
 */
import { UserError } from './user-error.ts';

interface Circumstance {
  readonly reason: string;
  readonly hint?: string;
}

const ROOM = 'make room; nothing that was kept before is lost';

const circumstances: Readonly<Record<string, Circumstance>> = {
  EACCES: { reason: 'you have no permission' },
  EAGAIN: { reason: 'nothing is there to be read, or there are too many processes' },
  EBUSY: { reason: 'it is in use' },
  EDQUOT: { reason: 'your share of the disk is used up', hint: ROOM },
  EEXIST: { reason: 'a file or folder of this name is there already' },
  EFBIG: { reason: 'a file may not be as large as that' },
  EINVAL: { reason: 'the system takes no such name or value' },
  EIO: { reason: 'the disk does not read or write' },
  EISDIR: { reason: 'it is a folder' },
  ELOOP: { reason: 'its links lead in a circle' },
  EMFILE: { reason: 'too many files are open', hint: 'allow more: ulimit -n' },
  ENAMETOOLONG: { reason: 'its name is too long' },
  ENFILE: { reason: 'too many files are open on this machine' },
  ENODEV: { reason: 'there is no such device' },
  ENOENT: { reason: 'there is no such file or folder' },
  ENOMEM: { reason: 'there is no memory left' },
  ENOSPC: { reason: 'there is no room left on the disk', hint: ROOM },
  ENOTDIR: { reason: 'a part of its path is not a folder' },
  ENOTEMPTY: { reason: 'it is a folder that is not empty' },
  ENXIO: { reason: 'there is nothing behind it' },
  EPERM: { reason: 'you have no permission' },
  EROFS: { reason: 'it lies on a disk that can only be read' },
  ESTALE: { reason: 'the machine that it lies on has forgotten it' },
  ETXTBSY: { reason: 'it is being executed' },
  EXDEV: { reason: 'it lies on another disk' },
  ERR_FS_EISDIR: { reason: 'it is a folder' },
  ERR_FS_FILE_TOO_LARGE: { reason: 'it is larger than can be read' },
};

const verbs: Readonly<Record<string, string>> = {
  chmod: 'change',
  copyfile: 'copy',
  cp: 'copy',
  fsync: 'write',
  ftruncate: 'write',
  lstat: 'look at',
  mkdir: 'make',
  mkdtemp: 'make',
  read: 'read',
  rename: 'replace',
  rm: 'remove',
  rmdir: 'remove',
  scandir: 'read',
  stat: 'look at',
  symlink: 'make',
  unlink: 'remove',
  write: 'write',
  writev: 'write',
};

/** Undefined if the machine is not the cause. */
export function circumstanceOf(error: unknown): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (hasZeroByte(error))
    return new UserError('a name of a file has a zero byte in it', ['no file has such a name']);
  const { code, path, dest, syscall = '' } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const known = code === undefined ? undefined : circumstances[code];
  if (known === undefined) return undefined;
  const verb = syscall.startsWith('spawn') ? 'run' : (verbs[syscall] ?? 'open');
  const what = dest ?? path ?? (verb === 'write' ? 'to the disk' : 'a file');
  return new UserError(
    `cannot ${verb} ${what}: ${known.reason}`,
    known.hint === undefined ? [] : [known.hint],
  );
}

/** Node has one code for all invalid arguments; for file names, only a zero byte is invalid. */
function hasZeroByte(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_INVALID_ARG_VALUE' && error.message.includes('without null bytes');
}

/** True if there was no room to write, on the disk or in a quota. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The words of a system's error, for a message that names the file itself. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  const known = code === undefined ? undefined : circumstances[code];
  return known?.reason ?? (error instanceof Error ? error.message : String(error));
}
