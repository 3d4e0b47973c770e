/**
 * Whether programs print what is known of them, and sanitizers stay silent.
 *
 * Each program is built with the sanitizers of both compilers of Debian, and once by each compiler that is there, whose
 * levels take turns. A build that differs is told with its seed; `FROM` says which seed is the first. `WITH=rounding` adds
 * a switch that no preset has. With `LEVELS=4` each compiler builds each program at the first four levels. `FEW=1` is
 * six times as cheap: programs of 4 to 32 statements, one build with sanitizers, and one by a compiler of each family.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

import { cacheFolder, findProgram, withAdded } from '../../src/build/index.ts';
import { isIn, presetOf, switches as known } from '../../src/generators/loom/policy/switches.ts';
import { C, CPP17, CPP20, type LanguageRules } from '../../src/generators/loom/rules/language.ts';
import { commandWithInput, inputFiles } from '../../src/program/index.ts';
import type { Measurement } from '../harness.ts';
import { fromEnvironment, make, type Made } from './programs.ts';

interface Language {
  readonly rules: LanguageRules;
  readonly flag: string;
  readonly suffix: 'c' | 'cpp';
}

const languages: readonly Language[] = [
  { rules: C, flag: '-std=c11', suffix: 'c' },
  { rules: CPP17, flag: '-std=c++17', suffix: 'cpp' },
  { rules: CPP20, flag: '-std=c++20', suffix: 'cpp' },
];
const debian = [
  { c: 'gcc-12', cpp: 'g++' },
  { c: 'clang-19', cpp: 'clang++-19' },
] as const;
const searchPath = withAdded(process.env['PATH'] ?? '', cacheFolder(process.env));
const newest = ['gcc-16', 'clang-22'].flatMap((name) => {
  const c = findProgram(name, searchPath);
  const cpp = findProgram(name.replace('gcc', 'g++').replace('clang', 'clang++'), searchPath);
  return c === undefined || cpp === undefined ? [] : [{ c, cpp }];
});
const usual = ['-w', '-Wno-parentheses', '-ffp-contract=off', '-fno-math-errno'];
const added = known.filter((each) => (process.env['WITH'] ?? '').split(',').includes(each));
const sanitizers = ['-O0', '-fsanitize=undefined,address', '-fno-sanitize-recover=all'];
const levels = [
  ['-O0'],
  ['-O2'],
  ['-O3'],
  ['-O3', '-march=x86-64-v3'],
  ['-Os'],
  ['-O3', '-march=x86-64-v4', ...(added.includes('rounding') ? [] : ['-ffast-math'])],
];

const isFew = process.env['FEW'] === '1';
const fewLevels = [['-O2'], ['-O3', '-march=x86-64-v3']];

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
  const from = fromEnvironment('FROM', 0);
  const wanted = fromEnvironment('PROGRAMS', 60);
  for (let seed = from; seed < from + wanted; seed++) {
    const language = languages[seed % languages.length]!;
    const preset = presetOf(seed % 5 === 4 ? 'classic' : 'all', language.rules);
    const switches = new Set([...preset, ...added.filter((each) => isIn(language.rules, each))]);
    const options = { rules: language.rules, maxSize: 2 + (seed % (isFew ? 4 : 7)), switches };
    await judge(make({ seed, options }), { folder, seed, language, counts });
    counts.programs++;
  }
  rmSync(folder, { recursive: true });
  const compilers = [...debian, ...newest].map(({ c }) => c.split('/').at(-1)).join(', ');
  const how = `${counts.programs} programs of 4 to ${isFew ? 32 : 256} statements in C11, C++17 and C++20, a fifth classic; ${compilers}; ${counts.builds} builds`;
  const none = { goal: { atMost: 0 }, how };
  yield { name: 'reports of UBSan and ASan', value: counts.reports, unit: 'builds', ...none };
  const outputs = `outputs that are not the truth, at ${levels.map((flags) => flags.join(' ')).join(', ')} by turns, or the first LEVELS of them`;
  yield { name: outputs, value: counts.wrong, unit: 'builds', ...none };
  yield { name: 'programs that a compiler refuses', value: counts.refused, unit: 'builds', ...none };
}

interface Judging {
  readonly folder: string;
  readonly seed: number;
  readonly language: Language;
  readonly counts: Counts;
}

/** All levels that are wanted, or the one whose turn it is. */
function levelsOf(turn: number): readonly string[][] {
  const count = fromEnvironment('LEVELS', 0);
  return count > 0 ? levels.slice(0, count) : [levels[turn % levels.length]!];
}

async function judge({ result, text }: Made, { folder, seed, language, counts }: Judging): Promise<void> {
  const { suffix, flag } = language;
  const source = join(folder, `p.${suffix}`);
  writeFileSync(source, text);
  const { files } = result.program;
  for (const { path, bytes } of inputFiles(files)) writeFileSync(join(folder, path), bytes);
  const words = commandWithInput([join(folder, 'p')], files);
  const checked = isFew ? [debian[seed % debian.length]!] : debian;
  const all = [...debian, ...newest];
  // Neighbours in this list are of different families.
  const compilers = isFew ? [0, 1].map((i) => all[(seed + i) % all.length]!) : all;
  const builds = [
    ...checked.map((compiler) => [compiler[suffix], ...sanitizers]),
    ...compilers.flatMap((compiler, i) =>
      (isFew ? [fewLevels[(seed >> 2) % fewLevels.length]!] : levelsOf(seed + i)).map((flags) => [
        compiler[suffix],
        ...flags,
      ]),
    ),
  ];
  for (const [i, [compiler = '', ...flags]] of builds.entries()) {
    counts.builds++;
    const program = join(folder, 'p');
    const said = `seed ${seed}, ${compiler} ${flag} ${flags.join(' ')}`;
    const object = `${program}.o`;
    const limits = { reject: false, timeout: 120_000 } as const;
    const compiled = await execa(compiler, [flag, ...usual, ...flags, '-c', '-o', object, source], limits);
    // The newest libraries want a newer system than this one: objects of all optimised builds are linked by Debian's gcc.
    const linking =
      i < checked.length ? [compiler, ...sanitizers] : [debian[0][suffix], ...flags.slice(0, 1)];
    const [linker = '', ...linkerFlags] = linking;
    const built = compiled.failed
      ? compiled
      : await execa(linker, [...linkerFlags, '-o', program, object], limits);
    if (built.failed) {
      counts.refused++;
      console.error(`${said}: ${built.stderr.slice(0, 500)}`);
      continue;
    }
    const { stdout, stderr, failed } = await execa(words[0]!, words.slice(1), {
      reject: false,
      timeout: 20_000,
      cwd: folder,
    });
    if (!failed && `${stdout}\n` === result.output) continue;
    console.error(`${said}: ${stdout} and not ${result.output} ${stderr.slice(0, 300)}`);
    if (i < checked.length) counts.reports++;
    else counts.wrong++;
  }
}
