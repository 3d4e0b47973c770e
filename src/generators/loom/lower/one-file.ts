/**
 * The whole program in one file.
 *
 * Every object has external linkage and none is const, so that a compiler may not assume its initial value; the test
 * functions are kept from being inlined into the driver. Arrays are filled and looked at by loops, not by lists. `printf` is
 * declared and not included, so that the file compiles for machines whose headers are not here.
 */
import type { LoomProgram } from '../ir/nodes.ts';
import type { LanguageRules } from '../rules/language.ts';
import { checkedData } from '../truth/checksum.ts';
import { fillText, globalsOf, globalText, hashText, objectText, structText } from './data.ts';
import { functionsText } from './functions.ts';
import { Printer } from './printer.ts';

export function oneFile(program: LoomProgram, rules: LanguageRules): string {
  const printer = new Printer(rules);
  const functions = functionsText(program, printer);
  return [
    `${rules.name === 'c' ? '' : 'extern "C" '}int printf(const char *, ...);\n`,
    ...program.structs.map((struct) => structText(struct, printer)),
    ...program.objects.map((object) => `${objectText(object)};\n`),
    ...globalsOf(program).map((variable) => globalText(variable, printer)),
    functions,
    driverText(program, printer),
  ].join('');
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
