/** How much of one C program is another's, by `sim_c` of Debian's similarity-tester. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

/** Percent of the child that consists of the parent's material. */
export async function similarity(child: string, parent: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-similarity-'));
  try {
    writeFileSync(join(folder, 'child.c'), child);
    writeFileSync(join(folder, 'parent.c'), parent);
    const { stdout } = await execa('sim_c', ['-p', '-a', 'child.c', 'parent.c'], { cwd: folder });
    return Number(/^child\.c consists for (\d+) % of parent\.c/m.exec(stdout)?.[1] ?? 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Percent of the values for which something holds; 0 of none. */
export function percentOf<T>(values: readonly T[], holds: (value: T) => boolean): number {
  return values.length === 0 ? 0 : (100 * values.filter(holds).length) / values.length;
}
