/** Arrays in containers of the C++ library: compiled programs print what is known, and no access leaves its container. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import { presetOf } from '../../../src/generators/loom/policy/switches.ts';
import { CPP17, CPP20 } from '../../../src/generators/loom/rules/language.ts';
import { runs } from '../../runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { expectTruth, programsOf, usualCompilers } from './programs-of.ts';

const switches = [...presetOf('all', CPP17)];
const having = /std::(array|vector|valarray)</;
const alphabet = new Alphabet();
const inCpp = usualCompilers.filter(({ rules }) => rules.name === 'c++');

describe('arrays in containers', () => {
  it.each(inCpp)('are right when $compiler compiles them', async (chosen) => {
    await expectTruth(chosen, programsOf({ rules: chosen.rules, switches, count: runs(4, 20), having }));
  });

  it('are the same data for each unit of a program', async () => {
    const folder = temporaryFolder();
    let found = 0;
    for (let seed = 0; found < runs(3, 12); seed++) {
      const made = replay((draw) => loom(draw, { rules: CPP17, shape: 'units', maxSize: 5 }), {
        alphabet,
        seed,
      });
      if (made.outcome !== 'ok') throw new Error(`seed ${seed}`);
      const { files } = made.value.program;
      if (!files.some(({ bytes }) => having.test(Buffer.from(bytes).toString()))) continue;
      found++;
      for (const { path, bytes } of files) writeFileSync(join(folder, path), bytes);
      await execa('g++', ['-w', '-O2', '-o', 'program', 'func.cpp', 'driver.cpp'], { cwd: folder });
      const { stdout } = await execa(join(folder, 'program'));
      expect(`${stdout}\n`, `seed ${seed}`).toBe(made.value.output);
    }
  });

  it('are of each kind, in each other, checked and not, and bring no header that they do not need', () => {
    const texts = programsOf({ rules: CPP17, switches, count: 60, having }).map(({ text }) => text);
    const all = texts.join('\n');
    expect(all).toMatch(/^std::array<std::array<[\w ]+, \d+>, \d+> m_/m);
    expect(all).toMatch(/^std::vector<std::vector<[\w ]+>> m_\w+\(\d+, std::vector<[\w ]+>\(\d+\)\);/m);
    expect(all).toMatch(/^std::valarray<std::valarray<[\w ]+>> m_\w+\(std::valarray<[\w ]+>\(\d+\), \d+\);/m);
    expect(all).toMatch(/\b[im]_\w+\.at\([^;]*k_\w+/);
    for (const kind of ['array', 'vector', 'valarray'])
      for (const text of texts)
        expect(text.includes(`#include <${kind}>`), text).toBe(text.includes(`std::${kind}<`));
  });
});

describe('arrays that functions receive as spans', () => {
  const on = [
    'parameters',
    'spans',
    'bytes',
    'algorithms',
    'walks',
    'pointers',
    'lambdas',
    'stencils',
  ] as const;
  const wanted = { rules: CPP20, switches: on, having: /std::span</ };

  it.each(inCpp)('are right when $compiler compiles them', { timeout: 120_000 }, async (chosen) => {
    const programs = programsOf({ ...wanted, count: runs(5, 20) });
    await expectTruth({ ...chosen, flags: ['-std=c++20'] }, programs);
  });

  it('have a length that their type says or not, and are there from C++20 on', () => {
    const texts = programsOf({ ...wanted, count: 12 }).map(({ text }) => text);
    const all = texts.join('\n');
    expect(all).toMatch(/void test_\d+\(.*std::span<(?:volatile )?[\w ]+> \w+/);
    expect(all).toMatch(/void test_\d+\(.*std::span<(?:volatile )?[\w ]+, \d+> \w+/);
    for (const text of texts) expect(text).toContain('#include <span>');
    expect(presetOf('all', CPP20).has('spans')).toBe(true);
    expect(presetOf('all', CPP17).has('spans')).toBe(false);
  });
});
