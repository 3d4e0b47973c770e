/**
 * The whole program in one file.
 *
 * Every object has external linkage and none is const, so that a compiler may not assume its initial value; the test
 * functions are kept from being inlined into the driver.
 */
import { Printer, extremeName } from './printer.ts';
import type { LoomProgram, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import type { LanguageRules } from '../rules/language.ts';
import { checkedData } from '../truth/checksum.ts';

export function oneFile(program: LoomProgram, rules: LanguageRules): string {
  const printer = new Printer(rules);
  for (const { name, body } of program.functions) {
    printer.line(`__attribute__((noinline)) void ${name}(void) {`);
    printer.block(body);
    printer.line('}');
  }
  const globals = program.variables.filter(({ dataClass }) => dataClass !== 'local');
  return [
    rules.name === 'c' ? '#include <stdio.h>\n' : '#include <cstdio>\n',
    ...globals.map((variable) => globalText(variable, printer)),
    ...[...printer.extremes].toSorted((a, b) => a.id - b.id).flatMap((type) => extremesText(type, printer)),
    printer.text,
    driverText(program),
  ].join('');
}

function globalText({ name, type, initial }: Variable, printer: Printer): string {
  const value = printer.expression({ kind: 'constant', type, value: initial ?? 0n });
  return `${printer.type(type)} ${name} = ${value};\n`;
}

function extremesText(type: IntegerType, printer: Printer): string[] {
  const text = printer.type(type);
  return (['min', 'max'] as const).map((which) => {
    const sign = which === 'min' ? '<' : '>';
    return `static inline ${text} ${extremeName(which, type)}(${text} a, ${text} b) { return a ${sign} b ? a : b; }\n`;
  });
}

function driverText(program: LoomProgram): string {
  return [
    'static unsigned long long sum = 0;\n',
    'static void hash(unsigned long long value) {\n',
    '  sum ^= value + 0x9e3779b9ULL + (sum << 6) + (sum >> 2);\n',
    '}\n',
    'int main() {\n',
    ...program.functions.map(({ name }) => `  ${name}();\n`),
    ...checkedData(program).map(({ name }) => `  hash((unsigned long long)${name});\n`),
    '  printf("%llu\\n", sum);\n',
    '  return 0;\n',
    '}\n',
  ].join('');
}
