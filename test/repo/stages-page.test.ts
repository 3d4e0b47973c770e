/** docs/stages.md: the worked example is a stage, its programs do what they did without it; and the programs shown are made. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSource } from '../../src/generators/sources.ts';
import { compilerArgsFor, openSource } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const page = readFileSync('docs/stages.md', 'utf8');
const [, example = ''] = /^```js\n([^]*?)^```$/m.exec(page) ?? [];

it(
  'has an example of less than a hundred lines, that changes programs of Csmith and keeps what they print',
  { timeout: 240_000 },
  async () => {
    expect(example.split('\n').length).toBeLessThan(100);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'once.mjs'), example);
    const [definition, plain] = [
      await findSource('csmith-scoped | ./once.mjs', folder),
      await findSource('csmith-scoped', folder),
    ];
    const [chain, source] = [openSource(definition), openSource(plain)];
    const printed = (code: string): string => {
      const [path, out] = [join(folder, 'test.c'), join(folder, 'test')];
      writeFileSync(path, code);
      const { status, stderr } = spawnSync(
        'clang-19',
        [...compilerArgsFor(definition), '-O1', '-o', out, path, '-lm'],
        { encoding: 'utf8' },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return spawnSync(out, { encoding: 'utf8', timeout: 5_000 }).stdout;
    };
    let changed = 0;
    try {
      for (let seed = 1; changed < 4 && seed < 60; seed++) {
        const limits = { maxChoices: 15_000 };
        const [before, after] = [await source.run({ seed, limits }), await chain.run({ seed, limits })];
        if (before.outcome !== 'ok' || after.outcome !== 'ok') continue;
        const [a, b] = [before, after].map(({ program }) => Buffer.from(program.files[0]!.bytes).toString());
        if (a === b) continue;
        changed++;
        expect(b).toContain('while (0);');
        expect(printed(b!)).toBe(printed(a!));
        const again = await chain.run({ sequence: after.record, isAnew: true });
        expect(again.record.equals(after.record)).toBe(true);
      }
    } finally {
      await Promise.all([chain.close(), source.close()]);
    }
    expect(changed).toBe(4);
  },
);

it('shows lines of programs that are made by the seed that it names', { timeout: 240_000 }, async () => {
  const shown = [...page.matchAll(/^```c\n([^]*?)^```$/gm)].map(([, block]) =>
    block!
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && line !== '...'),
  );
  const names = ['csmith-scoped', 'csmith-scoped | relax', 'csmith-scoped | live'];
  expect(shown.length).toBe(names.length);
  for (const [index, name] of names.entries()) {
    const source = openSource(await findSource(name, '/'));
    const made = await source.run({ seed: 27 });
    await source.close();
    if (made.outcome !== 'ok') throw new Error(made.outcome);
    const lines = Buffer.from(made.program.files[0]!.bytes)
      .toString()
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toEqual(expect.arrayContaining(shown[index]!));
  }
});
