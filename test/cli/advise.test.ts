/** `cgfuzz source advise`, on a generator that the wrappers build. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { findSource } from '../../src/generators/sources.ts';
import { choiceLibrary, openSource } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz } from './cgfuzz.ts';

const folder = temporaryFolder(afterAll);

function define(file: string, fields: Readonly<Record<string, unknown>>): void {
  const definition = {
    name: 'mine',
    summary: 'for tests',
    language: 'text',
    command: [join(folder, 'generator')],
    reach: 'linked',
    process: 'fork',
    scopes: 'own',
    writes: { to: 'stdout' },
    ...fields,
  };
  writeFileSync(join(folder, file), `export default ${JSON.stringify(definition)};\n`);
}

beforeAll(async () => {
  const source = join(import.meta.dirname, '../source/generators/advised.cpp');
  const wrapper = join((await choiceLibrary()).wrappers, 'cgfuzz-c++');
  await execa(wrapper, ['-std=c++17', '-O2', source, '-o', join(folder, 'generator')]);
  define('mine.mjs', {});
  define('named.mjs', { table: 'mine.table' });
  define('preloaded.mjs', { reach: 'preload', scopes: 'stack' });
  define('foreign.mjs', { command: ['/bin/true'] });
}, 180_000);

describe('cgfuzz source advise', () => {
  it('writes a table that the definition can name, and says what each line is worth', async () => {
    const said = await cgfuzz(folder, 'source', 'advise', './mine.mjs', '--programs=10', '--mutants=20');
    expect(said.code).toBe(exitCodes.ok);
    expect(said.stderr).toContain(`mine.table is written; name it in the definition: table: 'mine.table'`);
    const table = readFileSync(join(folder, 'mine.table'), 'utf8');
    const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).toContain('scope _ZL10expressionRK6Policyi');
    for (const line of lines) expect(said.stdout).toContain(line.split(' ')[1]);
    const source = openSource(await findSource('./named.mjs', folder));
    try {
      const made = await source.run({ seed: 1 });
      expect(made.outcome).toBe('ok');
      expect(made.record.scopeCount).toBeGreaterThan(0);
    } finally {
      await source.close();
    }
  }, 600_000);

  it('leaves a table alone that is there and that the definition does not name', async () => {
    const said = await cgfuzz(folder, 'source', 'advise', './mine.mjs');
    expect(said.code).toBe(exitCodes.usage);
    expect(said.stderr).toMatch(/mine\.table is there already\n.*--out FILE/);
  });

  it.each([
    ['./preloaded.mjs', /can have no table\n.*cgfuzz-cc or cgfuzz-c\+\+ built/],
    ['small-c', /can have no table/],
    ['./foreign.mjs', /makes no program with a table\n[^]*build it with cgfuzz-cc/],
  ])('says what is wrong with %s', async (name, what) => {
    const said = await cgfuzz(folder, 'source', 'advise', name);
    expect(said.code).not.toBe(exitCodes.ok);
    expect(said.stderr).toMatch(what);
  });
});
