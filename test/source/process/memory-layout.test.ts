import { join } from 'node:path';

import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

import { choicesFolder } from '../../../src/source/process/choice-library.ts';
import { at, HEADER_BYTES, roomFor, seenNames, VERSION } from '../../../src/source/process/memory-layout.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const cNames: Readonly<Record<string, string>> = {
  headerBytes: 'header_bytes',
  maxIntegerSites: 'max_integer_sites',
  maxDepth: 'max_depth',
  maxChoices: 'max_choices',
  maxScopes: 'max_scopes',
};
const cName = (name: string): string =>
  cNames[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('the layout of the shared memory', () => {
  it('is the same in C and in TypeScript', async () => {
    const names = Object.keys(at);
    const source = [
      '#include <stdio.h>',
      '#include "memory.h"',
      'int main(void) {',
      ...names.map((name) => `printf("%zu\\n", __builtin_offsetof(struct cgfuzz_header, ${cName(name)}));`),
      'printf("%zu %d %d\\n", sizeof(struct cgfuzz_header), CGFUZZ_VERSION, SEEN_PLACES + 1);',
      '}',
    ].join('\n');
    const binary = join(temporaryFolder(), 'offsets');
    await execa('gcc', ['-xc', '-', '-I', join(choicesFolder, 'lib'), '-o', binary], { input: source });
    const lines = (await execa(binary)).stdout.split('\n');
    expect(Object.fromEntries(names.map((name, i) => [name, Number(lines[i])]))).toEqual(at);
    expect(lines.at(-1)).toBe(`${HEADER_BYTES} ${VERSION} ${seenNames.length}`);
  });

  it('has parts that do not overlap', () => {
    const room = roomFor(1_000, 2_000);
    const starts = [
      room.symbolsAt,
      room.argumentsAt,
      room.inputOpsAt,
      room.inputWordsAt,
      room.opsAt,
      room.wordsAt,
    ];
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(room.inputWordsAt - room.inputOpsAt).toBeGreaterThanOrEqual(room.ops * 2);
    expect(room.totalBytes - room.wordsAt).toBeGreaterThanOrEqual(room.words * 4);
  });
});
