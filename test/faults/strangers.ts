/** Folders of somebody else: whatever lies in them, a command that looks runs nothing, reads nothing outside, and ends soon. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  ftruncateSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { pickOf } from './damage.ts';
import { type Family, showsStack } from './family.ts';
import { goldenFiles, writeFiles } from './golden.ts';
import { inFolder } from './places.ts';
import { say } from './say.ts';

const SECRET = 'the secret of another folder';
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/** Puts something in the place of a file. */
const places: readonly ((path: string, cwd: string) => void)[] = [
  (path, cwd) => symlinkSync(join(cwd, 'secret'), path),
  (path, cwd) => symlinkSync(join(cwd, 'secrets'), path),
  (path) => symlinkSync(path, path),
  (path) => symlinkSync('/dev/zero', path),
  (path) => void execFileSync('mkfifo', [path]),
  (path) => makeSparse(path, 3 * 2 ** 30),
  (path) => makeSparse(path, 100 * 2 ** 20),
  (path) => mkdirSync(path),
  (path) => writeFileSync(path, deep),
  (path) => writeFileSync(path, `{"crc32":1,"content":${deep}}`),
  (path) => writeFileSync(path, '\u001b]0;title\u0007\u001b[2J\u202e\u009b31m'),
];

function makeSparse(path: string, bytes: number): void {
  const fd = openSync(path, 'w');
  ftruncateSync(fd, bytes);
  closeSync(fd);
}

function replaceOne(folder: string, cwd: string, rng: RandomGenerator): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || uniformBelow(rng, 4) === 0)
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const path = pickOf(rng, [...files, join(folder, 'findings'), join(folder, 'lock'), join(folder, 'muted')]);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  pickOf(rng, places)(path, cwd);
}

/** Names the module wherever a campaign can name one. */
function nameModule(folder: string, module: string, rng: RandomGenerator): void {
  const source = pickOf(rng, ['toy', module, `csmith | ${module}`, `toy | ${module}`, 'loom size=1']);
  const manifest = join(folder, 'campaign.json');
  const before = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...before, sources: [source], modules: { toy: module } }));
  for (const id of readdirSync(join(folder, 'findings'))) {
    const file = join(folder, 'findings', id, 'meta.json');
    const record = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(
      file,
      JSON.stringify({ ...record, origin: { source, module }, args: ['-wrapper', module] }),
    );
    writeFileSync(join(folder, 'findings', id, 'repro.sh'), `touch ${dirname(folder)}/ran\n`);
  }
}

const commandsThatLook = (id: string): readonly (readonly string[])[] => [
  ['report', 'a', '-o', 'page.html'],
  ['findings', 'list', '--dir', 'a'],
  ['findings', 'show', id, '--dir', 'a'],
  ['findings', 'history', id, '--dir', 'a'],
  ['corpus', 'stats', 'a'],
  ['corpus', 'export', 'a', 'out'],
];
/** They run code, but not before the person agreed. */
const commandsThatAsk = (id: string): readonly (readonly string[])[] => [
  ['reduce', id, '--dir', 'a', '--export', 'exported'],
  ['findings', 'verify', '--dir', 'a'],
  ['corpus', 'export', 'a', 'out', '--programs'],
];

/** Far more than any of them needs, and far less than a pipe that nobody writes to. */
const MOST_MS = 20_000;

export const strangers: Family = {
  name: 'folders from strangers',
  share: 3,
  run: (seed) =>
    inFolder(async (cwd) => {
      const rng = makeRandom(seed);
      const folder = join(cwd, 'a');
      writeFiles(folder, goldenFiles());
      writeFileSync(join(cwd, 'secret'), SECRET);
      mkdirSync(join(cwd, 'secrets'));
      writeFileSync(join(cwd, 'secrets', 'test.c'), SECRET);
      const module = join(folder, 'modules', 'evil.mjs');
      mkdirSync(dirname(module));
      writeFileSync(
        module,
        `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(cwd, 'ran'))}, '');`,
      );
      if (seed % 2 === 0) nameModule(folder, module, rng);
      for (let times = uniformBelow(rng, 3); times >= 0; times--) replaceOne(folder, cwd, rng);
      const id = [...goldenFiles().keys()].find((path) => path.endsWith('meta.json'))!.split('/')[1]!;
      const complaints: string[] = [];
      for (const words of [...commandsThatLook(id), pickOf(rng, commandsThatAsk(id))]) {
        const begin = performance.now();
        const answer = await say(cwd, words);
        const told = `${words.join(' ')}: ${answer.stdout}${answer.stderr}`.slice(0, 2_000);
        if (showsStack(answer)) complaints.push(`a stack, ${told}`);
        if (existsSync(join(cwd, 'ran'))) complaints.push(`it ran code, ${told}`);
        if ((answer.stdout + answer.stderr).includes(SECRET)) complaints.push(`it read outside, ${told}`);
        if (performance.now() - begin > MOST_MS) complaints.push(`it took long, ${told}`);
      }
      if (existsSync(join(cwd, 'page.html'))) complaints.push(...problemsOfPage(join(cwd, 'page.html')));
      return complaints;
    }),
};

function problemsOfPage(path: string): string[] {
  const page = readFileSync(path, 'utf8');
  return [
    ...(page.includes(SECRET) ? ['the page has what lies outside'] : []),
    // oxlint-disable-next-line no-control-regex
    ...(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(page)
      ? ['the page has control characters']
      : []),
  ];
}
