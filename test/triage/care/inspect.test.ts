import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectHang, isAboutOptions } from '../../../src/triage/care/inspect.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { inspectWrongCode } from '../../../src/oracle/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const gcc = { compiler: 'gcc-12', args: ['-O0'] };
const starter = (...args: readonly string[]): typeof gcc => ({
  compiler: 'clang-19-starter',
  args: ['-O2', ...args],
});

describe('a refusal', () => {
  const drawn = { options: { args: ['-fx'], tier: 'documented', list: 'x', isForElsewhere: false } } as const;

  it.each([
    'test.cpp:2:25: error: exception handling disabled, use ‘-fexceptions’ to enable',
    "a.cpp:334:48: error: '-mindirect-branch' and '-fcf-protection' are not compatible",
  ])('of options that were drawn is no bug: %s', (text) => {
    expect(isAboutOptions(drawn, { text })).toBe(true);
    expect(isAboutOptions({}, { text })).toBe(false);
  });

  it('of the program may be one, with options too', () => {
    const text = "a.c:3:1: error: inlining failed in call to 'always_inline' 'f': --param max-inline-insns";
    expect(isAboutOptions(drawn, { text })).toBe(false);
  });
});

describe('a comparison', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(async () => laboratory.close());
  const program = programOf(Buffer.from('int main(void) { return 3; }'));

  it('says nothing where all do the same', async () => {
    expect(await inspectWrongCode(laboratory, program, [gcc, starter()])).toEqual({ kind: 'nothing' });
  });

  it('makes a finding of a compiler that crashes on the way', async () => {
    const crashing = starter('-mllvm', '-cgfuzz-provoke=assertion');
    const inspection = await inspectWrongCode(laboratory, program, [gcc, starter(), crashing]);
    expect(inspection).toMatchObject({
      kind: 'failure',
      seen: { ...crashing, signature: { kind: 'crash', message: expect.stringMatching(/./) } },
    });
  });
});

describe('a compile without an end', () => {
  it.each([
    ['that takes CPU time is a hang', 'while :; do :; done', 1_000, 'failure'],
    ['that got no CPU time is none, since the computer may be busy', 'exec sleep 60', 200, 'nothing'],
  ])('%s', async (_, instead, cpuMs, kind) => {
    const folder = temporaryFolder();
    const script = `#!/bin/sh\ncase "$*" in *test.c*) ${instead} ;; esac\nexec /usr/bin/gcc-12 "$@"\n`;
    writeFileSync(join(folder, 'gcc-12'), script, { mode: 0o755 });
    const laboratory = await Laboratory.open({ ...world, searchPath: `${folder}:${world.searchPath}` });
    try {
      const question = {
        program: programOf(Buffer.from('int main(void) { return 3; }')),
        asked: gcc,
        searchPath: world.searchPath,
        limits: { cpuMs },
      };
      expect((await inspectHang(laboratory, question, 100)).kind).toBe(kind);
    } finally {
      await laboratory.close();
    }
  });
});
