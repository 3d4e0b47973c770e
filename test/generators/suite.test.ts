/** A suite as a source: each file of a folder is one program, with the options and headers that it needs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { findSource } from '../../src/generators/index.ts';
import { isInProcess } from '../../src/source/definition.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function folderOfTests(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'more'));
  const files = {
    'a.c': '/* { dg-options "-O3 -fwrapv -mavx2" } */\n#include "a.h"\nint main() { return A; }\n',
    'a.h': '#define A 0\n',
    'more/b.c': 'int main() { return 0; }\n',
    README: 'no test\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function drawn(settings: string): Promise<Record<string, unknown>[]> {
  const source = await findSource(`suite ${settings}`, '/');
  if (!isInProcess(source) || !('generate' in source)) throw new Error('suite runs in a thread');
  const alphabet = new Alphabet();
  const made = Array.from({ length: 20 }, (_, seed) =>
    replay((draw) => source.generate(draw), { alphabet, seed }),
  );
  return made.flatMap((each) =>
    each.outcome === 'ok' ? [each.value as unknown as Record<string, unknown>] : [],
  );
}

describe('a suite', () => {
  it('gives each C file below its folder, with the options that its meaning needs and no others', async () => {
    const programs = await drawn(`folder=${folderOfTests()}`);
    expect(new Set(programs.map(({ main }) => main))).toEqual(new Set(['a.c', 'b.c']));
    const [a] = programs.filter(({ main }) => main === 'a.c');
    expect(a).toMatchObject({ files: [{ path: 'a.c' }, { path: 'a.h' }] });
    const words = a?.['compilerArgs'] as string[];
    expect(words.filter((word) => !word.startsWith('-Wno-'))).toEqual(['-w', '-std=gnu17', '-fwrapv']);
    expect(words).toContain('-Wno-implicit-int');
  });

  it('says what it needs', async () => {
    await expect(findSource('suite size=3', '/')).rejects.toThrow('suite knows no setting "size=3"');
  });
});
