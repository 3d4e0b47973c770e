/** Programs that read input: right with their input, and other programs without it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom, type LoomOptions, type LoomResult } from '../../../src/generators/loom/index.ts';
import { presetOf } from '../../../src/generators/loom/policy/switches.ts';
import { C, CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { ARGUMENTS_FILE, commandWithInput, inputFiles, STDIN_FILE } from '../../../src/program/index.ts';
import { runs } from '../../runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { usualCompilers } from './programs-of.ts';

const alphabet = new Alphabet();

/** Programs that read this kind of input. */
function programsThatRead(path: string, count: number, wanted: LoomOptions): LoomResult[] {
  const rules = wanted.rules ?? C;
  const switches = new Set([...presetOf('all', rules), 'inputs' as const]);
  const found: LoomResult[] = [];
  for (let seed = 0; found.length < count; seed++) {
    const options = { maxSize: 4, ...wanted, switches };
    const made = replay((draw) => loom(draw, options), { alphabet, seed });
    if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${made.outcome}`);
    expect(made.value.interpreted(), `seed ${seed}`).toBe(made.value.output);
    if (inputFiles(made.value.program.files).some((file) => file.path === path)) found.push(made.value);
  }
  return found;
}

function printedBy(
  { program: { files, main, beside = [] } }: LoomResult,
  [compiler, ...flags]: readonly [string, ...string[]],
): string {
  const folder = temporaryFolder();
  for (const { path, bytes } of files) writeFileSync(join(folder, path), bytes);
  const units = [main, ...beside];
  const built = spawnSync(compiler, [...flags, '-w', '-o', 'program', ...units], { cwd: folder });
  expect(built.stderr.toString()).toBe('');
  const [word = '', ...words] = commandWithInput(['./program'], files);
  return spawnSync(word, words, { cwd: folder, encoding: 'utf8', timeout: 20_000 }).stdout;
}

describe.each([ARGUMENTS_FILE, STDIN_FILE])('programs that read %s', (path) => {
  it.each(usualCompilers)('print the truth if $compiler compiles them', ({ rules, flags, compiler }) => {
    for (const program of programsThatRead(path, runs(3, 20), { rules }))
      expect(printedBy(program, [compiler, ...flags, '-O2'])).toBe(program.output);
  });

  it('have a value for each number that they read, and none of them in the text', () => {
    for (const { program } of programsThatRead(path, 10, { rules: C })) {
      const [text = '', input = ''] = program.files.map(({ bytes }) => Buffer.from(bytes).toString());
      const given = [...text.matchAll(/^ {2}(\w+) = \([\w ]+\)\(.*number\(.*\).*\);$/gm)];
      expect(given).toHaveLength(input.split('\n').length - 1);
      for (const [, name = ''] of given) expect(text).toMatch(new RegExp(`^[\\w ]+ ${name};$`, 'm'));
    }
  });

  it.each([C, CPP17])('print the truth in units of $name', (rules) => {
    const [program] = programsThatRead(path, 1, { rules, shape: 'units' });
    const { compiler, flags } = usualCompilers.find((each) => each.rules === rules)!;
    expect(printedBy(program!, [compiler, ...flags, '-O2'])).toBe(program!.output);
  });
});

it('no preset has inputs', () => {
  for (const rules of [C, CPP17]) expect(presetOf('all', rules).has('inputs')).toBe(false);
});
