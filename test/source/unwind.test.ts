/** Walks of the call stack that trust the walk before. */
import { join } from 'node:path';

import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

import { choicesFolder } from '../../src/source/process/choice-library.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('a walk that trusts the one before', () => {
  it.each(['-O0', '-O1', '-O2'])('finds what a walk over all frames finds (%s)', async (level) => {
    const lib = join(choicesFolder, 'lib');
    const binary = join(temporaryFolder(), 'walks');
    const parts = ['unwind.c', 'frame-rules.c', 'modules.c'].map((file) => join(lib, file));
    const walks = join(import.meta.dirname, 'generators', 'walks.c');
    await execa('gcc', ['-std=gnu11', level, `-I${lib}`, walks, ...parts, '-o', binary]);
    expect((await execa(binary)).stdout).toMatch(/\d{4} walks, \d{4} kept frames, 0 different/);
  });
});
