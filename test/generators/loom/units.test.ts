import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom, type LoomOptions, type LoomResult } from '../../../src/generators/loom/index.ts';
import { C, CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const alphabet = new Alphabet();

function make(seed: number, options: LoomOptions): LoomResult {
  const made = replay((draw) => loom(draw, { maxSize: 7, ...options }), { alphabet, seed });
  if (made.outcome !== 'ok') throw new Error(`seed ${seed}`);
  return made.value;
}

describe.each([
  { rules: C, compiler: 'gcc-12' },
  { rules: CPP17, compiler: 'clang++-19' },
])('a program of several units, in $rules.name', ({ rules, compiler }) => {
  it('prints what the same program in one file prints', async () => {
    for (let seed = 0; seed < 6; seed++) {
      const { program, output } = make(seed, { rules, shape: 'units' });
      expect(output, `seed ${seed}`).toBe(make(seed, { rules }).output);
      const folder = temporaryFolder();
      for (const { path, bytes } of program.files) writeFileSync(join(folder, path), bytes);
      const units = program.files.map(({ path }) => path).filter((path) => !path.endsWith('.h'));
      await execa(compiler, ['-w', '-O2', '-o', 'program', ...units], { cwd: folder });
      const { stdout } = await execa(join(folder, 'program'));
      expect(`${stdout}\n`, `seed ${seed}`).toBe(output);
    }
  });

  it('shows no value in the unit that a target compiles', () => {
    const { program } = make(3, { rules, shape: 'units' });
    const tests = program.files.find(({ path }) => path === program.main)!;
    expect(Buffer.from(tests.bytes).toString()).not.toMatch(/^(int|long|short|unsigned) [im]_\w+ = /m);
    expect(program.files).toHaveLength(3);
  });
});
