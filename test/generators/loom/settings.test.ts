/** Settings of loom: words after its name, as a person types them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Swarm } from '../../../src/choice/index.ts';
import { findSource, settingsApart } from '../../../src/generators/sources.ts';
import { openSource } from '../../../src/source/index.ts';
import { UserError } from '../../../src/util/user-error.ts';

async function programsOf(name: string, count = 12, bias: Partial<Swarm> = {}) {
  const source = openSource(await findSource(name, '/'));
  try {
    const programs = [];
    for (let seed = 0; seed < count; seed++) {
      const made = await source.run({ seed, swarm: { strength: 0, ...bias, seed } });
      if (made.outcome !== 'ok') throw new Error(`${name}, seed ${seed}: ${made.outcome}`);
      const { program } = made;
      const main = program.files.find(({ path }) => path === program.main)!;
      programs.push({ ...program, text: Buffer.from(main.bytes).toString() });
    }
    return programs;
  } finally {
    await source.close();
  }
}

async function refusal(settings: string): Promise<string> {
  try {
    await findSource(`loom ${settings}`, '/');
  } catch (error) {
    if (error instanceof UserError) return [error.message, ...error.hints].join('\n');
    throw error;
  }
  throw new Error(`${settings} is taken`);
}

describe('settings of loom', () => {
  it('say the language', async () => {
    const programs = await programsOf('loom language=c23 language=c++17');
    const flags = new Set(
      programs.map(({ language, compilerArgs }) => [language, ...compilerArgs!].join(' ')),
    );
    expect([...flags].toSorted()).toEqual(['c -std=c2x', 'c++ -std=c++17']);
  });

  it('say the size in bytes: most programs are within a factor of two', async () => {
    for (const bytes of [200, 1_000, 4_000, 60_000]) {
      const name = `loom size=${bytes}B language=c`;
      const sizes = (await programsOf(name, 40)).map(({ text }) => text.length);
      const near = sizes.filter((size) => size >= bytes / 2 && size <= bytes * 2);
      expect(near.length / sizes.length, name).toBeGreaterThan(0.7);
    }
  });

  it('bound the size, also if the answers lean to one side', async () => {
    for (const [share, strength] of [
      [0.3, 0.98],
      [0.9, 0.95],
    ] as const) {
      const programs = await programsOf('loom size=4KB', 25, { share, strength });
      const sizes = programs.map(({ text }) => text.length);
      expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(100_000);
      expect(Math.max(...sizes)).toBeLessThan(2_000_000);
    }
  });

  it('leave out parts of the language', async () => {
    const has = (programs: readonly { text: string }[]) => programs.some(({ text }) => /\bgoto\b/.test(text));
    expect(has(await programsOf('loom size=60 language=c'))).toBe(true);
    expect(has(await programsOf('loom size=60 language=c without=goto'))).toBe(false);
    expect(has(await programsOf('loom size=60 language=c preset=classic'))).toBe(false);
    expect(has(await programsOf('loom size=60 language=c preset=classic with=goto'))).toBe(true);
  });

  it('bring the switch that a switch needs', async () => {
    const programs = await programsOf('loom size=60 language=c preset=classic with=graphs');
    expect(programs.some(({ text }) => /\bgoto\b/.test(text))).toBe(true);
  });

  it('make a driver of its own', async () => {
    const [program] = await programsOf('loom shape=units', 1);
    expect(program!.beside).toHaveLength(1);
  });

  it('are part of the name, so that a campaign finds the same source again', async () => {
    const { name } = await findSource('loom   size=40 without=goto', '/');
    expect(name).toBe('loom size=40 without=goto');
    expect((await findSource(name, '/')).name).toBe(name);
  });

  const wrong = {
    'language=c with=templates': /with=templates needs C\+\+, and the language is c11/,
    'language=sycl with=structs': /with=structs needs C, and the language is sycl/,
    'language=sycl shape=units': /programs of SYCL are one file/,
    'language=ispc language=c': /language=ispc and another language/,
    'language=ispc with=structs': /with=structs needs C, and the language is ispc/,
    'with=goto without=goto': /with=goto and without=goto/,
    'with=graphs without=goto': /with=graphs needs goto, and loom is told without=goto/,
    'size=0': /no program without a statement/,
    'size=10GB': /more than loom writes: 4096 statements/,
    'size=-3': /size=-3 is no size/,
    'size=1.5': /no whole number/,
    'size=': /size= is no size/,
    'language=c++26': /no language "c\+\+26"[^]*did you mean c\+\+20\?/,
    'preset=clasic': /did you mean classic\?/,
    'without=gotos': /did you mean goto\?/,
    'sise=4': /no setting "sise"[^]*did you mean size\?/,
    'size=4 size=5': /told its size twice/,
    'shape=two': /allowed: one, units/,
  };
  it.each(Object.entries(wrong))('are refused where they cannot be: %s', async (settings, reason) => {
    expect(await refusal(settings)).toMatch(reason);
  });

  it('are the nearest size that works, where the wish is below it', async () => {
    const [program] = await programsOf('loom size=10B language=c', 1);
    expect(program!.text.length).toBeLessThan(400);
  });
});

describe('settings of other sources', () => {
  it('are refused by those that take none', async () => {
    await expect(findSource('small-c size=4', '/')).rejects.toThrow(
      'the source small-c takes no settings: size=4',
    );
    await expect(findSource('csmith size=4', '/')).rejects.toThrow('takes no settings');
  });

  it("reach a definition of one's own, in its thread too", async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'cgfuzz-settings ')), 'mine.mjs');
    writeFileSync(
      path,
      `const make = (word) => ({ name: 'mine', summary: 'x', language: 'c', generate: (draw) => word + draw.integer(1, 9) });
       export default { ...make('none'), configure: ([word]) => make(word) };`,
    );
    const [plain, set] = [await programsOf(path, 1), await programsOf(`${path} depth=3`, 1)];
    expect(plain[0]!.text).toMatch(/^none\d$/);
    expect(set[0]!.text).toMatch(/^depth=3\d$/);
  });

  it('are the last words only: a path may have spaces and signs of equality', () => {
    expect(settingsApart('./a b=c/mine.mjs x=1 y=')).toEqual(['./a b=c/mine.mjs', ['x=1', 'y=']]);
    expect(settingsApart('csmith')).toEqual(['csmith', []]);
  });
});
