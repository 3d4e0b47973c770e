/** `cgfuzz source`, on a generator that is compiled for the tests. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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
  execFileSync('mkfifo', [join(folder, 'pipe.mjs')]);
  write('aborting.mjs', { command: [binary, 'abort'] });
  write('unknown-engines.mjs', { engines: 'all' });
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
    expect(stdout).toMatch(/^mine: (good|weak)\n(.*\n)* {2}replayed 2 programs twice each/);
    expect(code).toBe(exitCodes.ok);
  });

  it('calls one that cannot be replayed not good, and exits with 1', async () => {
    const { code, stdout } = await source('check', './processor.mjs', '--programs', '2');
    expect(stdout).toMatch(/^mine: not good\n/);
    expect(stdout).toMatch(/first difference/);
    expect(code).toBe(exitCodes.found);
  });

  it('gives the figures as one object', async () => {
    const words = ['check', './good.mjs', '--programs', '2', '--mutants', '3', '--json'];
    const { stdout } = await source(...words);
    const { source: name, verdict, lines, figures } = JSON.parse(stdout);
    expect(name).toBe('mine');
    expect(['good', 'weak']).toContain(verdict);
    expect(lines.join('\n')).toContain('identical records');
    expect(figures.usage.choices).toEqual({ tenth: 10, median: 10, ninetieth: 10 });
    expect(figures.single.mutants).toBe(3);
    expect(figures.randomness.rand).toBeGreaterThan(0);
  });

  it('makes a program and its choices, equally for equal seeds', async () => {
    const { code, stdout } = await source('make', './good.mjs', '--seed', '3', '--out', 'three');
    expect({ code, stdout }).toEqual({
      code: exitCodes.ok,
      stdout: 'three/test.txt\nthree/sequence.cgseq\n',
    });
    const text = readFileSync(join(folder, 'three/test.txt'), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(10);
    const shown = await cgfuzz(folder, 'show', 'three/sequence.cgseq', '--program', '--source=./good.mjs');
    expect(shown.stdout).toBe(text);
    await source('make', './good.mjs', '--seed', '3', '--out', 'again');
    for (const file of ['test.txt', 'sequence.cgseq'])
      expect(readFileSync(join(folder, 'again', file))).toEqual(readFileSync(join(folder, 'three', file)));
    const second = await source('make', './good.mjs', '--seed', '4', '--out', 'three');
    expect(second.stderr).toMatch(/three is there already and not empty\n.*--out DIR/);
    expect(second.code).toBe(exitCodes.usage);
  });

  it('says which construct a reader refuses, and how many programs', async () => {
    writeFileSync(
      join(folder, 'remarks.mjs'),
      `export default { name: 'remarks', summary: 'x', language: 'text', generate(draw) {
        const text = draw.scope('number', () => String(draw.integer(0, 99_999)));
        return draw.integer(0, 2) > 0 ? text : text + draw.scope('remark', () => '#' + draw.integer(0, 99));
      } };`,
    );
    writeFileSync(join(folder, 'read'), '#!/bin/sh\n! grep -q "#" "$1"\n', { mode: 0o755 });
    const words = ['./remarks.mjs', '--target=command:./read @@', '--programs=40', '--mutants=0'];
    const { stdout } = await source('check', ...words);
    const [, refused = ''] = /\.\/read @@ refused (\d+) of 40 programs/.exec(stdout) ?? [];
    expect(stdout).toContain(
      `refused most: remark of remarks: 100% of ${refused} tests with it, 0% of ${40 - Number(refused)} without\n`,
    );
  });

  it('builds one that needs no building by saying what it runs', async () => {
    const { code, stdout } = await source('build', 'csmith');
    expect({ code, stdout }).toEqual({ code: exitCodes.ok, stdout: 'csmith: csmith --seed 1 --concise\n' });
  });

  it.each([
    [['check', 'csmth'], /no source named "csmth"\n(.*\n)*.*did you mean csmith\?/],
    [['check'], /needs a NAME\n.*cgfuzz source list/],
    [['check', './leaves.mjs'], /cannot load the source definition [^]*its top level ends the process/],
    [['paint', 'csmith'], /no action named "paint"\n.*list, new, from, check, advise, make, build/],
    [['check', './nowhere.mjs'], /cannot load the source definition/],
    [['check', './pipe.mjs'], /cannot load the source definition [^]*pipe.mjs: it is no file/],
    [['make', './aborting.mjs'], /mine makes no program for seed 1\n.*SIGABRT(.*\n)*.*--seed 2/],
    [['check', './unknown-engines.mjs'], /engines is no list of texts, as in \['std'/],
    [['check', './unknown-reach.mjs'], /reach is "telepathy"; allowed: preload, linked, stream/],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await source(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(exitCodes.usage);
  });
});
