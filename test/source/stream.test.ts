/** Generators that talk over pipes: a Python one, and ones that talk nonsense. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { execa } from 'execa';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';

import { choicesFolder } from '../../src/source/process/choice-library.ts';
import { GeneratorFailure, openSource, type Source, type ProcessDefinition } from '../../src/source/index.ts';
import { textOf } from './text-of.ts';

const clients = join(choicesFolder, 'clients');
const script = join(import.meta.dirname, 'generators', 'expressions.py');

const mortal = join(import.meta.dirname, 'generators', 'mortal.py');

const python: ProcessDefinition = {
  name: 'expressions',
  summary: 'arithmetic from Python',
  language: 'c',
  command: ['python3', script],
  reach: 'stream',
  process: 'persistent',
  scopes: 'own',
  writes: { to: 'folder', main: 'test.c' },
  env: { CGFUZZ_CLIENTS: clients, PYTHONDONTWRITEBYTECODE: '1' },
};

/** A generator that says exactly this. */
const saying = (words: string, timeMs: number): ProcessDefinition => ({
  ...python,
  name: 'nonsense',
  command: ['sh', '-c', 'printf "%b" "$WORDS" >&4; cat <&3 >/dev/null'],
  limits: { timeMs },
  process: 'exec',
  env: { WORDS: words },
});

let open: Source | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe('a generator in Python', () => {
  it.each(['persistent', 'exec'] as const)('makes the same files again, as %s', async (process) => {
    open = openSource({ ...python, process });
    for (let seed = 0; seed < (process === 'exec' ? 5 : 40); seed++) {
      const first = await open.run({ seed });
      const again = await open.run({ seed: seed + 1, sequence: first.record });
      expect(textOf(again)).toBe(textOf(first));
      expect(again.record.equals(first.record)).toBe(true);
      expect(again.freshCount).toBe(0);
      if (first.outcome !== 'ok') throw new Error(first.outcome);
      expect(first.program.files.map(({ path }) => path)).toEqual(['include/size.h', 'test.c']);
    }
  });

  it('is asked one thing after the other', async () => {
    const asked = openSource(python);
    open = asked;
    const together = await Promise.all([1, 2, 1].map((seed) => asked.run({ seed })));
    const texts = together.map(textOf);
    expect(texts[2]).toBe(texts[0]);
    expect(texts[1]).not.toBe(texts[0]);
    expect(texts[1]).toBe(textOf(await asked.run({ seed: 2 })));
  });

  it('closes the scopes that an exception leaves', async () => {
    const careful = join(import.meta.dirname, 'generators', 'careful.py');
    open = openSource({ ...python, command: ['python3', careful] });
    const { record, outcome } = await open.run({ seed: 1 });
    expect(outcome).toBe('ok');
    expect(record.scopeCount).toBe(3 * 5);
    // Three statements and a last choice outside of all of them, which no exception left open.
    const labels = [...record.ops].filter((_, op) => record.isScope(op) && record.outline.match[op] !== op);
    expect(labels).toHaveLength(15);
    expect(record.isChoice(record.ops.length - 1)).toBe(true);
  });

  it('is an overrun past a limit, and goes on with the next program', async () => {
    open = openSource(python);
    const cut = await open.run({ seed: 1, limits: { maxChoices: 2 } });
    expect(cut).toMatchObject({ outcome: 'overrun', limit: 'choices' });
    expect(cut.record.choiceCount).toBe(2);
    expect((await open.run({ seed: 1 })).outcome).toBe('ok');
  });

  it('is started again where it died between two programs', async () => {
    open = openSource({ ...python, command: ['python3', mortal] });
    for (const seed of [1, 2, 3]) {
      const made = await open.run({ seed });
      const again = await open.run({ seed: 9, sequence: made.record });
      expect(textOf(again)).toBe(textOf(made));
      await setTimeout(200);
    }
  });

  it('makes programs of its own where there is no engine', async () => {
    const { stdout } = await execa('python3', [script], { env: { CGFUZZ_CLIENTS: clients } });
    expect(stdout).toContain('int x0 = ');
  });
});

async function outcomeOf(words: string, timeMs: number): Promise<string> {
  const source = openSource(saying(words, timeMs));
  const result = await source.run({});
  await source.close();
  if (result.outcome !== 'failed') return result.outcome;
  expect(result.error).toBeInstanceOf(GeneratorFailure);
  return result.error instanceof Error ? result.error.message : '';
}

describe('a generator that does not keep to the protocol', () => {
  it.each([
    ['hello\\n', /began with "hello"/],
    ['cgfuzz 2\\n', /began with "cgfuzz 2" and not with "cgfuzz 1"/],
    ['cgfuzz 1\\npick -1\\n', /pick of -1 options/],
    ['cgfuzz 1\\npick 0\\n', /empty list/],
    ['cgfuzz 1\\ninteger 9 1\\n', /lower bound is above/],
    ['cgfuzz 1\\nopen a\\nend\\n', /ended inside a scope/],
    ['cgfuzz 1\\nclose\\n', /not opened/],
    ['cgfuzz 1\\nfile 3 ../../etc/passwd\\nabcend\\n', /file named "..\/..\/etc\/passwd"/],
    ['cgfuzz 1\\nfile 3 /etc/passwd\\nabcend\\n', /file named "\/etc\/passwd"/],
    ['cgfuzz 1\\nfile 3 a/../b\\nabcend\\n', /file named/],
    ['cgfuzz 1\\nfile 999999999999 test.c\\n', /more files than it may/],
    ['cgfuzz 1\\nfile x test.c\\n', /sent a file as/],
    ['cgfuzz 1\\nlaunch\\n', /it said "launch/],
  ])('is refused for %s', async (words, message) => {
    expect(await outcomeOf(words, 60_000)).toMatch(message);
  });

  it('gives an outcome whatever it says', { timeout: 120_000 }, async () => {
    const line = fc.oneof(
      fc.constantFrom(
        'pick 3',
        'open x',
        'close',
        'end',
        'word 64',
        'boolean 0.5',
        'file 2 a',
        'weighted 1 2',
        'cgfuzz 1',
      ),
      fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[\\%\0]/g, '')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.boolean(), async (lines, isPolite) => {
        const words = `${isPolite ? 'cgfuzz 1\\n' : ''}${lines.join('\\n')}\\n`;
        expect(await outcomeOf(words, 300)).not.toBe('ok');
      }),
      { numRuns: 40 },
    );
  });
});
