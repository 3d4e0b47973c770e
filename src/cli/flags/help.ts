/**
 * The help pages, made from the tables of commands and flags, so that they cannot say what is not so.
 */
import { exitCodeDocs, type Command } from '../command.ts';
import type { FlagTable } from './flags.ts';

const about =
  'cgfuzz turns any generator of test programs into a coverage-guided compiler fuzzer with a built-in reducer.';

const indent = '  ';

export function overview(commands: readonly Command[]): string {
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
    ['Examples:', ...columns(commands.flatMap(({ examples }) => examples.slice(0, 1).map(asTyped)))],
    exitCodesSection(),
  ]);
}

export function commandPage(command: Command): string {
  const { name, summary, details, parameters = [], flags, examples } = command;
  const shown = parameters.map(({ name: parameter, optional, several }) => {
    const written = several ? `${parameter}...` : parameter;
    return optional ? `[${written}]` : written;
  });
  const usage = ['cgfuzz', name, ...(Object.keys(flags).length > 0 ? ['[FLAGS]'] : []), ...shown].join(' ');
  return page([
    [`${summary}.`],
    details === undefined ? [] : [details],
    ['Usage:', `${indent}${usage}`],
    parameters.length === 0
      ? []
      : ['Arguments:', ...columns(parameters.map((parameter) => [parameter.name, parameter.doc]))],
    ...flagSections(flags),
    examples.length === 0 ? [] : ['Examples:', ...columns(examples.map(asTyped))],
    exitCodesSection(),
  ]);
}

function flagSections(flags: FlagTable): string[][] {
  const byCategory = new Map<string, [string, string][]>();
  for (const [name, flag] of Object.entries(flags)) {
    const rows = byCategory.get(flag.category) ?? [];
    byCategory.set(flag.category, rows);
    const short = flag.short === undefined ? '' : `-${flag.short}, `;
    const value = flag.valueName === undefined ? '' : ` ${flag.valueName}`;
    rows.push([`${short}--${name}${value}`, `${flag.doc}${defaultOf(flag)}`]);
  }
  return [...byCategory].map(([category, rows]) => [`${category}:`, ...columns(rows)]);
}

function defaultOf(flag: FlagTable[string]): string {
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
