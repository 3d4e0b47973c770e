/**
 * The name of a process, which is unique in the fleet: no other process on any machine has it, now or later.
 */
import { hash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** The running kernel, and the numbering of processes: two containers may both have a process 1. */
export function machineName(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
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

export function processName(): string {
  return hash('sha256', `${machineName()} ${process.pid} ${startOf(process.pid)}`).slice(0, 16);
}
