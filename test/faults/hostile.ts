/**
 * Hostile generators, programs, compilers and definitions: their words are an answer, or a mistake told in a line.
 * Their files stay in the folder that they belong to, whatever the names.
 */
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { Alphabet, makeRandom, replay, uniformBelow } from '../../src/choice/index.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { crashSignature } from '../../src/oracle/index.ts';
import type { Program, ProgramFile } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { programFrom } from '../../src/source/record/collect.ts';
import { GeneratorFailure } from '../../src/source/record/generator-failure.ts';
import { Conversation } from '../../src/source/stream/stream-conversation.ts';
import { failureOf, goldenFiles, sequenceOf, writeFiles } from './golden.ts';
import { damageFile, pickOf } from './damage.ts';
import { type Family, showsStack } from './family.ts';
import { inFolder } from './places.ts';
import { serve } from './hostile-servers.ts';
import { say } from './say.ts';

type Attack = (cwd: string, rng: RandomGenerator) => Promise<readonly string[]> | readonly string[];

const names: readonly string[] = [
  'test.c',
  '../out.c',
  '/etc/cgfuzz',
  'a/../../b.c',
  'a//b.c',
  '.',
  '',
  'x\0.c',
  'x'.repeat(300),
  'deep/'.repeat(60) + 'x.c',
  'sub/x.c',
  'a\\b.c',
  '\u001b[31m.c',
  '-rf',
  'meta.json',
];

const lines: readonly string[] = [
  'cgfuzz 1',
  'cgfuzz 2',
  'pick 3',
  'pick 0',
  'pick -1',
  'pick 1e99',
  'weighted 1 2 3',
  'weighted 0 0',
  'weighted -1',
  `weighted ${'1 '.repeat(200)}1`,
  'integer 0 9',
  'integer 9 0',
  `integer -${'9'.repeat(39)} 1`,
  'boolean 0.5',
  'boolean 2',
  'word 64',
  'word 0',
  'word 99999',
  'open x',
  'open ',
  'open __proto__',
  'close',
  'end',
  'file 3 test.c\nint',
  'file 999999999999 big',
  'file -1 x',
  'file 3 ../x\nabc',
  '',
  '\0\0\0',
  'x'.repeat(70_000),
];

/** A generator's words over a pipe. */
export const talk: Attack = (cwd, rng) => {
  const file = join(cwd, 'said');
  const said = Array.from({ length: uniformBelow(rng, 30) }, () => pickOf(rng, lines));
  const text = [...(uniformBelow(rng, 10) === 0 ? [] : ['cgfuzz 1']), ...said].join('\n');
  writeFileSync(file, text);
  if (uniformBelow(rng, 3) === 0) damageFile(cwd, 'said', rng);
  if (!existsSync(file) || !readdirSync(cwd, { withFileTypes: true })[0]!.isFile()) return [];
  const [from, to] = [openSync(file, 'r'), openSync('/dev/null', 'w')];
  try {
    const files: ProgramFile[] = [];
    const conversation = new Conversation(from, to, 10_000);
    const made = replay((draw) => conversation.makeProgram(draw, [], files), {
      alphabet: new Alphabet(),
      seed: 1,
      limits: { maxChoices: 1_000, maxScopes: 1_000, maxDepth: 100 },
    });
    if (made.outcome === 'ok') nameFiles(files);
    return [];
  } catch (error) {
    return [`a generator said ${JSON.stringify(text.slice(0, 300))}: ${(error as Error).stack}`];
  } finally {
    for (const descriptor of [from, to]) closeSync(descriptor);
  }
};

function nameFiles(files: readonly ProgramFile[]): Program | undefined {
  try {
    return programFrom(files, { main: files[0]?.path ?? 'test.c' }, 'c');
  } catch (error) {
    if (error instanceof GeneratorFailure) return undefined;
    throw error;
  }
}

const said: readonly string[] = [
  'Assertion `x` failed.',
  'clang: /x.cpp:3: void f(): Assertion `a < b && "no"` failed.\nStack dump:\n0. Program arguments: x\n',
  'PLEASE submit a bug report\n #0 0x1 f(int) /x.cpp:1:2\n #1 0x2 main\n',
  '\u001b]0;title\u0007\u001b[2J',
  '</script><script>alert(1)</script>',
  '```\n# heading\n```',
  '\0\0\0',
  'LLVM ERROR: '.repeat(500),
  '\u202e\u2066',
  'a\r\nb\rc',
];

const outcomes = [
  'assertion',
  'fatal-error',
  'signal',
  'stack-overflow',
  'hang',
  'out-of-memory',
  'rejected',
] as const;

/** A compiler's words about a program whose files have any names that a generator likes. */
const fail: Attack = async (cwd, rng) => {
  const folder = join(cwd, 'a');
  writeFiles(folder, goldenFiles());
  const text = Array.from({ length: 1 + uniformBelow(rng, 4) }, () => pickOf(rng, said)).join('\n');
  const files = Array.from({ length: 1 + uniformBelow(rng, 3) }, () => ({
    path: pickOf(rng, names),
    bytes: Buffer.from(`#include "${pickOf(rng, names)}"\n${pickOf(rng, said)}\n`),
  }));
  const program = nameFiles(files);
  if (program === undefined) return [];
  const signature = crashSignature({ outcome: pickOf(rng, outcomes), text, signal: undefined });
  const findings = new Findings(new CampaignFolder(folder).findings, findingFiles);
  const origin = { source: pickOf(rng, said), arm: pickOf(rng, said) };
  const args = ['-O2', `-I/${pickOf(rng, names)}`];
  const isKnown = findings.countAgain(signature.key);
  if (!isKnown) {
    try {
      findings.add({
        ...failureOf(1),
        signature,
        program,
        text,
        origin,
        args,
        sequence: () => sequenceOf(1),
      });
    } catch (error) {
      // A name of a file may be longer than this file system takes.
      if ((error as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') throw error;
      return [];
    }
  }
  const complaints: string[] = [];
  const again = new Findings(new CampaignFolder(folder).findings, findingFiles);
  if (again.size !== 4 || again.warnings.length > 0)
    complaints.push(`a finding is not read again: ${again.warnings.join('; ')}`);
  const strange = readdirSync(cwd).filter((name) => name !== 'a');
  if (strange.length > 0) complaints.push(`it wrote ${relative(cwd, strange[0]!)}`);
  const [id = ''] = again
    .all()
    .map(({ record }) => record.id)
    .toReversed();
  for (const words of [
    ['findings', 'list', '--dir', 'a'],
    ['findings', 'list', '--dir', 'a', '--json'],
    ['findings', 'show', id, '--dir', 'a'],
    ['findings', 'history', id, '--dir', 'a'],
    ['report', 'a', '-o', 'a/page.html'],
  ]) {
    const answer = await say(cwd, words);
    if (showsStack(answer) || answer.code !== 0) complaints.push(`${words.join(' ')}: ${answer.stderr}`);
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0009\u000b-\u001f\u007f]/.test(answer.stdout + answer.stderr))
      complaints.push(
        `${words.join(' ')} prints what can command a terminal: ${JSON.stringify(answer.stdout)}`,
      );
  }
  return complaints;
};

const values: readonly string[] = [
  'undefined',
  'null',
  '1n',
  'Symbol("x")',
  '() => { throw 1; }',
  '{}',
  '[]',
  '""',
  'Object.create(null)',
  'NaN',
  '["x", 1]',
  'new Proxy({}, { get() { throw new Error("no"); } })',
  '{ get to() { throw null; } }',
  '"stdout"',
];
const good: Readonly<Record<string, string>> = {
  name: '"toy"',
  summary: '"x"',
  language: '"c"',
  command: '["false"]',
  reach: '"stream"',
  process: '"exec"',
  scopes: '"own"',
  writes: '{ to: "stdout" }',
};

/** A module that says it defines a source, and a file of settings. */
const define: Attack = async (cwd, rng) => {
  writeFiles(join(cwd, 'a'), goldenFiles());
  const fields = Object.entries(good).map(([name, value]) =>
    uniformBelow(rng, 4) === 0 ? `${name}: ${pickOf(rng, values)}` : `${name}: ${value}`,
  );
  const definition = uniformBelow(rng, 8) === 0 ? pickOf(rng, values) : `{ ${fields.join(', ')} }`;
  writeFileSync(join(cwd, 'mine.mjs'), `export default ${definition};\n`);
  const settings = ['seed', 'time', 'args', 'source', 'json', 'nosuch'].filter(
    () => uniformBelow(rng, 3) === 0,
  );
  writeFileSync(
    join(cwd, 'cgfuzz.config.mjs'),
    `export default { ${settings.map((name) => `${name}: ${pickOf(rng, values)}`).join(', ')} };\n`,
  );
  const complaints: string[] = [];
  for (const words of [
    ['run', '--source', './mine.mjs'],
    ['run', '--print-config'],
  ]) {
    const answer = await say(cwd, words);
    if (showsStack(answer))
      complaints.push(`${definition}, settings ${settings.join(', ')}: ${answer.stderr}`);
  }
  return complaints;
};

const attacks: readonly Attack[] = [talk, talk, talk, talk, serve, serve, fail, fail, define];

export const hostile: Family = {
  name: 'hostile generators and programs',
  share: 5,
  run: (seed) =>
    inFolder((cwd) => {
      const rng = makeRandom(seed);
      return pickOf(rng, attacks)(cwd, rng);
    }),
};
