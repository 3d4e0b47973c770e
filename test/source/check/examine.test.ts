/** What `cgfuzz source check` finds out. */
import { beforeAll, describe, expect, it } from 'vitest';

import { examineSource, type ProcessDefinition } from '../../../src/source/index.ts';
import { compileGenerator } from '../compile-generator.ts';

let binary = '';
beforeAll(async () => {
  binary = await compileGenerator('misbehave.c', '-DUNLINKED');
}, 60_000);

const definition = (how: readonly string[], more: Partial<ProcessDefinition> = {}): ProcessDefinition => ({
  name: 'careless',
  summary: 'for tests',
  language: 'text',
  command: [binary, ...how],
  reach: 'preload',
  process: 'fork',
  scopes: 'stack',
  writes: { to: 'stdout' },
  ...more,
});

async function examined(of: ProcessDefinition): Promise<{ isGood: boolean; text: string }> {
  const { isGood, lines } = await examineSource(of, 3);
  return { isGood, text: lines.join('\n') };
}

describe('checking a source', () => {
  it('proves replay, counts choices and scopes, measures, and names the randomness', async () => {
    const { isGood, text } = await examined(definition(['many', '20000']));
    expect(isGood).toBe(true);
    expect(text).toMatch(/^replayed 3 programs twice each: identical records, identical bytes$/m);
    expect(text).toMatch(/^choices in a program: 20010 \(median\)/m);
    expect(text).toMatch(/^scopes in a program: 2000\d \(median\)$/m);
    expect(text).toMatch(/^slowdown: [\d.]+ times the CPU of the same programs by themselves; [\d.]+ times/m);
    expect(text).toMatch(/^randomness: rand \d+ times$/m);
    expect(text).toMatch(/^the same program at any addresses$/m);
  });

  it('shows the first difference between two replays, and what may be the cause', async () => {
    const { isGood, text } = await examined(definition(['processor']));
    expect(isGood).toBe(false);
    expect(text).toMatch(/made another program\nfirst difference, test.txt:11:\n  first  \d+\n  second \d+/);
    expect(text).toMatch(/likely causes:\n(.*\n)*.*the processor/);
  });

  it.each([
    ['draws nothing', ['/bin/echo', 'int x;'], /it draws nothing/],
    ['is a script around the real one', ['/bin/sh', '-c', 'date +%N; true'], /only starts another program/],
    ['does not exist', ['/nowhere/generator'], /cannot run \/nowhere\/generator/],
  ] as const)('tells of a command that %s', async (_, command, message) => {
    const { isGood, text } = await examined(definition([], { command: [...command] }));
    expect(isGood).toBe(false);
    expect(text).toMatch(message);
  });

  it('lists scopes by function, with what they hold', async () => {
    const { lines } = await examineSource(definition(['many', '50']), 2, { listsScopes: true });
    const rows = lines.slice(lines.findIndex((line) => line.startsWith('scopes, most frequent')) + 1);
    expect(rows.map((row) => row.trim().split(/ +/))).toEqual([
      ['100', '100', '100', 'one_of'],
      ['2', '20', '120', 'main'],
    ]);
  });

  it('says why programs were not made', async () => {
    const { isGood, text } = await examined(definition(['abort']));
    expect(isGood).toBe(false);
    expect(text).toMatch(/no program was made\n.*SIGABRT/);
  });
});
