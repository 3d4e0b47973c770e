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
  [
    'builds a compiler for hours, or removes builds that all tests share',
    /^target (?:build (?!.*(?:~|mine))|clean)/,
  ],
  ['hunts for minutes: hunt.test.ts', /^hunt\b/],
  ['serves until somebody ends it', /^(?:service|fleet serve)/],
  ['waits for new versions, or builds a larger target', /--follow|--upgrade/],
  ['needs a harness of Centipede', /centipede:/],
];

/** Words that stand for others in pages, and the words of this folder. */
const stands: readonly (readonly [RegExp, string])[] = [
  [/^(?:3f2a|02fa|9cad50b92464|ID)$/, 'ID'],
  [/^DIR\/findings\/ID$/, 'campaign/findings/ID'],
  [/^hunt\/NAME$|^\/var\/lib\/cgfuzz\/clang-24$/, 'campaign'],
  [/^(?:PLACE|\/mnt\/shared\/fleet)$/, 'shared'],
  [/^tls:\/\/.*/, 'tls://127.0.0.1:9'],
  [/^URL$/, 'https://gcc.gnu.org/PR12345'],
  [/^CHAIN$/, 'campaign'],
  [/^PLAIN$/, 'out'],
  [/^NAME$/, 'json'],
  [/^(?:COMMAND|TARGET)$/, './parser @@'],
  [/^FOLDER$/, 'shared'],
  [/^FILES$/, 'pair.txt'],
  [/^FOLDER\/contract\.json$/, 'MP.litmus'],
];

/** Words of FILE in the lines of a command. */
const files: Readonly<Record<string, string>> = {
  show: 'crash.cgseq',
  judge: 'test.c',
  source: 'strategies.py',
  run: 'known.json',
};

/** Lines that lack something here, and the words by which cgfuzz says so. */
const refusals: readonly (readonly [lines: RegExp, words: RegExp])[] = [
  [/./, /cgfuzz (?:compiler add|target build)|apt-get install/],
  [/^[a-z]+(?: [a-z]+)?$/, /needs an? [A-Z]|there is no FILE/],
  [
    /^(?:review|regress|target build) .*/,
    /there is no (?:file|folder|checkout)|has no gcc.BASE-VER|llvm-config/,
  ],
  [/^reduce prog\.c$/, /no compiler fails on prog\.c/],
  [/^findings export/, /is of a program, and not of a compiler/],
  [/^findings avoid/, /is not reduced, so that nobody knows which choices matter/],
  [/^findings bisect/, /is no checkout of git/],
  [/^target symbolize/, /cannot read reached\.txt: there is no such file/],
  [/--fleet-key/, /worker\.key: there is no such file/],
  [/^fleet collect/, /no worker of the fleet has told anything yet/],
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
  cpSync('docs/examples/go/args.mjs', join(base, 'args.mjs'));
  execFileSync('cc', ['awkgen.c', '-o', 'awkgen'], { cwd: base });
  for (const name of ['test', 'prog', 'sum', 'reduced'])
    writeFileSync(join(base, `${name}.c`), 'int main(void) { return 0; }\n');
  // The tests that the page shows, by their names.
  for (const [, text = '', name = ''] of readFileSync('docs/litmus.md', 'utf8').matchAll(
    /```c\n(C (\w+)[^]*?)```/g,
  ))
    writeFileSync(join(base, `${name}.litmus`), text);
  writeFileSync(join(base, 'good.json'), '[1]');
  writeFileSync(join(base, 'pair.txt'), 'ab');
  const [pairs = ''] = /export default \{\n {2}name: 'pairs'[^]*?\n\};\n/.exec(
    readFileSync('docs/in-process-sources.md', 'utf8'),
  )!;
  writeFileSync(join(base, 'pairs.mjs'), pairs);
  cpSync(join(base, 'awkgen'), join(base, 'generator'));
  writeFileSync(join(base, 'interesting.sh'), '#!/bin/sh\n[ "$(cat test.* | wc -c)" -gt 3 ]\n', {
    mode: 0o755,
  });
  for (const name of ['my-c-files', 'zlib']) {
    mkdirSync(join(base, name));
    writeFileSync(join(base, name, 'a.c'), 'int twice(int x) { return x * 2; }\n');
  }
  for (const name of ['monday', 'tuesday'])
    writeFileSync(join(base, `${name}.info`), 'SF:a.cpp\nDA:1,1\nDA:2,0\nend_of_record\n');
  const strategies = 'from hypothesis import strategies as st\n\ndocuments = st.lists(st.integers())\n';
  writeFileSync(join(base, 'strategies.py'), strategies);
  writeFileSync(join(base, 'parser'), '#!/bin/sh\ngrep -q 7 "$1" && kill -SEGV $$\nexit 0\n');
  chmodSync(join(base, 'parser'), 0o755);
  const made = cgfuzz(base, ['run', '--source', 'json', '--target', './parser @@', '--execs', '40']);
  expect(made.code, made.said).toBe(1);
  cgfuzz(base, ['source', 'make', './my-source.mjs', '--seed', '3', '--out', 'three']);
  cpSync(join(base, 'three/sequence.cgseq'), join(base, 'test.cgseq'));
  cgfuzz(base, ['source', 'make', 'json', '--seed', '3', '--out', 'out']);
  cpSync(join(base, 'out/sequence.cgseq'), join(base, 'crash.cgseq'));
  [id = ''] = readdirSync(join(base, 'campaign/findings')).filter((name) => /^[0-9a-f]{12}$/.test(name));
}, 280_000);

function wordHere(word: string, command: string, folder: string): string {
  if (word === 'FILE') return files[command] ?? word;
  const [, meant = word] = stands.find(([pattern]) => pattern.test(word)) ?? [];
  return meant.replace('ID', id).replace(/^~/, folder);
}

/** The words as a person types them, with the names of this folder and the least work. */
function wordsHere(line: string, folder: string): string[] {
  const [command = '', ...rest] = splitWords(line);
  const words = [command, ...rest.map((word) => wordHere(word, command, folder))];
  const copy = (name: string, to = name): void =>
    cpSync(join(base, name), join(folder, to), { recursive: true });
  const needed = words[0] === 'run' ? [] : ['campaign', ...words.filter((word) => campaigns.test(word))];
  for (const name of new Set(needed))
    if (line !== 'corpus merge all monday tuesday' || name !== 'all') copy('campaign', name);
  if (line.startsWith('corpus import')) copy('out');
  if (line.includes('after/sequence'))
    cgfuzz(folder, splitWords('source make "csmith-scoped | relax" --seed 27 --out after'));
  if (/shared/.test(words.join(' ')) && words[1] !== 'init')
    cgfuzz(folder, ['fleet', 'init', '--folder', 'shared']);
  // The campaign is a copy, and so not this person's own.
  if (
    /^(?:reduce|explain|findings (?:verify|explain|bisect))\b/.test(line) &&
    line.includes(' ') &&
    !line.includes('--trust') &&
    !/\.(?:c|cgseq)\b/.test(line)
  )
    return [...words, '--trust'];
  if (words[0] === 'regress' && words.length > 1) return [...words, '--cpu-time', '1s'];
  if (words[0] === 'seeds') return words.map((word, at) => (words[at - 1] === '--time' ? '1s' : word));
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
  if (code === 2)
    expect(
      refusals.some(([of, told]) => of.test(line) && told.test(said)),
      said,
    ).toBe(true);
  else expect([0, 1], said).toContain(code);
});
