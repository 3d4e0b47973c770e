/** The text that a program prints: a checksum over its data, in the order of the driver. */
import type { LoomProgram, Variable } from '../ir/nodes.ts';
import { elementCount, isTabled } from '../ir/walk.ts';
import type { LanguageRules } from '../rules/language.ts';
import { Interpreter } from './interpreter.ts';
import { Memory } from './memory.ts';

/** The data that the driver looks at when all test functions have run, those that a table describes first. */
export function checkedData({ variables }: LoomProgram): Variable[] {
  const checked = variables.filter(
    ({ dataClass, pointer }) => (dataClass === 'mixed' || dataClass === 'output') && pointer === undefined,
  );
  return [...checked.filter(isTabled), ...checked.filter((variable) => !isTabled(variable))];
}

export function checksum(program: LoomProgram, memory: Memory): string {
  let sum = 0n;
  for (const variable of checkedData(program)) {
    const isWide = variable.type.bits > 64;
    for (let index = 0; index < elementCount(variable); index++) {
      const value = memory.load(variable, index);
      sum = added(sum, value);
      if (isWide) sum = added(sum, value >> 64n);
    }
  }
  return `${sum}\n`;
}

function added(sum: bigint, value: bigint): bigint {
  return BigInt.asUintN(64, sum ^ (BigInt.asUintN(64, value) + 0x9e3779b9n + (sum << 6n) + (sum >> 2n)));
}

/** The output by plain execution of the finished program, to hold against what settling found. */
export function interpretedOutput(program: LoomProgram, rules: LanguageRules): string {
  const memory = new Memory(program.variables);
  const interpreter = new Interpreter(memory, rules);
  for (const { body } of program.functions) interpreter.block(body);
  return checksum(program, memory);
}
