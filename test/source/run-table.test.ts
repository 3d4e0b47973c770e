/** Tables that are read when a generator starts, on generators of one file, with real compilers. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Made, choiceLibrary, openSource, type ProcessDefinition } from '../../src/source/index.ts';
import { adviseSource } from '../../src/source/advise/advise.ts';
import { influenceOf } from '../../src/source/advise/influence.ts';
import { isMade } from '../../src/source/advise/variant.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { linkedDefinition } from './linked-definition.ts';
import { textOf } from './text-of.ts';

const folder = temporaryFolder(afterAll);
const source = join(import.meta.dirname, 'generators', 'advised.cpp');

async function build(
  name: string,
  env: Readonly<Record<string, string>>,
  ...flags: string[]
): Promise<string> {
  const binary = join(folder, name);
  const wrapper = join((await choiceLibrary()).wrappers, 'cgfuzz-c++');
  await execa(wrapper, ['-std=c++17', '-O2', '-Wall', '-Werror', ...flags, source, '-o', binary], { env });
  return binary;
}

function definition(binary: string, table?: string): ProcessDefinition {
  return {
    ...linkedDefinition('advised', binary),
    ...(table === undefined ? {} : { table: written(table) }),
  };
}

function written(text: string): string {
  const path = join(mkdtempSync(join(folder, 't-')), 'a.table');
  writeFileSync(path, text);
  return path;
}

async function programs(binary: string, table: string | undefined, count: number): Promise<Made[]> {
  const opened = openSource(definition(binary, table));
  try {
    const made: Made[] = [];
    for (let seed = 0; seed < count; seed++) {
      const first = await opened.run({ seed });
      made.push(first);
      if (first.outcome !== 'ok') continue;
      const again = await opened.run({ seed: seed + 1_000, sequence: first.record });
      expect(textOf(again), `seed ${seed}`).toBe(textOf(first));
      expect(again.record.equals(first.record), `seed ${seed}`).toBe(true);
    }
    return made;
  } finally {
    await opened.close();
  }
}

const EXPRESSION = '_ZL10expressionRK6Policyi';
const POLICY = '_ZN6PolicyC2Ev';

let binary: string;
beforeAll(async () => {
  binary = await build('plain', {});
}, 180_000);

describe.each([
  { name: 'gcc', env: {}, flags: [] },
  { name: 'gcc, with marks for the goals of jumps', env: {}, flags: ['-fcf-protection=full', '-O3'] },
  { name: 'clang', env: { CGFUZZ_CXX: 'clang++-19' }, flags: [] },
])('a table at run time, of a generator built by $name', ({ name, env, flags }) => {
  let built: string;
  beforeAll(async () => {
    built = await build(name.replaceAll(' ', '-'), env, ...flags);
  }, 180_000);

  it('makes functions of one file scopes, and changes nothing else', async () => {
    const plain = await programs(built, undefined, 8);
    const scoped = await programs(built, `scope ${EXPRESSION} expression\n`, 8);
    const all = await programs(built, 'scope *\n', 8);
    expect(scoped.map(textOf)).toEqual(plain.map(textOf));
    expect(all.map(textOf)).toEqual(plain.map(textOf));
    for (const [index, { record }] of scoped.entries()) {
      expect(plain[index]!.record.scopeCount).toBe(0);
      // A scope for each statement at least, and more of them within.
      const statements = textOf(plain[index]!).split('\n').length - 2;
      expect(record.scopeCount).toBeGreaterThanOrEqual(statements);
      expect(record.choiceCount).toBe(plain[index]!.record.choiceCount);
      expect(all[index]!.record.scopeCount).toBeGreaterThan(record.scopeCount);
    }
    expect(scoped[0]!.record.alphabet.size).toBeLessThan(all[0]!.record.alphabet.size);
  });

  it('makes all that is drawn in a function follow from one choice', async () => {
    const [plain] = await programs(built, undefined, 1);
    const seeded = await programs(built, `seed ${POLICY}\n`, 8);
    for (const { record } of seeded) {
      expect(record.choiceCount).toBeLessThan(plain!.record.choiceCount / 4);
      const first = record.choiceAt(0);
      expect(`${first.kind} ${first.min}..${first.max}`).toBe('pick 0..65535');
    }
    expect(new Set(seeded.map(textOf)).size).toBe(8);
  });

  it('makes what is drawn in a function the same every time, and no choice', async () => {
    const fixed = await programs(built, `fixed ${POLICY}\n`, 8);
    for (const { record } of fixed)
      for (let op = 0; op < record.ops.length; op++) expect(record.choiceAt(op).max).toBeLessThan(256n);
  });
});

describe('a table', () => {
  it.each([
    ['scop main', 'lines begin with'],
    ['seed', 'a line has a symbol'],
    ['draw below pick', 'a draw has a symbol'],
    ['draw below maybe 3', 'pick, integer, percent'],
    ['draw below pick arg9', 'arg1 to arg6'],
    ['seed main twice', 'nothing else'],
  ])('with the line "%s" is refused, and says why', async (line, why) => {
    const [made] = await programs(binary, `# a comment\n${line}\n`, 1);
    expect(made).toMatchObject({ outcome: 'failed', error: { message: expect.stringContaining(why) } });
  });

  it('of functions that are not there changes nothing', async () => {
    const [plain, with_] = [
      await programs(binary, undefined, 3),
      await programs(binary, 'seed nowhere\n', 3),
    ];
    expect(with_.map(textOf)).toEqual(plain.map(textOf));
  });

  it('is refused by a generator that has its own, with what to do', async () => {
    const own = await build('own', { CGFUZZ_TABLE: written(`scope ${POLICY}\n`) });
    const [made] = await programs(own, 'scope main\n', 1);
    expect(made).toMatchObject({
      outcome: 'failed',
      error: { message: expect.stringContaining('needs a generator that cgfuzz-cc or cgfuzz-c++ built') },
    });
  });

  it('may be linked in with seeds too', async () => {
    const lines = `seed _Z15forgotten_depthv\nseed ${POLICY}\n`;
    // Calls within one file are not seen by what is linked: the program draws as it would without a table.
    const linked = await programs(await build('linked', { CGFUZZ_TABLE: written(lines) }), undefined, 3);
    const plain = await programs(binary, undefined, 3);
    expect(linked.map(textOf)).toEqual(plain.map(textOf));
  });
});

describe('advice', () => {
  it('tells what decides nothing, what decides little, and what matters', async () => {
    const opened = openSource(definition(binary, 'scope *\n'));
    try {
      const made: Made[] = [];
      for (let seed = 0; seed < 8; seed++) made.push(await opened.run({ seed }));
      const parents = made.filter(isMade);
      expect(await influenceOf(opened, parents, '_Z15forgotten_depthv')).toBe('dead');
      expect(await influenceOf(opened, parents, '_ZL10expressionRK6Policyi')).toBe('alive');
      expect(await influenceOf(opened, parents, 'nowhere')).toBe('alive');
    } finally {
      await opened.close();
    }
  });

  it('is a table with a line for each, and is worth it', { timeout: 600_000 }, async () => {
    const tables: number[] = [];
    const advice = await adviseSource(definition(binary), {
      programs: 10,
      mutants: 20,
      seed: 0,
      folder: mkdtempSync(join(folder, 'advice-')),
      onProgress: () => undefined,
      onTable: (found) => tables.push(found.lines.length),
    });
    expect(tables).toEqual([advice.lines.length]);
    const lines = advice.lines.map(({ kind, symbol }) => `${kind} ${symbol.replace('C1', 'C2')}`);
    expect(lines).toContain('fixed _Z15forgotten_depthv');
    expect(lines).toContain(`seed ${POLICY}`);
    expect(lines).toContain(`scope ${EXPRESSION}`);
    expect(lines.filter((line) => line.includes('below'))).toEqual([]);
    const { before, after } = advice;
    expect(after.choices).toBeLessThan(before.choices / 4);
    expect(after.single.identicalPercent).toBeLessThan(before.single.identicalPercent);
    expect(after.scopes).toBeGreaterThan(3);
    const forgotten = advice.lines.find(({ kind }) => kind === 'fixed');
    expect(forgotten!.without.choices).toBeGreaterThan(advice.whole.choices);
  });
});

describe('a table with a relative path', () => {
  it('lies where the module of the definition lies, in the library too', async () => {
    const place = mkdtempSync(join(folder, 'm-'));
    writeFileSync(join(place, 'own.table'), `scope ${EXPRESSION} expression\n`);
    const given: ProcessDefinition = {
      ...linkedDefinition('advised', binary),
      table: 'own.table',
      module: join(place, 'own.mjs'),
    };
    const opened = openSource(given);
    const made = await opened.run({ seed: 1 });
    await opened.close();
    expect(made.outcome).toBe('ok');
    expect(made.record.scopeCount).toBeGreaterThan(0);
    const lost = openSource({ ...given, table: 'lost.table' });
    const failed = await lost.run({ seed: 1 });
    await lost.close();
    expect(String(failed.outcome === 'failed' && failed.error)).toContain(join(place, 'lost.table'));
  });
});
