/** The reader with planted defects: each is met by one small text, and can be switched off. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNested, nestedEngines } from '../../bench/executable/nested-sides.ts';
import { endedInputs, runStandInEngine } from '../../bench/executable/stand-in-engine.ts';
import { Alphabet, decodeSequence } from '../../src/choice/index.ts';
import { beginOfInput, endOfInput, engineAges } from '../../src/centipede/index.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-nested-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** For each defect a text that meets it, and a text next to it that meets no defect. */
const texts = {
  merge: ['{"a":{"b":1},"a":{"b":2}}', '{"a":{"b":1},"a":{"c":2}}'],
  flatten: ['[[[1]],[]]', '[[],[[1]]]'],
  tabulate: ['[{"a":1,"b":2},{"a":3,"b":4}]', '[{"a":1,"b":2},{"b":3,"a":4}]'],
  compare: ['[[[1]],[[2]]]', '[[[1]],[[[]]]]'],
  decode: ['[{"\\ud83d\\ude00":1}]', '{"\\ud83d\\ude00":[1]}'],
  convert: ['{"a":[1,1.5,1e5]}', '[[1,1.5,1e5]]'],
  resolve: ['{"a":[["a"]]}', '{"a":"a"}'],
  descend: [
    `${'[1,{"x":1,"y":'.repeat(4)}2${'}]'.repeat(4)}`,
    `${'[1,{"x":1,"y":'.repeat(3)}2${'}]'.repeat(3)}`,
  ],
  scope: ['{"a":{"a":{"a":1}}}', '{"a":{"a":{"b":1}}}'],
  prune: ['{"a":[null],"b":{"c":null}}', '{"a":[null],"b":{"c":0}}'],
} as const;

describe('the reader with planted defects', { timeout: 60_000 }, () => {
  let reader: string;
  beforeAll(async () => {
    reader = (await buildNested(root, folder)).own;
  }, 60_000);
  const read = async (text: string, off = ''): Promise<readonly [failed: boolean, errors: string]> => {
    const file = join(folder, 'text');
    writeFileSync(file, text);
    const { failed, stderr } = await execa(reader, [file], { reject: false, env: { NESTED_OFF: off } });
    return [failed, stderr];
  };

  it.each(Object.entries(texts))('meets %s', async (name, [bad, good]) => {
    const [failed, errors] = await read(bad);
    expect([failed, errors]).toEqual([true, expect.stringContaining(`defect: ${name}`)]);
    expect(readFileSync(join(folder, 'found'), 'utf8').trim().split('\n').at(-1)).toBe(name);
    expect((await read(bad, Object.keys(texts).join(',')))[0]).toBe(false);
    expect((await read(good))[0]).toBe(false);
    expect((await read(`${bad}]`))[0]).toBe(false);
  });

  it.each(['guided', 'bytes'])('fails under the side %s', async (name) => {
    const engine = nestedEngines.find((each) => each.name === name)!;
    const side = mkdtempSync(join(folder, `${name}-`));
    const { foundMs, inputs } = await engine.run({ root, seed: 1, cpuMs: 30_000, folder: side, enough: 1 });
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(Object.keys(foundMs)));
    expect(Object.keys(foundMs).length).toBeGreaterThan(0);
    expect(inputs).toBeGreaterThan(0);
  });

  it('serves the stand-in engine, which keeps sequences', async () => {
    const [side, seeds] = ['side-', 'seeds-'].map((name) => mkdtempSync(join(folder, name)));
    const words = [process.execPath, join(root, 'bin/cgfuzz.mjs'), 'serve-centipede', '--source', 'json'];
    await runStandInEngine(
      {
        words: [...words, '--target', reader],
        folder: side!,
        seedsFolder: seeds!,
        seed: 1,
        hasReduction: true,
        enough: 4,
      },
      AbortSignal.timeout(60_000),
    );
    const kept = readdirSync(join(side!, 'inputs')).map((name) => readFileSync(join(side!, 'inputs', name)));
    expect(kept.length).toBeGreaterThan(3);
    for (const bytes of kept)
      expect(decodeSequence(bytes, new Alphabet()).envelope.source?.name).toBe('json');
  });
});

it('features belong to the input before whose end they stand, and a failure has none', () => {
  const age = engineAges['2026-08-17'];
  const blobs = [
    ...[[1, 2], [3]].flatMap((features) => [beginOfInput(age), ...endOfInput(age, features, 1)]),
    beginOfInput(age),
  ];
  expect(endedInputs(blobs)).toEqual([new Set([1, 2]), new Set([3])]);
});
