/** malloc as generators have it that were built with the wrappers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

import { choiceLibrary } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const exercise = join(import.meta.dirname, 'generators', 'heap.c');

async function build(source: string): Promise<string> {
  const binary = join(temporaryFolder(), 'program');
  const { wrappers } = await choiceLibrary();
  await execa(join(wrappers, 'cgfuzz-cc'), ['-O2', '-fno-builtin', source, '-o', binary]);
  return binary;
}

describe('the heap of a generator', () => {
  it('has small blocks without headers, and keeps what is written to blocks of all sizes', async () => {
    expect((await execa(await build(exercise))).stdout).toBe('64 bytes apart, 0 wrong');
  });

  it('ends where the limit on data ends, and says so', async () => {
    const limit = 100 * 2 ** 20;
    const { stdout } = await execa('prlimit', [`--data=${limit}`, await build(exercise), 'fill']);
    const bytes = Number(stdout) * 1_000;
    expect(bytes).toBeGreaterThan(limit * 0.8);
    expect(bytes).toBeLessThan(limit);
  });

  it('is not that of a program which has its own', async () => {
    const source = join(temporaryFolder(), 'own.c');
    writeFileSync(
      source,
      `#include <stddef.h>
       #include <stdio.h>
       static char room[1 << 20];
       static size_t used;
       void *malloc(size_t bytes) { used += (bytes + 15) & ~15ul; return room + used - ((bytes + 15) & ~15ul); }
       void free(void *memory) { (void)memory; }
       int main(void) {
         char *mine = malloc(100);
         fprintf(stderr, "%s", mine >= room && mine < room + sizeof room ? "own" : "another's");
         return 0;
       }`,
    );
    expect((await execa(await build(source))).stderr).toBe('own');
  });
});
