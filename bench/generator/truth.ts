/** Whether programs print what is known of them, as both compilers compile them, and sanitizers stay silent. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

import { C, CPP17, CPP20, type LanguageRules } from '../../src/generators/loom/rules/language.ts';
import type { Measurement } from '../harness.ts';
import { fromEnvironment, make, type Made } from './programs.ts';

const languages: readonly {
  readonly rules: LanguageRules;
  readonly flag: string;
  readonly suffix: string;
}[] = [
  { rules: C, flag: '-std=gnu11', suffix: 'c' },
  { rules: CPP17, flag: '-std=c++17', suffix: 'cpp' },
  { rules: CPP20, flag: '-std=c++20', suffix: 'cpp' },
];
const compilers = { c: ['gcc-12', 'clang-19'], cpp: ['g++', 'clang++-19'] } as const;
const sanitizers = ['-O0', '-fsanitize=undefined,address', '-fno-sanitize-recover=all'];
const levels = [['-O0'], ['-O2'], ['-O3'], ['-O3', '-march=x86-64-v3']];

interface Counts {
  programs: number;
  builds: number;
  reports: number;
  wrong: number;
  refused: number;
}

export async function* truth(): AsyncIterable<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-truth-'));
  const counts = { programs: 0, builds: 0, reports: 0, wrong: 0, refused: 0 };
  const wanted = fromEnvironment('PROGRAMS', 60);
  for (let seed = 0; seed < wanted; seed++) {
    const language = languages[seed % languages.length]!;
    const options = { rules: language.rules, maxSize: 2 + (seed % 7) };
    await judge(make({ seed, options }), { folder, ...language, counts });
    counts.programs++;
  }
  rmSync(folder, { recursive: true });
  const how = `${counts.programs} programs of 4 to 256 statements in C11, C++17 and C++20, all switches; gcc-12 and clang-19; ${counts.builds} builds`;
  const none = { goal: { atMost: 0 }, how };
  yield { name: 'reports of UBSan and ASan', value: counts.reports, unit: 'programs', ...none };
  const outputs = 'outputs that are not the truth, at -O0, -O2, -O3, -O3 -march=x86-64-v3';
  yield { name: outputs, value: counts.wrong, unit: 'builds', ...none };
  yield { name: 'programs that a compiler refuses', value: counts.refused, unit: 'builds', ...none };
}

interface Judging {
  readonly folder: string;
  readonly flag: string;
  readonly suffix: string;
  readonly counts: Counts;
}

async function judge({ result, text }: Made, { folder, flag, suffix, counts }: Judging): Promise<void> {
  const source = join(folder, `p.${suffix}`);
  writeFileSync(source, text);
  for (const compiler of compilers[suffix as keyof typeof compilers]) {
    for (const flags of [sanitizers, ...levels]) {
      counts.builds++;
      const program = join(folder, 'p');
      const built = await execa(compiler, [flag, '-w', ...flags, '-o', program, source], { reject: false });
      if (built.failed) {
        counts.refused++;
        console.error(`${compiler} ${flags.join(' ')}: ${built.stderr.slice(0, 500)}`);
        continue;
      }
      const { stdout, failed } = await execa(program, { reject: false, timeout: 20_000 });
      if (!failed && `${stdout}\n` === result.output) continue;
      if (flags === sanitizers) counts.reports++;
      else counts.wrong++;
    }
  }
}
