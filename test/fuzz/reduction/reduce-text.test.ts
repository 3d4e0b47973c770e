/** C-Vise under guard, with real compilers and sanitizers; cut short, since all of it takes minutes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openAskService } from '../../../src/fuzz/reduction/ask-service.ts';
import { reduceText } from '../../../src/fuzz/reduction/reduce-text.ts';
import { Laboratory } from '../../../src/oracle/index.ts';
import { programOf, type Program } from '../../../src/program/index.ts';
import { temporaryFolder, world } from '../../target/world.ts';

const source = `static unsigned f(unsigned x) {
  unsigned y = x & 7u;
  if (x > 3) y += 1;
  return y;
}
int main(void) {
  return f(2u) != 2u;
}
`;

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(() => laboratory.close());

function textOf({ files }: Program): string {
  return Buffer.from(files[0]!.bytes).toString();
}

it(
  'makes a program smaller than choices could, and keeps what it had when it is stopped',
  { timeout: 300_000 },
  async () => {
    const stop = new AbortController();
    const reduced = await reduceText(programOf(source), {
      isInteresting: async (program) => textOf(program).includes(' & 7'),
      laboratory,
      args: [],
      jobs: 1,
      signal: stop.signal,
      onLine(line) {
        // It tells its size whenever it has got smaller.
        if (/bytes/.test(line)) stop.abort();
      },
    });
    expect(reduced).toMatchObject({ tool: 'cvise', guard: 'valid', end: 'aborted' });
    expect(textOf(reduced.program).length).toBeLessThan(source.length);
    expect(textOf(reduced.program)).toContain(' & 7');
  },
);

it(
  'is given the program with its headers in it, so that what is left needs none',
  { timeout: 300_000 },
  async () => {
    const given: string[] = [];
    const stop = new AbortController();
    const reduced = await reduceText(
      programOf(`#include <stdint.h>\n#include <stdio.h>\n${source.replace('unsigned y', 'uint32_t y')}`),
      {
        isInteresting: async (program) => {
          given.push(textOf(program));
          return /uint32_t y\b/.test(textOf(program));
        },
        laboratory,
        args: [],
        jobs: 1,
        signal: stop.signal,
        onLine(line) {
          if (/bytes/.test(line)) stop.abort();
        },
      },
    );
    expect(given[0]).toMatch(/typedef [^;]*\buint32_t;[^]*int main/);
    expect(given[0]).not.toContain('#include');
    // Cut short, it is no more than the program was.
    expect(textOf(reduced.program).length).toBeLessThan(source.length + 100);
  },
);

it('refuses a program that has undefined behaviour to begin with', async () => {
  const undefinedOne = programOf('int y = 40; int main(void) { int x = 1; return x << y; }\n');
  const options = { laboratory, args: [], jobs: 1, signal: new AbortController().signal };
  await expect(
    reduceText(undefinedOne, { ...options, isInteresting: async () => true, onLine: () => undefined }),
  ).rejects.toThrow('undefined behaviour to begin with');
});

it('asks this process from a script, and takes silence for a no', async () => {
  const folder = temporaryFolder();
  const service = await openAskService(folder, programOf(''), async (program) => textOf(program) === 'yes\n');
  onTestFinished(() => service.close().catch(() => undefined));
  const ask = async (text?: string): Promise<number | undefined> => {
    const cwd = temporaryFolder();
    if (text !== undefined) writeFileSync(join(cwd, 'test.c'), text);
    return (await execa(service.script, { cwd, reject: false })).exitCode;
  };
  expect(await ask('yes\n')).toBe(0);
  expect(await ask('no\n')).toBe(1);
  expect(await ask()).toBe(1);
  await service.close();
  expect(await ask('yes\n')).toBe(1);
});
