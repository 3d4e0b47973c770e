/** Programs of a few switches, compiled and held against what loom says of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import type { Switch } from '../../../src/generators/loom/policy/switches.ts';
import { C, CPP17, type LanguageRules } from '../../../src/generators/loom/rules/language.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const alphabet = new Alphabet();

export interface MadeProgram {
  readonly text: string;
  readonly output: string;
}

interface Wanted {
  readonly rules: LanguageRules;
  readonly switches: readonly Switch[];
  readonly count: number;
  /** Other programs are left out. */
  readonly having?: RegExp;
}

/** The interpreter agrees with settling about each of them. */
export function programsOf({ rules, switches, count, having = /./ }: Wanted): MadeProgram[] {
  const found: MadeProgram[] = [];
  for (let seed = 0; found.length < count; seed++) {
    const options = { rules, maxSize: 5, switches: new Set(switches) };
    const made = replay((draw) => loom(draw, options), { alphabet, seed });
    if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${made.outcome}`);
    const { program, output, interpreted } = made.value;
    expect(interpreted(), `seed ${seed}`).toBe(output);
    const text = Buffer.from(program.files[0]!.bytes).toString();
    if (having.test(text)) found.push({ text, output });
  }
  return found;
}

export interface UsualCompiler {
  readonly rules: LanguageRules;
  readonly suffix: string;
  readonly flags: readonly string[];
  readonly compiler: string;
}

export const usualCompilers: readonly UsualCompiler[] = [
  { rules: C, suffix: 'c', flags: ['-std=c11'], compiler: 'gcc-12' },
  { rules: C, suffix: 'c', flags: ['-std=c11'], compiler: 'clang-19' },
  { rules: CPP17, suffix: 'cpp', flags: ['-std=c++17'], compiler: 'g++' },
  { rules: CPP17, suffix: 'cpp', flags: ['-std=c++17'], compiler: 'clang++-19' },
];
const levels = [['-O1', '-fsanitize=undefined,address', '-fno-sanitize-recover=all'], ['-O3']];

/** Each program prints its truth at both levels, and no sanitizer complains. */
export async function expectTruth(
  { suffix, flags, compiler }: UsualCompiler,
  programs: readonly MadeProgram[],
): Promise<void> {
  const folder = temporaryFolder();
  for (const [i, { text, output }] of programs.entries()) {
    const source = join(folder, `p${i}.${suffix}`);
    writeFileSync(source, text);
    for (const level of levels) {
      const program = join(folder, 'program');
      await execa(compiler, [...flags, '-w', ...level, '-o', program, source]);
      const { stdout } = await execa(program);
      expect(`${stdout}\n`, `${text}\n${level.join(' ')}`).toBe(output);
    }
  }
}
