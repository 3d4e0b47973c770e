/** The effects of options on an installed compiler, learnt by trying them. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestCompiler } from '../../src/build/index.ts';
import { factsOf, type FactsWanted, type OptionFacts } from '../../src/options/facts.ts';
import { checkMachines } from '../../src/options/index.ts';
import { documented, type OptionList } from '../../src/options/option.ts';
import { openTarget } from '../../src/target/index.ts';
import { world as worldOfTests } from '../target/world.ts';
import { progressText, type SayStep } from '../../src/util/progress-text.ts';

const { searchPath } = worldOfTests;
const gcc = newestCompiler('gcc', searchPath)!.name;
const cache = mkdtempSync(join(tmpdir(), 'cgfuzz-test-'));
const world = { ...worldOfTests, cache };
afterAll(() => rmSync(cache, { recursive: true, force: true }));

const list: OptionList = {
  levels: [[1, '-O2']],
  machines: [['-march=x86-64'], ['-march=knl']],
  options: [
    documented('loops', '-fno-tree-loop-optimize'),
    documented('levels', '-O0'),
    documented('text', '-fverbose-asm'),
    documented('unknown', '-fno-such-option'),
    documented('library', '-fsanitize=address'),
    documented('meaning', '-Ddefault=case 5'),
  ],
};
let facts: OptionFacts;
let said: string[] = [];
let wanted: FactsWanted;

/** A step as a person reads it. */
function textOf(...[step, count]: Parameters<SayStep>): string {
  return progressText({ step, done: 0, total: 0, leftMs: undefined, ...count });
}

beforeAll(async () => {
  const target = await openTarget(gcc, world);
  await target.close();
  const { program } = target.compiler!;
  const say = (...step: Parameters<SayStep>): void => void said.push(textOf(...step));
  wanted = { target: gcc, program, list, tiers: ['documented'], world, say, shippedIn: cache };
  facts = await factsOf(wanted);
}, 300_000);

describe('what options do', { timeout: 300_000 }, () => {
  it('is told apart by the code and by the output of programs', () => {
    expect(facts.effects).toEqual({
      '-march=x86-64': 'quiet',
      // A processor with vector instructions that no other has.
      '-march=knl': 'elsewhere',
      '-fno-tree-loop-optimize': 'active',
      '-O0': 'active',
      '-fverbose-asm': 'quiet',
      '-fno-such-option': 'refused',
      '-fsanitize=address': 'not-linked',
      '-Ddefault=case 5': 'different',
    });
  });

  it('is learnt once and kept', async () => {
    said = [];
    expect(await factsOf(wanted)).toEqual(facts);
    expect(said).toEqual([]);
  });

  it('is learnt for those options alone that are new', async () => {
    said = [];
    const longer = { ...list, options: [...list.options.slice(0, 1), documented('new', '-fno-tree-dce')] };
    const { effects } = await factsOf({ ...wanted, list: longer });
    expect(Object.keys(effects)).toEqual([
      '-march=x86-64',
      '-march=knl',
      '-fno-tree-loop-optimize',
      '-fno-tree-dce',
    ]);
    expect(said.at(-1)).toContain('1 of 1');
    said = [];
    expect(await factsOf(wanted)).toEqual(facts);
    expect(said).toEqual([]);
  });

  it('is kept as far as it was learnt when it is interrupted, and gone on with', async () => {
    const elsewhere = { ...wanted, world: { ...world, cache: join(cache, 'interrupted') }, atOnce: 3 };
    const stop = new AbortController();
    const say = (...step: Parameters<SayStep>): void => {
      if (textOf(...step).includes('3 of 8')) stop.abort();
    };
    await expect(factsOf({ ...elsewhere, say, signal: stop.signal })).rejects.toThrow('abort');
    said = [];
    expect(await factsOf(elsewhere)).toEqual(facts);
    expect(said[0]).toContain('of 5');
  });

  it('is learnt by one of two that want to know at the same time, and the other waits', async () => {
    const elsewhere = { ...world, cache: join(cache, 'together') };
    const [first, second]: [string[], string[]] = [[], []];
    const both = [first, second].map(async (told) =>
      factsOf({ ...wanted, world: elsewhere, say: (...step) => void told.push(textOf(...step)) }),
    );
    expect(await Promise.all(both)).toEqual([facts, facts]);
    const hasLearnt = (told: string[]): boolean => told.some((text) => text.includes('options do, '));
    const [learning, waiting] = hasLearnt(first) ? [first, second] : [second, first];
    expect(learning.filter((text) => text.includes('waiting'))).toEqual([]);
    expect(hasLearnt(waiting)).toBe(false);
    expect(waiting[0]).toBe(
      `${gcc}: waiting for process ${process.pid}, which is learning what its options do`,
    );
    expect(readdirSync(join(elsewhere.cache, 'options')).filter((name) => name.endsWith('.lock'))).toEqual(
      [],
    );
  });

  it('is not waited for by one that is interrupted, and the other goes on', async () => {
    const elsewhere = { ...wanted, world: { ...world, cache: join(cache, 'impatient') } };
    const stop = new AbortController();
    const waits = (text: string): void => {
      if (text.includes('waiting for process')) stop.abort();
    };
    // The second begins when the first has begun: either of two that begin together may be the one that waits.
    let begin = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const learning = factsOf({ ...elsewhere, say: () => begin() });
    await hasBegun;
    const waiting = factsOf({ ...elsewhere, say: waits, signal: stop.signal });
    await expect(waiting).rejects.toThrow('abort');
    expect(await learning).toEqual(facts);
  });

  it('is not believed from a file that is damaged', async () => {
    const folder = join(cache, 'options');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"compiler": "x"}');
    expect(await factsOf(wanted)).toEqual(facts);
  });

  it('is left unknown if there is no time, and learnt by a later start', async () => {
    const later = { ...wanted, world: { ...world, cache: join(cache, 'later') } };
    const { effects } = await factsOf({ ...later, isLate: () => true });
    expect(effects).toEqual({});
    expect(await factsOf(later)).toEqual(facts);
  });

  it('is learnt for other machines by compiling for them: those that a clang lacks are refused', async () => {
    const target = `${newestCompiler('clang', searchPath)!.name}-stock`;
    const opened = await openTarget(target, world);
    await opened.close();
    const otherMachines = [
      { name: 'avr', ways: [['--target=avr', '-mmcu=atmega328']] },
      { name: 'none', ways: [['--target=none-such']] },
    ];
    const options = [documented('align', '-falign-functions=2'), documented('pic', '-fcf-protection=full')];
    const { effects } = await factsOf({
      ...wanted,
      target,
      program: opened.compiler!.program,
      list: { ...list, machines: [], options, otherMachines },
    });
    expect(effects).toMatchObject({
      '--target=avr -mmcu=atmega328': 'elsewhere',
      '--target=none-such': 'refused',
      '--target=avr -mmcu=atmega328 -falign-functions=2': 'elsewhere',
      '--target=avr -mmcu=atmega328 -fcf-protection=full': 'refused',
    });
  });

  it('is not asked of a compiler that generates code for one machine', async () => {
    await expect(checkMachines(gcc, ['avr'], world)).rejects.toThrow('generates code for one machine');
    await expect(checkMachines(gcc, [], world)).resolves.toBeUndefined();
    await expect(checkMachines(gcc, ['avrr'], world)).rejects.toThrow('no machine named "avrr"');
  });
});
