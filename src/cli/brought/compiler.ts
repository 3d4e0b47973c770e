/** The name of a compiler: the commands that a person who types it may want. */
import { addableCompilers, cacheFolder, findProgram, listAdded, stockCompilers } from '../../build/index.ts';
import type { Context } from '../command.ts';
import type { Taken } from './take.ts';

/** A row of hints, and its command. */
const BROKE_SINCE_GCC_16 = [
  'cgfuzz regress gcc-16 gcc-snapshot',
  'looks for what broke since gcc 16',
] as const;

/** Undefined if the word names no compiler. */
export function ofCompiler(word: string, rest: readonly string[], context: Context): Taken | undefined {
  const name = word.replace(/^g\+\+/, 'gcc').replace(/^clang\+\+/, 'clang');
  if (['trunk', 'newest', 'snapshot', 'gcc-trunk', 'clang-trunk', 'llvm-trunk'].includes(name))
    return ofTrunk(context);
  if (name === 'gcc' || name === 'clang' || name === 'llvm')
    return ofFamily(name === 'llvm' ? 'clang' : name, context);
  if (!/^(?:[\w]+-linux-\w+-)?(?:gcc|clang)-(?:\d+|snapshot)$/.test(name)) return undefined;
  return ofVersion(name, rest, context);
}

/** Here, the newest last. */
function here(family: string, { env }: Context): string[] {
  const installed = stockCompilers
    .filter((each) => each.name.startsWith(`${family}-`) && findProgram(each.name, env['PATH'] ?? ''))
    .map(({ name }) => name);
  const added = listAdded(cacheFolder(env))
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${family}-`));
  return [...new Set([...installed, ...added])];
}

function ofTrunk(context: Context): Taken {
  const clang = newestClang();
  const known = here('', context).filter((each) => each === 'gcc-snapshot' || each === clang);
  return {
    as: `means the newest snapshots that Debian has; here: ${known.join(', ') || 'none yet'}`,
    lines: [],
    hints: columns([
      ['cgfuzz gcc-snapshot', 'hunts in the newest gcc for ten minutes, and adds it if it is missing'],
      [`cgfuzz ${clang}`, 'the same with the newest clang'],
      BROKE_SINCE_GCC_16,
      ['cgfuzz compiler add newest', 'brings both up to date, without root'],
    ]),
  };
}

function ofFamily(family: 'gcc' | 'clang', context: Context): Taken {
  const known = here(family, context);
  const newest = known.at(-1) ?? `${family}-${family === 'gcc' ? 16 : 22}`;
  const older = known.at(-2);
  return {
    as: `may be any of these: ${known.length === 0 ? 'none is here yet' : known.join(', ')}`,
    lines: [],
    hints: columns([
      [`cgfuzz ${newest}`, `hunts for bugs of ${newest} for ten minutes`],
      [`cgfuzz check test.c --compilers ${newest}`, 'says what it makes of a program'],
      ...(older === undefined
        ? []
        : [[`cgfuzz regress ${older} ${newest}`, `looks for what broke since ${older}`] as const]),
      ['cgfuzz compiler add newest', 'adds the newest snapshots, without root'],
    ]),
  };
}

/** Commands with what they do, one below the other. */
function columns(rows: readonly (readonly [command: string, what: string])[]): string[] {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows.map(([command, what]) => `${command.padEnd(width)}  ${what}`);
}

function ofVersion(name: string, rest: readonly string[], context: Context): Taken {
  const isHere =
    here('', context).includes(name) ||
    findProgram(name, context.env['PATH'] ?? '') !== undefined ||
    listAdded(cacheFolder(context.env)).some((each) => each.name === name);
  const isGcc = name.includes('gcc');
  const hunt = [
    'run',
    '--dir',
    `${name}-hunt`,
    '--target',
    name,
    '--time',
    '10m',
    '--strategy',
    'random',
    '--learn',
    '5s',
    ...(isGcc
      ? ['--source', 'loom', '--options', 'documented', '--compare-share', '50']
      : ['--source', 'loom language=c size=2KB without=int128', '--machines', 'all']),
    ...rest,
  ];
  if (isHere)
    return {
      as: `is a compiler that is here: ten minutes of hunting, as docs/hunting.md says`,
      lines: [hunt],
    };
  if (addableCompilers.includes(name))
    return {
      as: 'is a compiler that is not here yet: cgfuzz adds it without root, and hunts for ten minutes',
      lines: [['compiler', 'add', name], hunt],
    };
  return isNewer(name) ? ofFuture(name, context) : unknownVersion();
}

function unknownVersion(): Taken {
  const known = addableCompilers.filter((each) => /^(?:gcc|clang)-/.test(each));
  return { as: 'is a compiler that Debian does not have', lines: [], hints: [`known: ${known.join(', ')}`] };
}

function isNewer(name: string): boolean {
  const family = name.replace(/-\d+$/, '-');
  const numbers = addableCompilers.flatMap((each) =>
    each.startsWith(family) ? [Number(each.slice(family.length)) || 0] : [],
  );
  return numbers.length > 0 && Number(name.slice(family.length)) > Math.max(...numbers);
}

/** For a version that nobody has released: the compiler that comes nearest. */
function ofFuture(name: string, context: Context): Taken {
  const isGcc = name.startsWith('gcc');
  const newest = isGcc ? 'gcc-snapshot' : newestClang();
  const isHere = here('', context).includes(newest);
  return {
    as: `is not released; the nearest that Debian has is ${newest}${isHere ? ', which is here' : ''}`,
    lines: [],
    hints: columns([
      [`cgfuzz ${newest}`, `${isHere ? 'hunts' : 'adds it without root, and hunts'} for ten minutes`],
      ...(isGcc ? [BROKE_SINCE_GCC_16] : []),
      ['cgfuzz compiler add newest', 'adds the newest snapshots'],
    ]),
  };
}

function newestClang(): string {
  const versions = addableCompilers.filter((each) => /^clang-\d+$/.test(each));
  return versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)!;
}
