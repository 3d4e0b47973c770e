/**
 * A command is one object, in one file: the code, and everything that the help page says about it.
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

/** The terminal's size may change at any time. */
export interface Terminal {
  readonly isTTY: true;
  readonly columns: number;
  readonly rows: number;
  readonly write: (text: string) => void;
  /** Returns what stops it. */
  readonly onResize: (listener: () => void) => () => void;
  /**
   * Calls the listener with each key; returns a function that stops this, or nothing if the keyboard is not
   * read.
   */
  readonly onKey: (listener: (key: string) => void) => (() => void) | undefined;
}

/** Everything that a command knows about the world. The clock and randomness enter here and nowhere else. */
export interface Context {
  /** Both outputs spell out control characters, also those from generators, compilers and file names. */
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** The same two outputs without that change: for programs, and for our own commands to a terminal. */
  readonly raw: { readonly stdout: (text: string) => void; readonly stderr: (text: string) => void };
  /** Columns of the terminal on stdout; undefined without a terminal. */
  readonly columns: number | undefined;
  /** The terminal to draw on; undefined if stdout is no terminal. */
  readonly terminal: Terminal | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Milliseconds since 1970, for dates that people read. Somebody may set this clock at any time, so no code
   * measures durations with it.
   */
  readonly dateMs: () => number;
  /** Milliseconds since some moment; never goes back. */
  readonly monotonicMs: () => number;
  /** Ctrl-C aborts this signal: save everything that matters and return. */
  readonly signal: AbortSignal;
}

export interface Parameter {
  /** In capitals, as in FILE. */
  readonly name: string;
  readonly doc: string;
  readonly optional?: boolean;
  /** For the last argument only: it may occur any number of times. */
  readonly several?: boolean;
  readonly completion?: Completion;
}

/** A row of the table of commands: its words in a list, and its code, which loads when it is called. */
export interface ListedCommand {
  readonly name: string;
  /** One sentence, no full stop. */
  readonly summary: string;
  readonly load: () => Promise<Command> | Command;
}

export interface CommandDefinition<Table extends FlagTable> {
  /** More sentences, for the command's own help page. */
  readonly details?: string | (() => Promise<string>);
  readonly parameters?: readonly Parameter[];
  /** The words that may come first, each with those flags of the command that it takes. */
  readonly verbs?: Readonly<Record<string, readonly (keyof Table & string)[]>>;
  /** A separating `--` stays among the arguments; flags may follow it. */
  readonly keepsSeparator?: boolean;
  /**
   * A configuration file, if there is one, gives the flags that the person left out; `configurationFlags`
   * must be among the flags.
   */
  readonly isConfigurable?: boolean;
  readonly flags: Table;
  /** The flags that the help page explains; the page only names the others, by theme. Without it: all flags. */
  readonly firstFlags?: readonly (keyof Table & string)[];
  /** Command lines after `cgfuzz`, and their effects. */
  readonly examples: readonly (readonly [commandLine: string, doc: string])[];
  /** Lines that a person sees at once, before the command's work is loaded. */
  readonly opening?: (flags: Flags<Table>, cwd: string) => readonly string[];
  /** Refuses flags that make no sense, alone or together; runs before `--print-config`, too. */
  readonly check?: (flags: Flags<Table>) => Promise<void> | void;
  readonly run: (context: Context, flags: Flags<Table>, args: readonly string[]) => Promise<number> | number;
}

/** A command without the types of its flags, which matter only to the command's own code. */
export type Command = CommandDefinition<FlagTable>;

export type CalledCommand = Command & Pick<ListedCommand, 'name' | 'summary'>;

export async function loadCommand({ name, summary, load }: ListedCommand): Promise<CalledCommand> {
  return { name, summary, ...(await load()) };
}

/** Checks a command against the types of its own flags. */
export function defineCommand<Table extends FlagTable>(definition: CommandDefinition<Table>): Command {
  // Sound because run-cli parses with this very table before it calls run.
  return definition as unknown as Command;
}
