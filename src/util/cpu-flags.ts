/** Features of the processor of this machine. */
import { existsSync, readFileSync } from 'node:fs';

/** The features of the processor; empty if the kernel does not list them. */
export function cpuFlags(): ReadonlySet<string> {
  const file = '/proc/cpuinfo';
  const [, flags = ''] = /^flags\s*:(.*)$/m.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? [];
  return new Set(flags.trim().split(' '));
}
