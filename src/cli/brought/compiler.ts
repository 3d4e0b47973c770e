/** The name of a compiler: what a person who types it may want. */
import { addableCompilers, cacheFolder, findProgram, listAdded, stockCompilers } from '../../build/index.ts';
import type { Context } from '../command.ts';
import type { Taken } from './take.ts';

/** Undefined if the word names no compiler. */
export function ofCompiler(word: string, rest: readonly string[], context: Context): Taken | undefined {
  const name = word.replace(/^g\+\+/, 'gcc').replace(/^clang\+\+/, 'clang');
  if (['trunk', 'newest', 'snapshot', 'gcc-trunk', 'clang-trunk', 'llvm-trunk'].includes(name))
    return {
      as: 'means the newest snapshots of gcc and clang that Debian has',
      lines: [],
      hints: [
        'cgfuzz compiler add newest               adds them, without root',
        'cgfuzz gcc-snapshot                      then hunts in the newest gcc for ten minutes',
        'cgfuzz regress gcc-16 gcc-snapshot       looks for what it broke since gcc 16',
        'the newest clang has a number, as in clang-24: cgfuzz compiler list',
      ],
    };
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

function ofFamily(family: 'gcc' | 'clang', context: Context): Taken {
  const known = here(family, context);
  const newest = known.at(-1) ?? `${family}-${family === 'gcc' ? 16 : 22}`;
  return {
    as: `may be any of these: ${known.length === 0 ? 'none is here yet' : known.join(', ')}`,
    lines: [],
    hints: [
      `cgfuzz ${newest.padEnd(24)}          hunts for bugs of ${newest} for ten minutes`,
      `cgfuzz check test.c --compilers ${newest}   says what it makes of a program`,
      `cgfuzz regress OLD ${newest.padEnd(12)}          looks for what it broke since another version`,
      `cgfuzz compiler add newest               adds the newest snapshots`,
    ],
  };
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
  return {
    as: 'is a compiler that Debian does not have',
    lines: [],
    hints: [
      isGcc
        ? 'a gcc that is not released yet is gcc-snapshot: cgfuzz gcc-snapshot'
        : 'the newest clang: cgfuzz compiler add newest',
      `known: ${addableCompilers.filter((each) => /^(?:gcc|clang)-/.test(each)).join(', ')}`,
    ],
  };
}
