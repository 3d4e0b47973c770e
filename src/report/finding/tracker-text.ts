/**
 * The text of a report for one tracker: LLVM's issues are Markdown, and GCC's Bugzilla shows plain text and
 * asks for the output of `gcc -v`.
 */
import type { FindingRecord, ShownFiles } from '../../finding/index.ts';
import { culpritText } from './culprit-text.ts';
import { explorerLink } from './explorer-link.ts';
import { reportKindOf } from '../kinds/index.ts';
import { compilerOf } from './finding-command.ts';
import { expectedOf, fenced, moduleSection, programSection, compilerSays } from './finding-readme.ts';
import { headingOf, tripleOf } from './heading.ts';
import { introducedText } from './introduced.ts';

export type Tracker = 'llvm' | 'gcc';

/** The compiler's own description: the output of `gcc -v`. */
export interface AboutCompiler {
  readonly version: string | undefined;
  readonly built: string;
  /** Lines about the pass in which gcc died, if gcc was asked. */
  readonly pass?: readonly string[];
}

export function trackerText(
  tracker: Tracker,
  record: FindingRecord,
  shown: ShownFiles,
  about: AboutCompiler,
): string {
  return tracker === 'llvm' ? llvmText(record, shown, about) : gccText(record, shown, about);
}

function llvmText(record: FindingRecord, shown: ShownFiles, { version }: AboutCompiler): string {
  const link = explorerLink(record, shown);
  const compiler = [compilerOf(record), version].filter(Boolean).join(' ');
  return [
    `Title: ${headingOf(record, shown.output)}`,
    '',
    ...(link === undefined ? [] : [`[Compiler Explorer](${link})`, '']),
    ...programSection(shown.program, shown.mainPath),
    ...fenced(commands(record, shown).join('\n')),
    `Compiler: ${compiler}`,
    ...versions(record).map((line) => `\n${line}`),
    '',
    ...moduleSection(record, shown),
    'Expected:',
    '',
    ...fenced(expectedOf(record)),
    'Actual:',
    '',
    ...fenced(record.difference?.actual ?? compilerSays(record, shown.output)),
    `${originOf(record)} ${sanitizers(record)}`.trim(),
    '',
  ].join('\n');
}

function gccText(record: FindingRecord, shown: ShownFiles, about: AboutCompiler): string {
  const { program, mainPath } = shown;
  const { version, built, pass = passSaid(shown.output) } = about;
  const target = tripleOf(record.compiler) ?? 'x86_64-linux-gnu';
  return [
    `Summary: ${headingOf(record, shown.output)}`,
    `Version: ${version ?? compilerOf(record)}`,
    `Keywords: ${reportKindOf(record).keyword}`,
    `Target: ${target}`,
    '',
    ...program.files.flatMap(({ path, bytes }) => [
      `$ cat ${path === program.main ? mainPath : path}`,
      Buffer.from(bytes).toString().trimEnd(),
      '',
    ]),
    ...commands(record, shown),
    record.difference?.actual ?? compilerSays(record, shown.output),
    '',
    `Expected: ${expectedOf(record)}`.trimEnd(),
    '',
    ...suiteTestOf(record, shown),
    ...[...pass, ...versions(record)].flatMap((line) => [line, '']),
    `${originOf(record)} ${sanitizers(record)}`.trim(),
    '',
    `$ ${compilerOf(record)} -v`,
    built.trimEnd(),
    '',
  ].join('\n');
}

function suiteTestOf(record: FindingRecord, shown: ShownFiles): string[] {
  const text = reportKindOf(record).suiteTest?.(record, shown);
  return text === undefined ? [] : ['A test for the suite:', '', text.trimEnd(), ''];
}

function commands(record: FindingRecord, shown: ShownFiles): string[] {
  const row = reportKindOf(record);
  const lines = row.commands(record, shown).map((line) => `$ ${line}`);
  return row.runs ? [...lines, '$ ./program'] : lines;
}

/** The pass that gcc names when it dies, with the flag for its dump. */
function passSaid(output: string): string[] {
  const [, kind, pass] = /^during (GIMPLE|RTL|IPA) pass: (\w+)/m.exec(output) ?? [];
  if (kind === undefined || pass === undefined) return [];
  const dumps = { GIMPLE: 'tree', RTL: 'rtl', IPA: 'ipa' }[kind] ?? 'tree';
  return [`Pass: ${pass}, dump by -fdump-${dumps}-${pass}-details`];
}

function versions(record: FindingRecord): string[] {
  const { affected, culprit } = record;
  const shows = Object.values(affected?.versions ?? {})
    .join('; ')
    .replaceAll('-stock', '');
  const introduced = introducedText(record);
  return [
    ...(shows === '' ? [] : [`Shows in: ${shows}`]),
    ...(introduced === undefined ? [] : [`Introduced: ${introduced}`]),
    ...(culprit === undefined || culprit.kind === 'unknown' ? [] : [`To blame: ${culpritText(culprit)}`]),
  ];
}

function sanitizers({ validity }: FindingRecord): string {
  return validity?.verdict === 'valid' ? 'Sanitizers and warnings have no objection to it.' : '';
}

function originOf({ origin, textReduction }: FindingRecord): string {
  if (origin.isGiven !== true) return 'The program was found by fuzzing and reduced.';
  if (textReduction === undefined) return 'The program is not reduced yet.';
  return `The program ${textReduction.state === 'running' ? 'is partly' : 'was'} reduced.`;
}
