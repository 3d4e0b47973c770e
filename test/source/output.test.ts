/** Where programs may appear, and what of it is taken. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import {
  GeneratorFailure,
  openSource,
  type Output,
  type Source,
  type SourceDefinition,
} from '../../src/source/index.ts';

let source: Source | undefined;
afterEach(async () => {
  await source?.close();
  source = undefined;
});

/** Runs a shell as the generator. */
async function made(
  script: string,
  writes: Output,
  temporaryFolder: string = tmpdir(),
): ReturnType<Source['run']> {
  const definition: SourceDefinition = {
    name: 'shell',
    summary: 'for tests',
    language: 'c',
    command: ['sh', '-c', script],
    reach: 'preload',
    process: 'exec',
    scopes: 'own',
    writes,
    limits: { folderBytes: 1 << 20 },
  };
  source = openSource(definition, { temporaryFolder });
  return source.run({});
}

const folder: Output = { to: 'folder', main: 'test.c' };

describe('a program', () => {
  it.each([
    ['on standard output', 'echo "int x;"', { to: 'stdout' }, ['test.c']],
    [
      'in a file',
      'mkdir out; echo "int x;" > out/x.c; echo > log',
      { to: 'file', path: 'out/x.c' },
      ['out/x.c'],
    ],
    [
      'in a folder, of several files',
      'mkdir -p a/b; echo "int y;" > a/b/y.h; echo "#include \\"a/b/y.h\\"" > test.c; : > empty.h',
      folder,
      ['a/b/y.h', 'empty.h', 'test.c'],
    ],
  ] as const)('may come %s', async (_, script, writes, paths) => {
    const result = await made(script, writes);
    if (result.outcome !== 'ok') throw result.outcome === 'failed' ? result.error : new Error(result.outcome);
    expect(result.program.files.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    ['a link out of the folder', 'ln -s /etc/passwd secret.h', /made "secret.h", which is no file/],
    ['a link to a folder', 'ln -s /etc folder', /made "folder", which is no file/],
    ['a pipe', 'mkfifo pipe', /made "pipe", which is no file/],
    ['a name that means something else elsewhere', 'echo > "..\\\\..\\\\x"', /wrote a file named/],
    ['a name of two lines', 'echo > "a\nb"', /wrote a file named "a\\nb"/],
    ['folders without end', 'mkdir -p 1/2/3/4/5/6/7/8/9/10', /nested folders more than 8 deep/],
    ['too many files', 'for i in $(seq 1100); do : > $i; done', /more than 1000 files/],
    ['a file with a hole', 'truncate -s 900K a; truncate -s 900K b', /wrote 921600 bytes|more than 1 MiB/],
    ['no main file', 'rm test.c', /wrote no test.c/],
    ['nothing in it', ': > test.c', /wrote an empty test.c/],
  ])('is refused for %s', async (_, script, message) => {
    const result = await made(`echo "int x;" > test.c; ${script}`, folder);
    if (result.outcome !== 'failed' || !(result.error instanceof GeneratorFailure))
      throw new Error(result.outcome);
    expect(result.error.message).toMatch(message);
  });

  it.each([
    [
      'a folder on the way to the file that is a link',
      'ln -s "$OTHER" out',
      { to: 'file', path: 'out/passwd' } as const,
    ],
    ['its own folder replaced by a link', 'cd /; rm -r "$TMPDIR"; ln -s "$OTHER" "$TMPDIR"', folder],
  ])('is not read through %s', async (_, script, writes) => {
    const other = mkdtempSync(join(tmpdir(), 'cgfuzz-other-'));
    onTestFinished(() => rmSync(other, { recursive: true }));
    for (const name of ['passwd', 'test.c']) writeFileSync(join(other, name), 'secret\n');
    const result = await made(`OTHER=${other}; ${script}`, writes);
    expect(result).toMatchObject({ outcome: 'failed', error: { reason: 'no program' } });
    // Cleaning up does not go through it either.
    await source?.close();
    expect(readdirSync(other)).toEqual(['passwd', 'test.c']);
  });

  it('leaves no folder behind, however deep, locked or moved', async () => {
    const top = mkdtempSync(join(tmpdir(), 'cgfuzz-top-'));
    onTestFinished(() => rmSync(top, { recursive: true }));
    const deep = 'i=0; while [ $i -lt 1500 ]; do mkdir d; cd d; i=$((i+1)); done';
    const script = `echo > test.c; mkdir a a/b; : > a/b/c; chmod 0 a/b a; ln -s /etc etc; ${deep}; mv "$TMPDIR" ${top}/moved`;
    const result = await made(script, { to: 'stdout' }, top);
    // Folders count as files that it wrote, as far as the file system gives them blocks.
    const reason = expect.stringMatching(/^(?:no program|output)$/) as string;
    expect(result).toMatchObject({ outcome: 'failed', error: { reason } });
    await source?.close();
    expect(readdirSync(top)).toEqual([]);
  });
});
