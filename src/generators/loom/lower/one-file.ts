/**
 * The whole program in one file.
 *
 * Every object has external linkage and none is const, so that a compiler may not assume its initial value; the test
 * functions are kept from being inlined into the driver. Arrays are filled and looked at by loops, not by lists.
 */
import type { Guarded, LoomProgram, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { elementCount } from '../ir/walk.ts';
import type { LanguageRules } from '../rules/language.ts';
import { checkedData } from '../truth/checksum.ts';
import { divisionName, extremeName, Printer } from './printer.ts';

export function oneFile(program: LoomProgram, rules: LanguageRules): string {
  const printer = new Printer(rules);
  for (const { name, body } of program.functions) {
    printer.line(`__attribute__((noinline)) void ${name}(void) {`);
    printer.block(body);
    printer.line('}');
  }
  const globals = program.variables.filter(({ initial }) => initial !== undefined);
  return [
    rules.name === 'c' ? '#include <stdio.h>\n' : '#include <cstdio>\n',
    ...globals.map((variable) => globalText(variable, printer)),
    ...[...printer.extremes].toSorted((a, b) => a.id - b.id).flatMap((type) => extremesText(type, printer)),
    ...[...printer.divisions.values()].map((division) => divisionText(division, printer)),
    printer.text,
    driverText(program, globals, printer),
  ].join('');
}

function globalText({ name, type, initial, dimensions }: Variable, printer: Printer): string {
  const declared = `${printer.type(type)} ${name}${dimensions.map((size) => `[${size}]`).join('')}`;
  if (dimensions.length > 0) return `${declared};\n`;
  return `${declared} = ${printer.expression({ kind: 'constant', type, value: initial!.first })};\n`;
}

function extremesText(type: IntegerType, printer: Printer): string[] {
  const text = printer.type(type);
  return (['min', 'max'] as const).map((which) => {
    const sign = which === 'min' ? '<' : '>';
    return `static inline ${text} ${extremeName(which, type)}(${text} a, ${text} b) { return a ${sign} b ? a : b; }\n`;
  });
}

function divisionText(division: Guarded, printer: Printer): string {
  const { sign, type } = division;
  const text = printer.type(type);
  const least = printer.expression({ kind: 'constant', type, value: type.min });
  const isBad = type.isSigned ? `(b == 0) | ((a == ${least}) & (b == -1))` : 'b == 0';
  return `static inline ${text} ${divisionName(division)}(${text} a, ${text} b) { return a ${sign} (${isBad} ? 1 : b); }\n`;
}

function driverText(program: LoomProgram, globals: readonly Variable[], printer: Printer): string {
  return [
    'static unsigned long long sum = 0;\n',
    'static void hash(unsigned long long value) {\n',
    '  sum ^= value + 0x9e3779b9ULL + (sum << 6) + (sum >> 2);\n',
    '}\n',
    'int main() {\n',
    ...globals.filter(({ dimensions }) => dimensions.length > 0).map((array) => fillText(array, printer)),
    ...program.functions.map(({ name }) => `  ${name}();\n`),
    ...checkedData(program).map((variable) =>
      variable.dimensions.length === 0
        ? `  hash((unsigned long long)${variable.name});\n`
        : `  for (int i = 0; i < ${elementCount(variable)}; i++) hash((unsigned long long)${firstOf(variable, printer)}[i]);\n`,
    ),
    '  printf("%llu\\n", sum);\n',
    '  return 0;\n',
    '}\n',
  ].join('');
}

function fillText(array: Variable, printer: Printer): string {
  const { first, step } = array.initial!;
  const start = BigInt.asUintN(64, first);
  const grows = BigInt.asUintN(64, step);
  const value = `(${printer.type(array.type)})(${start}ULL + ${grows}ULL * i)`;
  return `  for (int i = 0; i < ${elementCount(array)}; i++) ${firstOf(array, printer)}[i] = ${value};\n`;
}

/** An array as one of a single dimension. */
function firstOf({ name, dimensions, type }: Variable, printer: Printer): string {
  return dimensions.length === 1 ? name : `((${printer.type(type)} *)${name})`;
}
