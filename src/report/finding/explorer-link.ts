/**
 * A link to Compiler Explorer, made without a network: the program and the flags are in the link itself. It
 * opens the release that shows the bug beside the newest development version.
 *
 * Invariant: there is no link if the program has several files, the link would be too long, or the site lacks
 * the compiler.
 */
import { otherMachineOf } from '../../build/index.ts';
import type { FindingRecord, ShownFiles } from '../../finding/index.ts';
import { argumentsOf, compilerOf } from './finding-command.ts';
import { reportKindOf } from '../kinds/index.ts';
import { isOfExecutable } from './executable-finding.ts';
import { stepsOfPipeline } from '../../program/index.ts';

/** Servers refuse longer ones. */
const MOST_CHARACTERS = 8_000;

/** The names that the site gives to releases; a newer clang begins with `.1.0`. */
const CLANGS: Readonly<Record<string, string>> = {
  '13': '1301',
  '14': '1400',
  '15': '1500',
  '16': '1600',
  '17': '1701',
};

export function explorerLink(
  record: FindingRecord,
  { program }: Pick<ShownFiles, 'program'>,
): string | undefined {
  const { files, main, language } = program;
  if (isOfExecutable(record) || files.length !== 1 || (language !== 'c' && language !== 'c++'))
    return undefined;
  const args = argumentsOf(record);
  if (stepsOfPipeline(args) !== undefined || args.some((arg) => arg.startsWith('-I'))) return undefined;
  const ids = compilersFor(record, language);
  if (ids === undefined) return undefined;
  const options = args.join(' ');
  const source = Buffer.from(files.find(({ path }) => path === main)!.bytes).toString();
  // The site runs programs for its own machine alone.
  const runs = reportKindOf(record).runs && otherMachineOf(record.compiler, args) === undefined;
  const session = {
    id: 1,
    language: language === 'c' ? 'c' : 'c++',
    source,
    compilers: ids.map((id) => ({ id, options })),
    executors: runs ? ids.map((id) => ({ compiler: { id, options } })) : [],
  };
  const state = Buffer.from(JSON.stringify({ sessions: [session] })).toString('base64');
  const link = `https://godbolt.org/clientstate/${encodeURIComponent(state)}`;
  return link.length <= MOST_CHARACTERS ? link : undefined;
}

/** The site's names of the release and of the development version; a gcc for most other architectures has none. */
function compilersFor(record: FindingRecord, language: 'c' | 'c++'): readonly string[] | undefined {
  const [, family, number = ''] =
    /^(clang|gcc)-(\d+)$/.exec(compilerOf({ ...record, program: { ...record.program, language: 'c' } })) ??
    [];
  const letter = language === 'c' ? 'c' : '';
  if (record.compiler.startsWith('aarch64-linux-gnu-gcc-')) return [`${letter}arm64gtrunk`];
  if (family === 'clang') return [`${letter}clang${CLANGS[number] ?? `${number}10`}`, `${letter}clang_trunk`];
  if (family !== 'gcc') return undefined;
  const minor = record.version === undefined ? undefined : /^\d+\.(\d+)/.exec(record.version)?.[1];
  return [`${letter}g${number}${minor ?? '2'}`, `${letter}gsnapshot`];
}
