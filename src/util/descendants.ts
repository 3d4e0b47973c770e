/** Processes that a process started, and their processes, by the kernel's lists of children. */
import { readFileSync } from 'node:fs';

/** Parents come before their children. Empty if the process is gone, or on a kernel without these lists. */
export function descendantsOf(pid: number): number[] {
  const found = [pid];
  for (const each of found)
    try {
      const children = readFileSync(`/proc/${each}/task/${each}/children`, 'latin1');
      for (const child of children.split(' '))
        if (child !== '' && !found.includes(Number(child))) found.push(Number(child));
    } catch {
      // It ended.
    }
  return found.slice(1);
}
