/**
 * A disk that fails at a certain write: it is full, can only be read, breaks, or the process is killed there.
 *
 * The functions of `node:fs` that change something are replaced while a case runs. Only what lies under one folder
 * counts. Invariant: a kill at a write leaves at most a part of it. Nothing after it is done, whatever the code tries
 * when it hears of the kill.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export type Fault = 'full' | 'full-once' | 'read-only' | 'broken' | 'denied' | 'killed';

export const faults: readonly Fault[] = ['full', 'full-once', 'read-only', 'broken', 'denied', 'killed'];

/** In place of what a process that was killed would do next. */
export class Killed extends Error {}

const codes: Readonly<Record<Exclude<Fault, 'killed'>, string>> = {
  full: 'ENOSPC',
  'full-once': 'ENOSPC',
  'read-only': 'EROFS',
  broken: 'EIO',
  denied: 'EACCES',
};

const changing = [
  'appendFileSync',
  'chmodSync',
  'copyFileSync',
  'cpSync',
  'fsyncSync',
  'ftruncateSync',
  'linkSync',
  'mkdirSync',
  'mkdtempSync',
  'openSync',
  'renameSync',
  'rmSync',
  'symlinkSync',
  'truncateSync',
  'unlinkSync',
  'writeFileSync',
  'writeSync',
  'writevSync',
] as const;
type Name = (typeof changing)[number];
type Call = (...args: unknown[]) => unknown;

/** Calls that need no room. */
const freeing: readonly Name[] = [
  'chmodSync',
  'ftruncateSync',
  'renameSync',
  'rmSync',
  'truncateSync',
  'unlinkSync',
];

export interface Disk {
  /** How many changes were asked for. */
  readonly changes: number;
  readonly isKilled: boolean;
  /** Did the fault come? */
  readonly hasFailed: boolean;
}

/** `at` is the number of the change that fails, from 0; `share` is how much of a write is done before. */
export async function withFaultyDisk<T>(
  root: string,
  { fault, at, share }: { readonly fault: Fault; readonly at: number; readonly share: number },
  work: (disk: Disk) => Promise<T> | T,
): Promise<T> {
  const disk = { changes: 0, isKilled: false, hasFailed: false };
  const originals = new Map<Name, Call>(changing.map((name) => [name, fs[name] as Call]));
  const own = new Set<unknown>();
  let depth = 0;
  const replacement =
    (name: Name, original: Call): Call =>
    (...args) => {
      const isOurs = depth === 0 && (typeof args[0] === 'number' ? own.has(args[0]) : isUnder(root, args));
      if (!isOurs || !changes(name, args)) return tracked(name, original, args);
      if (disk.isKilled) throw new Killed(name);
      const number = disk.changes++;
      if (!failsAt(name, number, fault, at)) return tracked(name, original, args);
      disk.hasFailed = true;
      depth++;
      try {
        if (number === at) writePart(originals, name, args, share);
      } finally {
        depth--;
      }
      if (fault !== 'killed') throw systemError(codes[fault], name, args);
      disk.isKilled = true;
      throw new Killed(name);
    };
  const tracked = (name: Name, original: Call, args: unknown[]): unknown => {
    depth++;
    try {
      const result = original(...args);
      if (name === 'openSync' && depth === 1 && isUnder(root, args)) own.add(result);
      return result;
    } finally {
      depth--;
    }
  };
  const target = fs as unknown as Record<Name, Call>;
  for (const [name, original] of originals) target[name] = replacement(name, original);
  syncBuiltinESMExports();
  try {
    return await work(disk);
  } finally {
    for (const [name, original] of originals) target[name] = original;
    syncBuiltinESMExports();
  }
}

function isUnder(root: string, args: readonly unknown[]): boolean {
  return args.slice(0, 2).some((arg) => typeof arg === 'string' && arg.startsWith(root));
}

function changes(name: Name, args: readonly unknown[]): boolean {
  if (name !== 'openSync') return true;
  return typeof args[1] === 'string' && /[wa+]/.test(args[1]);
}

function failsAt(name: Name, number: number, fault: Fault, at: number): boolean {
  switch (fault) {
    case 'read-only':
      return true;
    case 'full':
      return number >= at && !freeing.includes(name);
    case 'full-once':
      return number === at && !freeing.includes(name);
    default:
      return number === at;
  }
}

/** The part of its work that a failing write has done. */
function writePart(
  originals: ReadonlyMap<Name, Call>,
  name: Name,
  args: readonly unknown[],
  share: number,
): void {
  const write = originals.get('writeSync')!;
  if (name === 'writeSync' && args[1] instanceof Uint8Array) {
    const [fd, bytes, offset = 0, length = bytes.length - offset, position = null] = args as [
      unknown,
      Uint8Array,
      number?,
      number?,
      unknown?,
    ];
    write(fd, bytes, offset, Math.floor(length * share), position);
  } else if (name === 'writevSync') {
    const whole = Buffer.concat(args[1] as Uint8Array[]);
    write(args[0], whole, 0, Math.floor(whole.length * share), args[2] ?? null);
  } else if (name === 'writeFileSync' || name === 'appendFileSync') {
    const content = Buffer.from(args[1] as string | Uint8Array);
    originals.get(name)!(args[0], content.subarray(0, Math.floor(content.length * share)));
  }
}

function systemError(code: string, name: Name, args: readonly unknown[]): Error {
  const path = args.find((arg) => typeof arg === 'string');
  const syscall = name.replace('Sync', '').replace('File', '').toLowerCase();
  return Object.assign(new Error(`${code}: the test says so, ${syscall}`), { code, syscall, path });
}
