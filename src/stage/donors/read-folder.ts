/**
 * Reads a folder of C files into foreign code: once, for the result lies in the cache under a name made of the
 * files.
 *
 * Files of a project call each other, so files that go together are read as one. Clang's preprocessor looks for
 * headers in the folder. Invariant: whatever a file holds, it is used or told of; no file is an error.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, hashOf, makeWhole, newestCompiler } from '../../build/index.ts';
import { Analyser } from '../../facts/index.ts';
import { programOf } from '../../program/index.ts';
import { Sandbox, type SandboxWorld } from '../../sandbox/index.ts';
import { UserError } from '../../util/user-error.ts';
import { stageTuning } from '../tuning.ts';
import type { ForeignCode, ForeignFile } from './foreign.ts';
import { type PlainFile, readForeign } from './read-file.ts';
import { tried, type TryingWorld } from './try-calls.ts';
import { type ReadUnit, filesTogether } from './units.ts';

const CODE = 'code.json';
/** Another number, if the same files give other code. */
const VERSION = '3';

export async function readDonors(
  folder: string,
  world: SandboxWorld,
  tell: (text: string) => void,
): Promise<ForeignCode> {
  const [paths, headers] = filesIn(folder);
  if (paths.length === 0)
    throw new UserError(`${folder} has no C files to take functions from`, [
      'a folder of files that end in .c: --donors DIR',
    ]);
  const contents = [...paths, ...headers].flatMap((path) => [path, readFileSync(join(folder, path))]);
  const place = join(world.cache, 'donors', hashOf(VERSION, ...contents));
  await makeWhole(
    place,
    async (part) => {
      tell(`reading the functions of ${paths.length} C files in ${folder}, once for these files`);
      const code = await readAll(folder, paths, world, tell);
      tell(summaryOf(code));
      writeFileSync(join(part, CODE), JSON.stringify(code));
    },
    { say: tell },
  );
  const code = JSON.parse(readFileSync(join(place, CODE), 'utf8')) as ForeignCode;
  if (code.files.every(({ functions }) => functions.length === 0))
    throw new UserError(`no function of ${folder} can stand in another program`, [
      ...Object.entries(code.unused).map(([why, count]) => `${count}: ${why}`),
      ...code.unread.slice(0, 3),
    ]);
  return code;
}

function summaryOf({ files, unused, unread }: ForeignCode): string {
  const all = files.flatMap(({ functions }) => functions);
  const whole = all.filter((each) => each.tried.length > 0);
  const left = Object.entries(unused).map(([why, count]) => `${count}: ${why}`);
  return [
    `${all.length} functions of ${files.length} files can be used, ${whole.length} of them where code runs`,
    ...(left.length === 0 ? [] : [`left out: ${left.join(', ')}`]),
    ...(unread.length === 0 ? [] : [`${unread.length} files cannot be read alone; the first: ${unread[0]}`]),
  ].join('; ');
}

/** C files and headers, by their paths. */
function filesIn(folder: string): readonly [files: string[], headers: string[]] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UserError(`there is no folder ${folder}`, ['a folder of C files: --donors DIR']);
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const isFile = (path: string): boolean => statSync(join(folder, path)).isFile();
  const named = (ending: RegExp): string[] => all.filter((path) => ending.test(path) && isFile(path));
  return [named(/\.c$/).slice(0, stageTuning.mostForeignFiles.value), named(/\.(?:h|inc)$/)];
}

async function readAll(
  folder: string,
  paths: readonly string[],
  world: SandboxWorld,
  tell: (text: string) => void,
): Promise<ForeignCode> {
  const clang = findProgram('clang-19', world.searchPath);
  if (clang === undefined)
    throw new UserError('there is no clang-19 here', ['sudo apt-get install clang-19']);
  const analyser = await Analyser.open(world, tell);
  const sandbox = await Sandbox.open(world);
  const trying: TryingWorld = { sandbox, clang, gcc: newestCompiler('gcc', world.searchPath)?.name };
  const files: ForeignFile[] = [];
  const unused = new Map<string, number>();
  const unread: string[] = [];
  const count = (why: string, by = 1): void => void unused.set(why, (unused.get(why) ?? 0) + by);
  try {
    const units = await filesTogether(clang, folder, paths);
    unread.push(...units.unread);
    for (const [index, unit] of units.units.entries()) {
      const plain = plainFile(folder, unit);
      const reading = await analyser.read(programOf(plain.text), []);
      if (reading.kind !== 'read') {
        unread.push(`${plain.path}: ${reading.said.trim().split('\n')[0] ?? ''}`);
        continue;
      }
      const read = readForeign(plain, reading.analysis, `d${index}_`);
      for (const why of read.unused) count(why);
      const { file, refused } = await tried(read.file, read.withState, trying);
      if (refused > 0) count('it does not compile alone', refused);
      if (file.functions.length > 0) files.push(file);
    }
  } finally {
    await Promise.all([analyser.close(), sandbox.close()]);
  }
  return { files, unused: Object.fromEntries(unused), unread };
}

/** The analyser is to see one file: lines that name others become empty. */
function plainFile(folder: string, { paths, text }: ReadUnit): PlainFile {
  const starts: { readonly at: number; readonly isOwn: boolean }[] = [];
  const plain = text.replace(/^# \d+ "([^"]*)".*$/gm, (line, file: string, at: number) => {
    starts.push({ at, isOwn: file.startsWith(folder) });
    return ' '.repeat(line.length);
  });
  const isOwn = (at: number): boolean => starts.findLast((each) => each.at <= at)?.isOwn === true;
  const others = paths.length === 1 ? '' : ` and ${paths.length - 1} others`;
  return { path: `${paths[0]!}${others}`, text: plain, isOwn };
}
