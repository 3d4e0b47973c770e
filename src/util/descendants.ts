/** Processes that a process started, and their processes, by the kernel's lists of children. */
import { readdirSync, readFileSync } from 'node:fs';

/** Parents come before their children. Empty if the process is gone, or on a kernel without these lists. */
export function descendantsOf(pid: number): number[] {
  const found = new Set([pid]);
  for (const each of found) for (const child of childProcessesOf(each)) found.add(child);
  return [...found].slice(1);
}

/** The children of all threads of a process. */
export function childProcessesOf(pid: number): number[] {
  try {
    const children: number[] = [];
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const line = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trimEnd();
      if (line !== '') children.push(...line.split(' ').map(Number));
    }
    return children;
  } catch {
    // It ended.
    return [];
  }
}
