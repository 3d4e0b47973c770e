/** Generators in Python whose choices go over memory: as they are, and with the client. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findScopes } from '../../src/choice/index.ts';
import { choicesFolder, openSource, type ProcessDefinition, type Source } from '../../src/source/index.ts';
import { textOf } from './text-of.ts';

const clients = join(choicesFolder, 'clients');
const generators = join(import.meta.dirname, 'generators');

const asItIs: ProcessDefinition = {
  name: 'dice',
  summary: 'sums from Python',
  language: 'text',
  command: ['/usr/bin/python3', join(clients, 'cgfuzz-python'), join(generators, 'dice.py'), 'some', 'words'],
  reach: 'preload',
  process: 'persistent',
  scopes: 'own',
  writes: { to: 'stdout' },
  env: { PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1', CGFUZZ_CLIENTS: clients },
};

const withClient: ProcessDefinition = {
  ...asItIs,
  name: 'expressions',
  language: 'c',
  command: ['/usr/bin/python3', join(generators, 'expressions.py')],
  writes: { to: 'folder', main: 'test.c' },
};

let open: Source | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe.each([
  ['as it is, program after program', asItIs],
  ['as it is, a process for each program', { ...asItIs, process: 'exec' } as const],
  ['with the client', withClient],
])('a generator in Python %s', (_, definition) => {
  it('makes the same program of the same choices, and others of others', async () => {
    open = openSource(definition);
    const texts = new Set<string>();
    for (let seed = 0; seed < 6; seed++) {
      const first = await open.run({ seed });
      expect(first.outcome).toBe('ok');
      const again = await open.run({ seed: seed + 1, sequence: first.record });
      expect(textOf(again)).toBe(textOf(first));
      expect(again.record.equals(first.record)).toBe(true);
      expect(again.freshCount).toBe(0);
      texts.add(textOf(first));
    }
    expect(texts.size).toBeGreaterThan(4);
  });
});

describe('cgfuzz-python', () => {
  it('opens a scope for each call that draws, with the name of its function, one inside the other', async () => {
    open = openSource(asItIs);
    const counts = [0, 0];
    for (let seed = 0; seed < 5; seed++) {
      const { record } = await open.run({ seed });
      for (const [index, path] of ['main/expression/number', 'expression/expression'].entries())
        counts[index]! += findScopes(record, path).length;
    }
    expect(counts.every((count) => count > 0)).toBe(true);
  });

  it('hands the words of the definition on, and those that are drawn in their place', async () => {
    open = openSource(asItIs);
    expect(textOf(await open.run({ seed: 1 }))).toContain("['some', 'words']");
    await open.close();
    open = openSource({ ...asItIs, options: (draw) => ['other', String(draw.integer(1, 1))] });
    expect(textOf(await open.run({ seed: 1 }))).toContain("'other', '1'");
  });
});
