/**
 * The text that a program prints: its data if they are few, otherwise a checksum over them in the driver's
 * order.
 */
import type { LoomProgram, Variable } from '../ir/nodes.ts';
import { elementCount, isTabled } from '../ir/walk.ts';
import type { LanguageRules } from '../rules/language.ts';
import type { StatementTable } from '../statements/row.ts';
import { Interpreter } from './interpreter.ts';
import { Memory } from './memory.ts';

/** The data that the driver checks after all test functions. Data that a table describes come first. */
export function checkedData({ variables }: LoomProgram): Variable[] {
  const checked = variables.filter(
    ({ dataClass, pointer }) => (dataClass === 'mixed' || dataClass === 'output') && pointer === undefined,
  );
  return [...checked.filter(isTabled), ...checked.filter((variable) => !isTabled(variable))];
}

/**
 * Limit of data that are printed one by one, so that a small program is small and shows the wrong value
 * itself.
 */
const FEW = 4;

export function areFew(data: readonly Variable[]): boolean {
  return data.length <= FEW && data.every(({ dimensions }) => dimensions.length === 0);
}

export function checksum(program: LoomProgram, memory: Memory): string {
  const data = checkedData(program);
  if (areFew(data)) return `${data.flatMap((each) => halves(each, memory.load(each, 0))).join(' ')}\n`;
  let sum = 0n;
  for (const variable of data) {
    const count = elementCount(variable);
    for (let index = 0; index < count; index++) {
      const value = memory.load(variable, index);
      sum = added(sum, value);
      if (variable.type.bits > 64) sum = added(sum, value >> 64n);
    }
  }
  return `${sum}\n`;
}

/** The lower 64 bits, and the upper 64 if the type has them. */
function halves({ type }: Variable, value: bigint): bigint[] {
  const low = BigInt.asUintN(64, value);
  return type.bits > 64 ? [low, BigInt.asUintN(64, value >> 64n)] : [low];
}

/** `sum ^= value + 0x9e3779b9 + (sum << 6) + (sum >> 2)` in 64 bits. */
function added(sum: bigint, value: bigint): bigint {
  return sum ^ BigInt.asUintN(64, value + 0x9e3779b9n + (sum << 6n) + (sum >> 2n));
}

/** The output by plain execution of the finished program, to compare with settling's result. */
export function interpretedOutput(
  program: LoomProgram,
  rules: LanguageRules,
  statements: StatementTable,
): string {
  const memory = new Memory(program.variables);
  const interpreter = new Interpreter(memory, rules, statements);
  for (const { body } of program.functions) interpreter.block(body);
  return checksum(program, memory);
}
