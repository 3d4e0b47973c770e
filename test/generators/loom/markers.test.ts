/** Markers of loom: the program itself says if a dead one ran or a live one did not. */
import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import { presetOf, type Switch } from '../../../src/generators/loom/policy/switches.ts';
import { C, CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { markerFacts, markersCalled } from '../../../src/program/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const alphabet = new Alphabet();

describe.each([
  { rules: C, compiler: 'gcc-12' },
  { rules: CPP17, compiler: 'g++' },
])('programs with markers, by $compiler', ({ rules, compiler }) => {
  it('have markers of both kinds, most in functions that decide them, true facts, and no other output', async () => {
    const folder = temporaryFolder();
    const switches = new Set<Switch>([...presetOf('all', rules), 'markers']);
    const counts = { dead: 0, live: 0, deciding: 0, facts: 0 };
    for (let seed = 1; seed <= 5; seed++) {
      const made = replay((draw) => loom(draw, { rules, bytes: 6_000, switches }), { alphabet, seed });
      if (made.outcome !== 'ok') throw new Error(`seed ${seed}`);
      const { program, output } = made.value;
      const { dead, live } = markersCalled(program);
      counts.dead += dead.size;
      counts.live += live.size;
      const texts = program.files.map(({ bytes }) => Buffer.from(bytes).toString());
      counts.facts += texts.join('').match(/^ +cgfuzz_fact\(/gm)?.length ?? 0;
      counts.deciding += texts.join('').match(/^void known_\w+\(/gm)?.length ?? 0;
      for (const { path, bytes } of program.files) writeFileSync(join(folder, path), bytes);
      for (const level of [`-O0 ${markerFacts.checked}`, `-O2 ${markerFacts.told}`]) {
        const units = [program.main, ...(program.beside ?? [])];
        await execa(compiler, ['-w', ...level.split(' '), '-o', 'program', ...units, '-lm'], { cwd: folder });
        const { stdout } = await execa(join(folder, 'program'));
        expect(`${stdout}\n`, `seed ${seed}, ${level}`).toBe(output);
      }
    }
    expect(counts.dead).toBeGreaterThan(20);
    expect(counts.deciding).toBeGreaterThan(1);
    expect(counts.facts).toBeGreaterThan(2);
    expect(counts.live).toBeGreaterThan(2);
  });
});
