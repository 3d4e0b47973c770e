/** `cgfuzz source`, on a generator that is compiled for the tests. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exitCodes } from '../../src/cli/command.ts';
import { compileGenerator } from '../source/compile-generator.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz, type Said } from './cgfuzz.ts';

const folder = temporaryFolder(afterAll);

beforeAll(async () => {
  const binary = await compileGenerator('misbehave.c', '-DUNLINKED');
  const write = (file: string, fields: Record<string, unknown>): void => {
    const definition = {
      name: 'mine',
      summary: 'for tests',
      language: 'text',
      command: [binary],
      reach: 'preload',
      process: 'fork',
      scopes: 'stack',
      writes: { to: 'stdout' },
      ...fields,
    };
    writeFileSync(join(folder, file), `export default ${JSON.stringify(definition)};\n`);
  };
  write('good.mjs', {});
  write('processor.mjs', { command: [binary, 'processor'] });
  writeFileSync(join(folder, 'leaves.mjs'), 'process.exit(0);\n');
  write('unknown-reach.mjs', { reach: 'telepathy' });
}, 60_000);

const source = (...words: string[]): Promise<Said> => cgfuzz(folder, 'source', ...words);

describe('cgfuzz source', () => {
  it('lists the sources that come with it', async () => {
    const { code, stdout } = await source('list');
    expect(code).toBe(exitCodes.ok);
    expect(stdout).toMatch(/^csmith +\S.*\ncsmith-scoped +\S.*$/m);
  });

  it('calls a source good, and says what was found out', async () => {
    const { code, stdout } = await source('check', './good.mjs', '--programs', '2');
    expect(stdout).toMatch(/^mine: good\n {2}replayed 2 programs twice each/);
    expect(code).toBe(exitCodes.ok);
  });

  it('calls one that cannot be replayed not good, and exits with 1', async () => {
    const { code, stdout } = await source('check', './processor.mjs', '--programs', '2');
    expect(stdout).toMatch(/^mine: not good\n/);
    expect(stdout).toMatch(/first difference/);
    expect(code).toBe(exitCodes.found);
  });

  it('builds one that needs no building by saying what it runs', async () => {
    const { code, stdout } = await source('build', 'csmith');
    expect({ code, stdout }).toEqual({ code: exitCodes.ok, stdout: 'csmith: csmith --seed 1 --concise\n' });
  });

  it.each([
    [['check', 'csmth'], /no source named "csmth"\n(.*\n)*.*did you mean csmith\?/],
    [['check'], /needs a NAME\n.*cgfuzz source list/],
    [['paint', 'csmith'], /cannot paint a source\n.*list, check, build/],
    [['check', './leaves.mjs'], /cannot load the source definition [^]*its top level ends the process/],
    [['check', './nowhere.mjs'], /cannot load the source definition/],
    [['check', './unknown-reach.mjs'], /reach is "telepathy"; allowed: preload, linked, stream/],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await source(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(exitCodes.usage);
  });
});
