/** What a program prints: a checksum over its data, in the order of the driver. */
import type { LoomProgram, Variable } from '../ir/nodes.ts';
import { ULLONG } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { Interpreter } from './interpreter.ts';

/** The data that the driver looks at when all test functions have run. */
export function checkedData({ variables }: LoomProgram): Variable[] {
  return variables.filter(({ dataClass }) => dataClass === 'mixed' || dataClass === 'output');
}

/** What every right compiler must make of the program. */
export function expectedOutput(program: LoomProgram, rules: LanguageRules): string {
  const interpreter = new Interpreter(program, rules);
  for (const { body } of program.functions) interpreter.block(body);
  let sum = 0n;
  for (const variable of checkedData(program)) {
    const value = convert(interpreter.load(variable), ULLONG);
    sum = BigInt.asUintN(64, sum ^ (value + 0x9e3779b9n + (sum << 6n) + (sum >> 2n)));
  }
  return `${sum}\n`;
}
