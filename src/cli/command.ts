/**
 * A command is one object, in one file, with everything the help page says about it beside the code that does it.
 */
import type { Completion } from '../campaign/index.ts';
import type { Flags, FlagTable } from './flags/flags.ts';

/** Exit codes, which scripts may rely on. */
export const exitCodes = { ok: 0, found: 1, usage: 2, bug: 3, interrupted: 130 } as const;

export const exitCodeDocs: readonly (readonly [code: number, doc: string])[] = [
  [exitCodes.ok, 'all went well, and nothing was found'],
  [exitCodes.found, 'there are findings, or a check failed'],
  [exitCodes.usage, 'the command line, a file or the disk is not right'],
  [exitCodes.bug, 'a bug in cgfuzz itself'],
  [exitCodes.interrupted, 'interrupted before the job was done'],
];

/** Its size may change at any time. */
export interface Terminal {
  readonly isTTY: true;
  readonly columns: number;
  readonly rows: number;
  readonly write: (text: string) => void;
  /** Returns what stops it. */
  readonly onResize: (listener: () => void) => () => void;
  /** Called with each key; returns what stops it, and nothing if the keyboard is not to be read. */
  readonly onKey: (listener: (key: string) => void) => (() => void) | undefined;
}

/** All that a command knows of the world. The clock and randomness enter here and nowhere else. */
export interface Context {
  /** Control characters are spelled out in both, also those of generators, compilers and names of files. */
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** The same two as they are: for programs, and for commands to a terminal that are ours. */
  readonly raw: { readonly stdout: (text: string) => void; readonly stderr: (text: string) => void };
  /** Columns of the terminal behind stdout; undefined without a terminal. */
  readonly columns: number | undefined;
  /** To draw on; undefined if stdout is no terminal. */
  readonly terminal: Terminal | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Since 1970, for dates that people read. It may be set at any time, so that nothing is timed by it. */
  readonly dateMs: () => number;
  /** Since some moment; never goes back. */
  readonly monotonicMs: () => number;
  /** Aborted by Ctrl-C: save what matters and return. */
  readonly signal: AbortSignal;
}

export interface Parameter {
  /** In capitals, as in FILE. */
  readonly name: string;
  readonly doc: string;
  readonly optional?: boolean;
  /** The last one only: any number of them. */
  readonly several?: boolean;
  readonly completion?: Completion;
}

export interface CommandDefinition<Table extends FlagTable> {
  readonly name: string;
  /** One sentence, no full stop. */
  readonly summary: string;
  /** More sentences, for the command's own help page. */
  readonly details?: string;
  readonly parameters?: readonly Parameter[];
  /** `--` stays among the arguments, if it parts them; flags may follow it. */
  readonly keepsSeparator?: boolean;
  /** Flags that are not written come from a file, if there is one; `configurationFlags` must be among them. */
  readonly isConfigurable?: boolean;
  readonly flags: Table;
  /** Command lines after `cgfuzz`, and what they do. */
  readonly examples: readonly (readonly [commandLine: string, doc: string])[];
  /** Refuses flags that cannot be meant, or not together; also before `--print-config`. */
  readonly check?: (flags: Flags<Table>) => void;
  readonly run: (context: Context, flags: Flags<Table>, args: readonly string[]) => Promise<number> | number;
}

/** A command whose flags' types have served their purpose. */
export type Command = CommandDefinition<FlagTable>;

/** Checks a command against the types of its own flags. */
export function defineCommand<Table extends FlagTable>(definition: CommandDefinition<Table>): Command {
  // Sound because run-cli parses with this very table before it calls run.
  return definition as unknown as Command;
}
