/**
 * Every command line of README and pages starts here, up to its first test or to its documented refusal. Lines that
 * need a network, a checkout, a build of hours or another machine are named with the reason, and are not started.
 *
 * Lines of campaigns share the compilers of the cache. Most run in `npm run test:all` alone.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { splitWords } from '../../src/util/split-words.ts';
import { shownCommands } from '../repo/shown-commands.ts';
import { isAll } from '../runs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Lines that cannot run in a test, each with the reason; a line of none of these starts. */
const elsewhere: readonly (readonly [reason: string, lines: RegExp])[] = [
  ['fetches packages', /^compiler (?:add|update)/],
  ['builds a compiler for hours, or removes builds', /^target (?:build|clean)/],
  ['compiles a patch of a compiler, or asks two for minutes', /^(?:regress|review)\b/],
  ['hunts or demonstrates for minutes: hunt.test.ts, demo.test.ts', /^(?:hunt|demo)\b/],
  ['serves until somebody ends it, or another machine', /^(?:service|serve-centipede|fleet)\b|--fleet/],
  ['needs a checkout of a compiler', /--git|--llvm-config|--gcc-source/],
  ['waits for new versions, or builds a larger target', /--follow|--upgrade/],
  [
    'needs a campaign of weeks, or files of its page',
    /\/var\/lib|^findings bisect|^reduce\b|^explain|^findings explain|^source (?:from|new)|^show after|^run --donors/,
  ],
  ['needs a reduced finding of a compiler, made in this very folder', /^findings (?:verify|export|avoid)/],
  ['needs a built target, and its report', /^target (?:symbolize|compare)|centipede:/],
  [
    'names a command, and is no line',
    /^(?:compare|check|facts|show|corpus (?:import|seeds)|source (?:check|advise)|run --print-config)$/,
  ],
  ['is a form and no line', /\b(?!PR\d)[A-Z]{2,}[A-Z0-9]*\b(?!\.)|^[A-Z]/],
];

/** Lines of the default suite; all others run in `test:all`. */
const cheap =
  /^(?:source list|corpus (?:stats|history|merge|distill|seeds|import|export campaign out)|status|report|compare|findings (?:list|show 3f2a|mute 3f2a --r)|help$|run --source \.\/awk)/;

const campaigns =
  /^(?:campaign|first|monday|tuesday|theirs|ci|night-\d|guided-\d|random-\d|loom-\d|csmith-\d|yarpgen-\d|[ab]\d|gcc-csmith|all)$/;

const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const base = temporaryFolder(afterAll);
let id = '';

function cgfuzz(
  cwd: string,
  words: readonly string[],
): { readonly code: number | null; readonly said: string } {
  const { status, stderr, stdout } = spawnSync('node', [main, ...words], {
    cwd,
    encoding: 'utf8',
    timeout: 280_000,
  });
  return { code: status, said: `${stdout}${stderr}` };
}

const numbers = `export default { name: 'NAME', summary: 'for a test', language: 'LANGUAGE', generate(draw) {
  const terms = [];
  while (terms.length < 9) {
    const term = draw.scope('term', () => (draw.boolean(0.9) ? String(draw.integer(0, 99)) : undefined));
    if (term === undefined) break;
    terms.push(term);
  }
  return 'TEXT'.replace('0', terms.join('+') || '0');
} };
`;

/** The files that pages speak of. */
beforeAll(() => {
  for (const [name, language, text] of [
    ['mine', 'c', String.raw`int main(void) { return (0) * 0; }\n`],
    ['my-source', 'c', String.raw`int main(void) { return (0) * 0; }\n`],
    ['json', 'text', '[0]'],
    ['llvm-stress', 'llvm-ir', String.raw`define i32 @main() {\n  ret i32 0\n}\n`],
  ] as const)
    writeFileSync(
      join(base, `${name}.mjs`),
      numbers.replace('NAME', name).replace('LANGUAGE', language).replace('TEXT', text),
    );
  cpSync('docs/examples/awk', base, { recursive: true });
  execFileSync('cc', ['awkgen.c', '-o', 'awkgen'], { cwd: base });
  for (const name of ['test', 'prog', 'sum', 'reduced'])
    writeFileSync(join(base, `${name}.c`), 'int main(void) { return 0; }\n');
  // The tests that the page shows, by their names.
  for (const [, text = '', name = ''] of readFileSync('docs/litmus.md', 'utf8').matchAll(
    /```c\n(C (\w+)[^]*?)```/g,
  ))
    writeFileSync(join(base, `${name}.litmus`), text);
  writeFileSync(join(base, 'good.json'), '[1]');
  writeFileSync(join(base, 'parser'), '#!/bin/sh\ngrep -q 7 "$1" && kill -SEGV $$\nexit 0\n');
  chmodSync(join(base, 'parser'), 0o755);
  const made = cgfuzz(base, ['run', '--source', 'json', '--target', './parser @@', '--execs', '40']);
  expect(made.code, made.said).toBe(1);
  cgfuzz(base, ['source', 'make', './my-source.mjs', '--seed', '3', '--out', 'three']);
  cpSync(join(base, 'three/sequence.cgseq'), join(base, 'test.cgseq'));
  cgfuzz(base, ['source', 'make', 'json', '--seed', '3', '--out', 'out']);
  [id = ''] = readdirSync(join(base, 'campaign/findings')).filter((name) => /^[0-9a-f]{12}$/.test(name));
}, 280_000);

/** The words as a person types them, with the names of this folder and the least work. */
function wordsHere(line: string, folder: string): string[] {
  const words = splitWords(line).map((word) => (/^(?:3f2a|02fa|9cad50b92464)$/.test(word) ? id : word));
  const copy = (name: string, to = name): void =>
    cpSync(join(base, name), join(folder, to), { recursive: true });
  const needed = words[0] === 'run' ? [] : ['campaign', ...words.filter((word) => campaigns.test(word))];
  for (const name of new Set(needed))
    if (line !== 'corpus merge all monday tuesday' || name !== 'all') copy('campaign', name);
  if (line.startsWith('corpus import')) copy('out');
  if (words[0] !== 'run' || words.includes('--print-config')) return words;
  const at = words.indexOf('--jobs');
  if (at !== -1) words.splice(at, 2);
  return [...words, '--execs', '1'];
}

const lines = [...new Set(shownCommands.map(({ line }) => line))].filter(
  (line) => !elsewhere.some(([, pattern]) => pattern.test(line)),
);
const started = lines.filter((line) => isAll || cheap.test(line));

it('most lines start, and some of them in each run', () => {
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => cheap.test(line)).length).toBeGreaterThan(15);
});

it.each(started)('cgfuzz %s', { timeout: 300_000 }, (line) => {
  const folder = temporaryFolder();
  for (const name of readdirSync(base))
    if (name !== 'campaign' && name !== 'out')
      cpSync(join(base, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'docs'));
  for (const name of ['known.json']) cpSync(join('docs', name), join(folder, 'docs', name));
  const { code, said } = cgfuzz(folder, wordsHere(line, folder));
  // A part that the machine lacks is named, with the command that brings it.
  if (code === 2) expect(said).toMatch(/cgfuzz (?:compiler add|target build)|apt-get install/);
  else expect([0, 1], said).toContain(code);
});
