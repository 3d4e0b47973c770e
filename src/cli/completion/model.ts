/**
 * Completion model: everything that a shell needs to complete a command line of cgfuzz, taken from the table
 * of commands.
 *
 * The script holds all of it, so that TAB starts no program. Only the ids of findings come from a look at
 * folder names, by the shell itself.
 */
import { instrumentedVersions, stockCompilers } from '../../build/index.ts';
import type { Completion } from '../../campaign/index.ts';
import { sources } from '../../generators/index.ts';
import { allGccSpecs, allSpecs, nameOfGccSpec, nameOfSpec, stockName } from '../../target/index.ts';
import type { CalledCommand } from '../command.ts';
import { type Flag, shownFlags } from '../flags/flags.ts';

export interface CompletedValue {
  readonly words: readonly string[];
  /** Paths that the value may name as well. */
  readonly paths: 'none' | 'files' | 'folders';
  /** The ids of findings of the campaign in the folder `campaign`. */
  readonly findings: boolean;
}

export interface CompletedFlag {
  readonly name: string;
  readonly short: string | undefined;
  readonly doc: string;
  /** Undefined for a switch. */
  readonly value: CompletedValue | undefined;
  readonly valueName: string;
  /** The value is a list with commas. */
  readonly isList: boolean;
}

export interface CompletedParameter extends CompletedValue {
  readonly name: string;
  readonly several: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  readonly parameters: readonly CompletedParameter[];
}

export function completedCommands(commands: readonly CalledCommand[]): CompletedCommand[] {
  const names = commands.map(({ name }) => name);
  return commands.map(({ name, summary, flags, parameters = [] }) => ({
    name,
    summary,
    flags: [
      ...Object.entries(shownFlags(flags)).map(([flag, about]) => completedFlag(flag, about, names)),
      help,
    ],
    parameters: parameters.map(({ name: parameter, several = false, completion }) => ({
      ...valueOf(completion, names),
      name: parameter,
      several,
    })),
  }));
}

const help: CompletedFlag = {
  name: 'help',
  short: 'h',
  doc: 'what the command does, and each of its flags',
  value: undefined,
  valueName: '',
  isList: false,
};

function completedFlag(
  name: string,
  { doc, short, valueName, completion, kind }: Flag<unknown>,
  commands: readonly string[],
): CompletedFlag {
  return {
    name,
    short,
    doc,
    value: valueName === undefined ? undefined : valueOf(completion, commands),
    valueName: valueName ?? '',
    isList: kind === 'list',
  };
}

function valueOf(completion: Completion | undefined, commands: readonly string[]): CompletedValue {
  const words = (list: readonly string[], paths: CompletedValue['paths'] = 'none'): CompletedValue => ({
    words: list,
    paths,
    findings: completion === 'finding',
  });
  switch (completion) {
    case undefined:
      return words([]);
    case 'file':
      return words([], 'files');
    case 'folder':
      return words([], 'folders');
    case 'finding':
      return words([], 'files');
    case 'source':
      return words(
        sources.map(({ name }) => name),
        'files',
      );
    case 'target':
      return words(targetNames());
    case 'compiler':
      return words(stockCompilers.map(stockName));
    case 'command':
      return words(commands);
    default:
      return words(completion);
  }
}

/** Usual builds, newest first, then compilers as Debian ships them. */
function targetNames(): string[] {
  const usual = allSpecs().filter(({ coverage, assertions }) => coverage === 'edges' && assertions);
  const best = instrumentedVersions.toReversed().map((version) => `clang-${version}`);
  const gccs = allGccSpecs().filter(({ coverage, assertions }) => coverage === 'edges' && assertions);
  return [...best, ...usual.map(nameOfSpec), ...gccs.map(nameOfGccSpec), ...stockCompilers.map(stockName)];
}
