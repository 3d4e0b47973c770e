/** The findings of `cgfuzz source check`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import {
  type Checked,
  type ExamineOptions,
  examineSource,
  openSource,
  type ProcessDefinition,
  type SourceDefinition,
} from '../../../src/source/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
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

async function examined(
  of: SourceDefinition,
  more: Partial<ExamineOptions> = {},
): Promise<Pick<Checked, 'verdict' | 'figures'> & { readonly text: string }> {
  const { verdict, lines, figures } = await examineSource(of, { programs: 3, mutants: 0, ...more });
  return { verdict, figures, text: lines.join('\n') };
}

describe('checking a source', () => {
  it('proves replay, counts choices and scopes, measures, and names the randomness', async () => {
    const { verdict, text } = await examined(definition(['many', '15000']));
    // Without mutants nobody can say that it is good.
    expect(verdict).toBe('weak');
    expect(text).toMatch(/^replayed 3 programs twice each: identical records, identical bytes$/m);
    expect(text).toMatch(/^choices in a program: 15,010 \(median\)/m);
    expect(text).toMatch(/^scopes in a program: 15,00\d \(median\)/m);
    expect(text).toMatch(/^slowdown: [\d.]+ times the CPU of the same programs by themselves; [\d.]+ times/m);
    expect(text).toMatch(/^randomness: rand \d+ times$/m);
    expect(text).toMatch(/^the same program at any addresses$/m);
  });

  it('shows the first difference between two replays, and what may be the cause', async () => {
    const { verdict, text } = await examined(definition(['processor']));
    expect(verdict).toBe('not good');
    expect(text).toMatch(/made another program\nfirst difference, test.txt:11:\n  first  \d+\n  second \d+/);
    expect(text).toMatch(/likely causes:\n(.*\n)*.*the processor/);
  });

  it.each([
    ['draws nothing', ['/bin/echo', 'int x;'], /it draws nothing/],
    ['is a script around the real one', ['/bin/sh', '-c', 'date +%N; true'], /only starts another program/],
    ['does not exist', ['/nowhere/generator'], /cannot run \/nowhere\/generator/],
  ] as const)('tells of a command that %s', async (_, command, message) => {
    const { verdict, text } = await examined(definition([], { command: [...command] }));
    expect(verdict).toBe('not good');
    expect(text).toMatch(message);
  });

  it('lists scopes by function, with what they hold', async () => {
    const { lines } = await examineSource(definition(['many', '50']), {
      programs: 2,
      mutants: 0,
      listsScopes: true,
    });
    const rows = lines.slice(lines.findIndex((line) => line.startsWith('scopes, most frequent')) + 1);
    expect(rows.map((row) => row.trim().split(/ +/))).toEqual([
      ['100', '100', '100', 'one_of'],
      ['2', '20', '120', 'main'],
    ]);
  });

  it('says why programs were not made', async () => {
    const { verdict, text } = await examined(definition(['abort']));
    expect(verdict).toBe('not good');
    expect(text).toMatch(/no program was made\n.*SIGABRT/);
  });
});

describe('the verdict on a source', { timeout: 60_000 }, () => {
  let seeded: SourceDefinition;
  beforeAll(async () => {
    const stripped = await compileGenerator('seeded.cpp', '-DUNLINKED', '-O2', '-s');
    seeded = definition([], { language: 'c', command: [stripped] });
  }, 60_000);

  it('tells a generator that seeds an engine of its own from a good one, and names the engine', async () => {
    const { verdict, text, figures } = await examined(seeded, { mutants: 12 });
    expect(verdict).toBe('one choice decides everything');
    expect(text).toMatch(/^one choice makes [\d,]+ bytes/);
    expect(text).toMatch(/^its file is stripped: nm shows no names/m);
    expect(text).toMatch(/^its file is stripped: its functions have no names$/m);
    expect(text).toMatch(/^inside: std::mt19937_64; none of its functions can be answered where they stand/m);
    expect(text).toMatch(/^build it with cgfuzz-c\+\+, sources untouched/m);
    expect(figures!.engines).toContain('std::mt19937_64');
    expect(figures!.single).toMatchObject({ mutants: 12, sameRecord: 0, identical: 0, similar: 0 });
  });

  it('names functions that draw by their names, and is good with these lines', async () => {
    // In C++ their names say what they are given.
    const own = await compileGenerator('own-engine.c', '-DUNLINKED', '-x', 'c++');
    const before = await examined(definition([], { command: [own] }));
    expect(before.verdict).toBe('not good');
    const linked = await examined(
      definition([], {
        command: [await compileGenerator('own-engine.c')],
        reach: 'linked',
        scopes: 'own',
      }),
    );
    expect(linked.text).toMatch(/^wrappers and tables .* engine of its own is answered in place/m);
    const [, listed] = /^name the functions .* these may: engines: (\[.*\])$/m.exec(before.text)!;
    const engines = JSON.parse(listed!.replaceAll("'", '"')) as string[];
    expect(engines).toEqual(['_ZL5belowj pick arg1', '_ZL6chancei percent arg1', '_ZL7my_nextv word 32']);
    const after = await examined(definition([], { command: [own], engines }), { programs: 6, mutants: 20 });
    expect(after.verdict).toBe('good');
    expect(after.text).toMatch(/^kinds of choice: .*pick \d+%/m);
  });

  it('counts what mutants change', async () => {
    const { verdict, text, figures } = await examined(definition(['many', '500']), { mutants: 30 });
    // The last line is a sum over all choices, the others are a choice each.
    expect(verdict).toBe('good');
    expect(text).toMatch(/^30 single mutants \(one choice replaced\): same record \d+, identical text/m);
    for (const { mutants, sameRecord, identical, similar, different, rejected, overrun } of [
      figures!.single!,
      figures!.mixed!,
    ])
      expect(sameRecord + identical + similar + different + rejected + overrun).toBe(mutants);
    expect(figures!.usage.kinds).toMatchObject({ word: 3 * 510, pick: 0 });
  });

  it('calls a source weak whose choices decide nothing', async () => {
    const wasteful = await compileGenerator('wasteful.c', '-DUNLINKED');
    const { verdict, text } = await examined(definition([], { command: [wasteful] }), { mutants: 20 });
    expect(verdict).toBe('weak');
    expect(text).toMatch(/^(9\d|100)% of single mutants change nothing/m);
  });

  it('says how many fresh programs are overruns', async () => {
    const { text, verdict } = await examined(
      definition([], {
        limits: { maxChoices: 100 },
        options: (draw) => ['many', draw.boolean(0.3) ? '500' : '50'],
      }),
      { programs: 10 },
    );
    expect(text).toMatch(/of 10 fresh programs are overruns/);
    expect(verdict).toBe('weak');
  });

  it('sees that many choices may be one seed, and says how Python draws', async () => {
    const script = join(import.meta.dirname, '../generators/statements.py');
    const { verdict, text } = await examined(
      definition([], {
        command: ['/usr/bin/python3', script],
        process: 'exec',
        language: 'c',
        writes: { to: 'folder', main: 'test.c' },
      }),
      { mutants: 40, programs: 5 },
    );
    expect(verdict).toBe('one choice decides everything');
    expect(text).toMatch(
      /^all [\d,]+ choices come from getrandom, as a seed does, and there is an engine inside/,
    );
    expect(text).toMatch(/^its engine is Python's random: run it by clients\/cgfuzz-python/m);
  });

  it('sees that Perl seeds an engine of its own, however small its programs are', async () => {
    const script = 'print chr(97 + rand(26)), " " for 1 .. 150';
    const perl = definition([], { command: ['/usr/bin/perl', '-e', script], process: 'exec' });
    const { verdict, text } = await examined(perl, { mutants: 12 });
    expect(verdict).toBe('one choice decides everything');
    expect(text).toMatch(/^all [\d,]+ choices come from \/dev\/urandom, as a seed does/m);
    const [, line] = /^its engine is Perl's rand.*engines: \['([^']*)'\]/m.exec(text)!;
    const answered = await examined({ ...perl, engines: [line!] }, { mutants: 20 });
    expect(answered.verdict).not.toBe('one choice decides everything');
    expect(answered.figures!.usage.choices.median).toBeGreaterThan(150);
    expect(answered.figures!.single!.similar).toBeGreaterThan(3);
  });

  it('answers a function that returns a number from 0 up to 1, by the line of its kind', async () => {
    const script =
      'print rand() < 1 ? "in\\n" : "out\\n" for 1 .. 500; print int(rand(10)), "\\n" for 1 .. 500';
    const perl = definition([], {
      command: ['/usr/bin/perl', '-e', script],
      process: 'exec',
      engines: ['Perl_drand48_r unit'],
    });
    const source = openSource(perl);
    const made = await source.run({ seed: 3 });
    await source.close();
    if (made.outcome !== 'ok') throw new Error(made.outcome);
    const lines = Buffer.from(made.program.files[0]!.bytes).toString().trimEnd().split('\n');
    expect(lines.slice(0, 500).filter((line) => line !== 'in')).toEqual([]);
    for (let digit = 0; digit < 10; digit++)
      expect(lines.slice(500).filter((line) => line === String(digit)).length).toBeGreaterThan(20);
  });

  it('counts what options draw', async () => {
    const optional = definition([], {
      command: ['/bin/echo'],
      process: 'exec',
      options: (draw) => [String(draw.word(32)).repeat(200)],
    });
    const { verdict, text } = await examined(optional, { mutants: 12 });
    expect(verdict).toBe('one choice decides everything');
    expect(text).toMatch(
      /^one choice of its options makes [\d,]+ bytes: the generator itself draws nothing/m,
    );
  });

  it('tells what a stream costs cgfuzz, besides what it costs the generator', async () => {
    const script = join(import.meta.dirname, '../generators/expressions.py');
    const clients = join(import.meta.dirname, '../../../instrumentation/choices/clients');
    const stream = definition([], {
      command: ['/usr/bin/python3', script],
      reach: 'stream',
      process: 'persistent',
      scopes: 'own',
      env: { CGFUZZ_CLIENTS: clients },
      writes: { to: 'folder', main: 'test.c' },
    });
    const { text, figures } = await examined(stream);
    expect(figures!.engineCpuMs).toBeGreaterThan(0);
    expect(text).toMatch(
      /^CPU of cgfuzz for a program: [\d.]+ ms, \d+% of all; each question is a round trip/m,
    );
  });

  it('says that a script is one', async () => {
    const script = join(temporaryFolder(), 'generator');
    writeFileSync(script, '#!/bin/sh\necho "int x;"\n', { mode: 0o755 });
    const { verdict, text } = await examined(definition([], { command: [script] }));
    expect(verdict).toBe('not good');
    expect(text).toMatch(/it is a script: name the program that it starts as the command/);
  });

  it('tells how far it is', async () => {
    const told: string[] = [];
    await examined(definition(['many', '5']), { mutants: 2, onProgress: (text) => told.push(text) });
    expect(told).toEqual(
      expect.arrayContaining(['program 2 of 3', 'single mutant 1 of 2', 'mixed mutant 2 of 2']),
    );
  });
});
