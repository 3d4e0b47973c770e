/**
 * The help pages, made from the tables of commands and flags, so that they cannot be wrong about them.
 *
 * `-h` shows a line for each flag; `--help` and `cgfuzz help COMMAND` show the longer texts, too. If a command has many
 * flags, its pages explain the first ones and name the others; `cgfuzz help COMMAND --all` explains all of them.
 */
import { type CalledCommand, exitCodeDocs, type ListedCommand } from '../command.ts';
import { type Flag, type FlagTable, shownFlags } from './flags.ts';

const MAX_COLUMNS = 100;

const about =
  'cgfuzz turns any generator of test programs into a coverage-guided compiler fuzzer with a built-in reducer.';

const indent = '  ';

export function overview(commands: readonly ListedCommand[]): string {
  return page([
    [about],
    ['Usage:', `${indent}cgfuzz COMMAND [FLAGS] [ARGUMENTS]`],
    ['Commands:', ...columns(commands.map(({ name, summary }) => [name, summary]))],
    [
      'Flags:',
      ...columns([
        ['-h, --help', 'this page; after a command, the page of that command'],
        ['-V, --version', 'the version of cgfuzz'],
      ]),
    ],
    ['More about a command, with examples: cgfuzz help COMMAND'],
    exitCodesSection(),
  ]);
}

/** The answer to `cgfuzz` alone. */
export function question(): string {
  return page([
    [about],
    ['What do you have: a compiler, a generator, a program or a library?'],
    columns([
      ['cgfuzz gcc-16', 'a compiler: hunts for its bugs for ten minutes'],
      ['cgfuzz ./generator.py', 'a generator of tests: makes it a source, and shows a mutant'],
      ['cgfuzz failing.c', 'a program in C, C++ or LLVM IR: which compiler is wrong?'],
      ['cgfuzz ./fuzzer good.json', 'a library with a harness, and an input: fuzzes it'],
    ]),
    ['All commands: cgfuzz help. What a file is taken for is said, with the command that cgfuzz runs.'],
  ]);
}

export type HelpLength = 'short' | 'long' | 'all';

export async function commandPage(command: CalledCommand, length: HelpLength): Promise<string> {
  const { name, summary, details, parameters = [], verbs, examples } = command;
  const { explained, named } = flagsOn(command, length);
  const shown = parameters.map(({ name: parameter, optional, several }) => {
    const written = several ? `${parameter}...` : parameter;
    return optional ? `[${written}]` : written;
  });
  const usage = [
    'cgfuzz',
    name,
    ...(Object.keys(command.flags).length > 0 ? ['[FLAGS]'] : []),
    ...shown,
  ].join(' ');
  return page([
    [`${summary}.`],
    details === undefined ? [] : [typeof details === 'string' ? details : await details()],
    ['Usage:', `${indent}${usage}`],
    parameters.length === 0
      ? []
      : ['Arguments:', ...columns(parameters.map((parameter) => [parameter.name, parameter.doc]))],
    verbs === undefined ? [] : ['Flags of each verb:', ...columns(Object.entries(verbs).map(flagsOfVerb))],
    ...flagSections(explained, length),
    named.length === 0 ? [] : [`More flags by theme, all explained by cgfuzz help ${name} --all:`, ...named],
    length === 'short' && hasMore(explained) ? [`More about each flag: cgfuzz help ${name}`] : [],
    examples.length === 0 ? [] : ['Examples:', ...columns(examples.map(asTyped))],
    exitCodesSection(),
  ]);
}

/** The flags that a page explains, and lines that name the others. */
function flagsOn(
  { flags, firstFlags }: CalledCommand,
  length: HelpLength,
): { readonly explained: FlagTable; readonly named: readonly string[] } {
  const shown = shownFlags(flags);
  if (length === 'all' || firstFlags === undefined) return { explained: shown, named: [] };
  const explained = Object.fromEntries(
    firstFlags.map((name) => [name, { ...flags[name]!, category: 'Flags' }]),
  );
  const others = Object.entries(shown).filter(([name]) => !firstFlags.includes(name));
  const themes = [...new Set(others.map(([, { category }]) => category))];
  const named = themes.map((theme): [string, string] => [
    theme,
    others.flatMap(([name, { category }]) => (category === theme ? [`--${name}`] : [])).join(' '),
  ]);
  return { explained, named: wrappedColumns(named) };
}

function wrappedColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return columns(
    rows.flatMap(([left, right]) =>
      wrapped(right, MAX_COLUMNS - width - 4).map((line, index): [string, string] => [
        index === 0 ? left : ' '.repeat(width),
        line,
      ]),
    ),
  );
}

function flagsOfVerb([verb, flags]: readonly [string, readonly string[]]): [string, string] {
  return [verb, flags.map((flag) => `--${flag}`).join(' ') || 'none'];
}

function hasMore(flags: FlagTable): boolean {
  return Object.values(flags).some(({ more }) => more !== undefined);
}

function flagSections(flags: FlagTable, length: HelpLength): string[][] {
  const categories = [...new Set(Object.values(flags).map(({ category }) => category))];
  return categories.map((category) => {
    const inIt = Object.entries(flags).filter(([, flag]) => flag.category === category);
    const lines =
      length === 'short'
        ? columns(inIt.map(([name, flag]) => [spelling(name, flag), `${flag.doc}${defaultOf(flag)}`]))
        : inIt.flatMap(([name, flag]) => [`${indent}${spelling(name, flag)}`, ...longText(flag)]);
    return [`${category}:`, ...lines];
  });
}

function spelling(name: string, { short, valueName }: Flag<unknown>): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${valueName === undefined ? '' : ` ${valueName}`}`;
}

function longText(flag: Flag<unknown>): string[] {
  const { doc, more, completion } = flag;
  const paragraphs = [
    `${doc}${defaultOf(flag)}`,
    ...(typeof completion === 'object' ? [`Allowed: ${completion.join(', ')}`] : []),
    ...(more === undefined ? [] : [more]),
  ];
  return paragraphs
    .flatMap((paragraph) => wrapped(paragraph, MAX_COLUMNS - 6))
    .map((line) => `      ${line}`);
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (lines[last] !== '' && lines[last]!.length + 1 + word.length > width) lines.push(word);
    else lines[last] += lines[last] === '' ? word : ` ${word}`;
  }
  return lines;
}

function defaultOf(flag: Flag<unknown>): string {
  if (flag.defaultDoc !== undefined) return ` [default: ${flag.defaultDoc}]`;
  const isTold = flag.valueName !== undefined && !['', 'undefined'].includes(String(flag.default));
  return isTold ? ` [default: ${String(flag.default)}]` : '';
}

function asTyped([commandLine, doc]: readonly [string, string]): [string, string] {
  return [`cgfuzz ${commandLine}`, doc];
}

function exitCodesSection(): string[] {
  return ['Exit codes:', ...columns(exitCodeDocs.map(([code, doc]) => [String(code), doc]))];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${indent}${left.padEnd(width)}${indent}${right}`);
}

function page(sections: readonly (readonly string[])[]): string {
  const filled = sections.filter((section) => section.length > 0);
  return `${filled.map((section) => section.join('\n')).join('\n\n')}\n`;
}
