/**
 * Owners: the process that owns a shared thing, in a form that every machine and every container can read.
 *
 * A process is known by the boot of its machine, its PID namespace, its number and its start. The kernel
 * answers only for processes of this boot and this namespace. So for all others only signs of life tell.
 */
import { hash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface Owner {
  readonly pid: number;
  /** In clock ticks since the machine started; empty if unknown. */
  readonly start: string;
  /** The boot and the PID namespace; empty in locks of the first versions of cgfuzz. */
  readonly scope: string;
  readonly host: string;
  /** Since 1970, by the clock of the disk; 0 if the lock does not say. */
  readonly sinceMs: number;
}

/** The running kernel, and the numbering of processes: two containers may both have a process 1. */
export function scopeHere(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Without /proc, this process can judge no other process.
    return '';
  }
}

/** Start of a process, in clock ticks since the machine started; undefined if there is no such process. */
export function startOf(pid: number | string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

export function ownerHere(sinceMs: number): Owner {
  const host = hostname().replaceAll(/[^\w.-]/g, '') || 'unknown';
  const scope = scopeHere() || `unknown/${host}`;
  return { pid: process.pid, start: startOf(process.pid) ?? '0', scope, host, sinceMs };
}

/** A name that no other process on any machine has, now or later. */
export function processName(): string {
  const { scope, pid, start } = ownerHere(0);
  return hash('sha256', `${scope} ${pid} ${start}`).slice(0, 16);
}

/** One line. The first versions of cgfuzz read its first two words. */
export function textOfOwner({ pid, start, scope, host, sinceMs }: Owner): string {
  return [pid, start, scope, host, Math.round(sinceMs)].join(' ');
}

/** Undefined if the text names no owner. Reads the lines of earlier versions, too. */
export function readOwner(line: string): Owner | undefined {
  const words = line.trim().split(' ');
  // The locks of fleets once began with the scope.
  if (words[0]?.includes('/') === true) words.push(words.shift()!);
  const [pid = '', start = '', scope = '', host = '', since = '0'] = words;
  if (!/^\d+$/.test(pid)) return undefined;
  return { pid: Number(pid), start, scope, host, sinceMs: Number(since) || 0 };
}

/** The answer of this machine's kernel about an owner; `elsewhere` if this kernel cannot know. */
export function fateOf({ pid, start, scope }: Owner): 'alive' | 'ended' | 'elsewhere' {
  const here = scopeHere();
  if (scope !== '' && (here === '' || scope !== here)) return 'elsewhere';
  const now = startOf(pid);
  return now !== undefined && (start === '' || now === start) ? 'alive' : 'ended';
}
