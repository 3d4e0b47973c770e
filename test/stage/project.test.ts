/** A project of several files as the program of a source, which stages change one file at a time. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSource } from '../../src/generators/sources.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { openSource, preparedSource } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { world } from '../target/world.ts';

const page = readFileSync(new URL('../../docs/stages.md', import.meta.url), 'utf8');

const files = {
  'sum.h': 'int sum(int, int);\n',
  'sum.c': `#include "sum.h"
static int odd = 3;
int sum(int a, int b) {
  if (a > 100) { odd = b; a += odd; }
  return a + b;
}
`,
  'main.c': `int printf(const char *, ...);
#include "sum.h"
int main(void) { printf("%d\\n", sum(3, 4)); return 0; }
`,
};

it('is what the module of the page makes of a folder, and prints the same whatever emi changes', async () => {
  const folder = temporaryFolder();
  const [, module = ''] = /```js\n(\/\/ project\.mjs\n[^]*?)```/.exec(page) ?? [];
  writeFileSync(join(folder, 'project.mjs'), module);
  mkdirSync(join(folder, 'project'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, 'project', path), text);
  const definition = await preparedSource(await findSource('./project.mjs | emi', folder), () => undefined);
  const source = openSource(definition);
  const laboratory = await Laboratory.open(world);
  const [mains, variants] = [new Set<string>(), new Set<string>()];
  try {
    for (let seed = 0; seed < 60; seed++) {
      const test = await source.run({ seed });
      if (test.outcome !== 'ok') throw new Error(test.outcome);
      const { program } = test;
      mains.add(program.main);
      const texts = program.files.map(({ bytes }) => Buffer.from(bytes).toString()).join('');
      if (variants.has(texts)) continue;
      variants.add(texts);
      const [does] = await laboratory.behave(program, [{ compiler: 'gcc-12', args: ['-O1', '-w'] }]);
      expect(does?.kind === 'ran' && does.run.stdout).toBe('7\n');
    }
  } finally {
    await source.close();
    await laboratory.close();
  }
  expect([...mains].toSorted()).toEqual(['main.c', 'sum.c']);
  expect(variants.size).toBeGreaterThan(1);
}, 60_000);
