/** Input of a program: whatever runs the program hands over the same input. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Findings } from '../../src/finding/index.ts';
import { Laboratory, matrixOf } from '../../src/laboratory/index.ts';
import { checkValidity, compare, expandHeaders, Scout } from '../../src/oracle/index.ts';
import { ARGUMENTS_FILE, type Program, programOf, STDIN_FILE } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { temporaryFolder, world } from '../target/world.ts';

/** Undefined without its arguments: it divides by their number. */
const source = `#include <stdio.h>
int main(int argc, char **argv) {
  char word[8] = "";
  if (scanf("%7s", word) != 1) return 1;
  printf("%s %d %s\\n", argv[1], 6 / (argc - 1), word);
}
`;
const fed: Program = {
  ...programOf(source),
  files: [
    ...programOf(source).files,
    { path: ARGUMENTS_FILE, bytes: Buffer.from("it's\n-4\n") },
    { path: STDIN_FILE, bytes: Buffer.from('word\n') },
  ],
};
const printed = "exit 0\nit's 3 word\n";

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(() => laboratory.close());

it('gives compared builds the input', { timeout: 120_000 }, async () => {
  const { verdict } = await compare(laboratory, fed, matrixOf(['clang-19-stock', 'gcc-12'], ['-O0', '-O2']));
  expect(verdict).toMatchObject({ kind: 'agree', opinion: { behaviour: printed } });
});

it('gives the scout the input', async () => {
  expect(
    await new Scout(laboratory).expectation(fed, [], { cpuMs: 5_000, wallMs: 9_000, memoryBytes: 0 }),
  ).toBe(printed);
});

it('gives sanitizers the input', { timeout: 120_000 }, async () => {
  expect((await checkValidity(laboratory, fed, { args: [] })).verdict).toBe('valid');
  const [test, , stdin] = fed.files;
  const bare = { ...fed, files: [test!, stdin!] };
  expect((await checkValidity(laboratory, bare, { args: [] })).verdict).toBe('undefined');
});

it('keeps the input if headers are expanded', { timeout: 120_000 }, async () => {
  const expanded = await expandHeaders(laboratory, fed, []);
  expect(expanded!.files.map(({ path }) => path)).toEqual(['test.c', ARGUMENTS_FILE, STDIN_FILE]);
});

it('is in the script of a finding', { timeout: 120_000 }, async () => {
  const of = (expected: string): string =>
    new Findings(temporaryFolder(), findingFiles).add({
      signature: { kind: 'wrong-code', key: 'wrong-code | x', message: '', frames: [], pass: undefined },
      program: fed,
      sequence: () => new Uint8Array([1]),
      text: '',
      compiler: 'gcc-12',
      args: ['-O1', '-w'],
      build: 'b',
      origin: { source: 'by-hand' },
      difference: { actual: 'exit 1\n', expected },
    }).folder.path;
  const folder = of(printed);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(readme).toContain(`$ ./program 'it'\\''s' -4 <original/${STDIN_FILE}`);
  const ends = async (path: string): Promise<unknown> =>
    (await execa('sh', [join(path, 'repro.sh')], { reject: false })).exitCode;
  expect(await ends(folder)).toBe(0);
  expect(await ends(of('exit 0\nanother\n'))).toBe(1);
});
