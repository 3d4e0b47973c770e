/**
 * The program's input: the text that reads it, and the input itself.
 *
 * The text has its own function that reads a number, and needs no library for arguments. A program is defined
 * with its own input only: other values may leave arrays, or make loops endless.
 */
import { ARGUMENTS_FILE, type ProgramFile, STDIN_FILE } from '../../../program/index.ts';
import type { LoomProgram, Variable } from '../ir/nodes.ts';
import type { Printer } from './printer.ts';

function givenIn({ variables }: LoomProgram): Variable[] {
  return variables.filter(({ isGiven }) => isGiven === true);
}

/** The file with the values in the order in which the program reads them; none if it reads nothing. */
export function inputOf(program: LoomProgram): ProgramFile[] {
  const lines = givenIn(program).map(({ initial }) => `${initial!.first}\n`);
  if (lines.length === 0) return [];
  const path = program.input === 'arguments' ? ARGUMENTS_FILE : STDIN_FILE;
  return [{ path, bytes: new TextEncoder().encode(lines.join('')) }];
}

/** The parameters of `main`; `usual` if the program has no arguments. */
export function mainParameters(program: LoomProgram, usual: string): string {
  const isAsked = program.input === 'arguments' && givenIn(program).length > 0;
  return isAsked ? 'int argc, char **argv' : usual;
}

/** The function that reads a number; empty if the program reads nothing. */
export function readerText(program: LoomProgram, declares: string): string {
  if (givenIn(program).length === 0) return '';
  return program.input === 'arguments' ? fromText : `${declares}${fromStream}`;
}

/** Statements that set the data. */
export function givenText(program: LoomProgram, printer: Printer): string {
  return givenIn(program)
    .map((variable, at) => {
      const call =
        program.input === 'arguments' ? `argc > ${at + 1} ? number(argv[${at + 1}]) : 0` : 'number()';
      return `  ${variable.name} = (${printer.type(variable.type)})(${call});\n`;
    })
    .join('');
}

const fromText = `static unsigned long long number(const char *text) {
  unsigned long long value = 0;
  int isNegative = *text == '-';
  for (text += isNegative; *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0');
  return isNegative ? 0 - value : value;
}
`;

const fromStream = `static unsigned long long number(void) {
  unsigned long long value = 0;
  int next = getchar();
  int isNegative = next == '-';
  if (isNegative) next = getchar();
  for (; next >= '0' && next <= '9'; next = getchar()) value = value * 10 + (next - '0');
  return isNegative ? 0 - value : value;
}
`;
