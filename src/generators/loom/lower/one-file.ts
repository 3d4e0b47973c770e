/**
 * The whole program in one file.
 *
 * Every object has external linkage and none is const, so that a compiler may not assume its initial value; the test
 * functions are kept from being inlined into the driver. Arrays are filled and looked at by loops, not by lists.
 */
import type { Guarded, HelperFunction, LoomProgram } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import type { LanguageRules } from '../rules/language.ts';
import { checkedData } from '../truth/checksum.ts';
import { fillText, globalsOf, globalText, hashText, objectText, structText } from './data.ts';
import { divisionName, extremeName, Printer } from './printer.ts';

export function oneFile(program: LoomProgram, rules: LanguageRules): string {
  const printer = new Printer(rules);
  for (const helper of program.helpers) printHelper(helper, printer);
  for (const { name, body } of program.functions) {
    printer.line(`__attribute__((noinline)) void ${name}(void) {`);
    printer.block(body);
    printer.line('}');
  }
  return [
    rules.name === 'c' ? '#include <stdio.h>\n' : '#include <cstdio>\n',
    ...program.structs.map((struct) => structText(struct, printer)),
    ...program.objects.map((object) => `${objectText(object)};\n`),
    ...globalsOf(program).map((variable) => globalText(variable, printer)),
    ...printer.prelude.values(),
    ...[...printer.extremes].toSorted((a, b) => a.id - b.id).flatMap((type) => extremesText(type, printer)),
    ...[...printer.divisions.values()].map((division) => divisionText(division, printer)),
    printer.text,
    driverText(program, printer),
  ].join('');
}

function printHelper(
  { name, attributes, parameters, result, body, isTemplate }: HelperFunction,
  printer: Printer,
): void {
  const own = isTemplate ? parameters.slice(0, -1) : parameters;
  const list = own.map((parameter) => printer.declared(parameter)).join(', ');
  const type = isTemplate ? 'T' : printer.type(result.type);
  if (isTemplate) printer.line(`template <typename T, int ${parameters.at(-1)!.name}>`);
  printer.line(`${attributes} ${type} ${name}(${list}) {`);
  printer.block(body);
  printer.line('}');
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

function driverText(program: LoomProgram, printer: Printer): string {
  const filled = program.variables.filter(
    ({ initial, dimensions, member }) =>
      initial !== undefined && (dimensions.length > 0 || member !== undefined),
  );
  return [
    'static unsigned long long sum = 0;\n',
    'static void hash(unsigned long long value) {\n',
    '  sum ^= value + 0x9e3779b9ULL + (sum << 6) + (sum >> 2);\n',
    '}\n',
    'int main() {\n',
    ...filled.map((variable) => fillText(variable, printer)),
    ...program.functions.map(({ name }) => `  ${name}();\n`),
    ...checkedData(program).map((variable) => hashText(variable, printer)),
    '  printf("%llu\\n", sum);\n',
    '  return 0;\n',
    '}\n',
  ].join('');
}
