/**
 * Input of a program: its arguments and its standard input, which are files of the program.
 *
 * So each part that keeps, hands on, compares or reduces files does so with the input, and all runs of one
 * program get the same. A program without such files is run without arguments, and reads nothing.
 */
import type { ProgramFile } from './program.ts';

/** One argument a line. */
export const ARGUMENTS_FILE = 'input.args';
export const STDIN_FILE = 'input.stdin';

const names: ReadonlySet<string> = new Set([ARGUMENTS_FILE, STDIN_FILE]);

/** The files that hold the input. */
export function inputFiles(files: readonly ProgramFile[]): ProgramFile[] {
  return files.filter(({ path }) => names.has(path));
}

export function argumentsGiven(files: readonly ProgramFile[]): string[] {
  const file = files.find(({ path }) => path === ARGUMENTS_FILE);
  return file === undefined ? [] : Buffer.from(file.bytes).toString().split('\n').slice(0, -1);
}

/** The words that run the command with the input, in a folder that has the program's files. */
export function commandWithInput(command: readonly string[], files: readonly ProgramFile[]): string[] {
  const words = [...command, ...argumentsGiven(files)];
  const isFed = files.some(({ path }) => path === STDIN_FILE);
  return isFed ? ['sh', '-c', `exec "$@" <${STDIN_FILE}`, 'sh', ...words] : words;
}
