/** Text under guard, with real compilers and sanitizers; cut short, since all of it takes minutes. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { openAskService } from '../../../src/triage/reduction/ask-service.ts';
import { rememberAnswers } from '../../../src/triage/reduction/remember-answers.ts';
import { reduceText } from '../../../src/triage/reduction/reduce-text.ts';
import { runTextReducer } from '../../../src/triage/reduction/text-reducer.ts';
import { runTextSteps } from '../../../src/triage/reduction/text-steps.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { expandHeaders } from '../../../src/oracle/index.ts';
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
      onLine: () => undefined,
      onSmaller: () => stop.abort(),
    });
    expect(reduced).toMatchObject({ tool: 'cgfuzz and cvise', guard: 'valid', end: 'aborted' });
    expect(textOf(reduced.program).length).toBeLessThan(source.length);
    expect(textOf(reduced.program)).toContain(' & 7');
  },
);

it('leaves nothing behind when it is stopped', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const stop = new AbortController();
  let asked = 0;
  await runTextReducer('cvise', programOf(source), {
    isInteresting: async (program) => {
      if (++asked === 5) stop.abort();
      return textOf(program).includes(' & 7');
    },
    jobs: 1,
    signal: stop.signal,
    isLean: false,
    onLine: () => undefined,
  });
  expect(asked).toBeGreaterThan(4);
  expect(readdirSync(folder)).toEqual([]);
});

it('puts headers into what is left, and takes out of them what it can, so that it needs none', async () => {
  const given: string[] = [];
  const written = '#include <stdint.h>\nint main(void) {\n  uint32_t y = 1;\n  return y != 1u;\n}\n';
  const reduced = await runTextSteps(programOf(written), {
    isInteresting: async (program) => {
      given.push(textOf(program));
      const [compiled] = await laboratory.compile(program, [{ compiler: 'clang-19-stock', args: [] }]);
      return compiled?.outcome === 'ok' && /uint32_t y\b/.test(textOf(program));
    },
    tool: undefined,
    expand: (small) => expandHeaders(laboratory, small, []),
    jobs: 1,
    signal: new AbortController().signal,
    onLine: () => undefined,
  });
  expect(given[0]).toContain('#include');
  expect(textOf(reduced)).toMatch(/^typedef \w+ uint32_t;\nuint32_t y;\n$/);
}, 60_000);

it('refuses a program that has undefined behaviour to begin with', async () => {
  const undefinedOne = programOf('int y = 40; int main(void) { int x = 1; return x << y; }\n');
  const options = { laboratory, args: [], jobs: 1, signal: new AbortController().signal };
  await expect(
    reduceText(undefinedOne, { ...options, isInteresting: async () => true, onLine: () => undefined }),
  ).rejects.toThrow('undefined behaviour to begin with');
});

it('asks once for programs that differ in layout alone', async () => {
  const asked: string[] = [];
  const ask = rememberAnswers(async (program) => asked.push(textOf(program)) === 1);
  const answers = ['int a;', 'int a ; // one', 'inta;', 'int  a;\n'].map((text) => ask(programOf(text)));
  expect(await Promise.all(answers)).toEqual([true, true, false, true]);
  expect(asked).toEqual(['int a;', 'inta;']);
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

it('leaves what is too large for its tokens as it is', async () => {
  const huge = programOf(`//${'x'.repeat(12_000_000)}\nint x;\n`);
  const reduced = await runTextSteps(huge, {
    isInteresting: async () => true,
    tool: undefined,
    jobs: 1,
    signal: new AbortController().signal,
    onLine: () => undefined,
  });
  expect(reduced).toEqual(huge);
});
