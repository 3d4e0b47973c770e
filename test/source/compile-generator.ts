/** Compiles a generator for tests, with the choice library linked in, into a folder that goes with the tests. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { execa } from 'execa';
import { afterAll } from 'vitest';

import { choiceLibrary } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

// Asked for here, since a file's end can no longer be waited for from inside its tests and hooks.
const folder = temporaryFolder(afterAll);

export async function compileGenerator(file: string, ...flags: readonly string[]): Promise<string> {
  const library = await choiceLibrary();
  const binary = join(mkdtempSync(join(folder, 'of-')), 'generator');
  const compiler = file.endsWith('.c') ? ['gcc', '-std=gnu11'] : ['g++', '-std=c++20'];
  const source = join(import.meta.dirname, 'generators', file);
  await execa(compiler[0]!, [
    compiler[1]!,
    '-O1',
    `-I${library.include}`,
    ...flags,
    source,
    ...(flags.includes('-DUNLINKED') ? [] : [library.object]),
    '-o',
    binary,
  ]);
  return binary;
}
