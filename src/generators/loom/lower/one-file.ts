/**
 * The whole program in one file.
 *
 * Every object has external linkage and none is const, so that a compiler may not assume its initial value. In open
 * programs with markers all are static.
 * The text stops compilers from inlining the test functions into the driver. Loops, not lists, fill and check
 * arrays. The text declares `printf` and includes no header, so that the file compiles for machines without
 * headers here.
 */
import type { LoomProgram } from '../ir/nodes.ts';
import type { LanguageRules } from '../rules/language.ts';
import type { StatementTable } from '../statements/row.ts';
import { areFew, checkedData } from '../truth/checksum.ts';
import {
  checksumText,
  fillText,
  globalsOf,
  globalText,
  hashText,
  headForAvr,
  includesText,
  objectText,
  printText,
  structsText,
} from './data.ts';
import { callText, functionsText } from './functions.ts';
import { Printer } from './printer.ts';
import { givenText, mainParameters, readerText } from './input.ts';
import { kernelText, withAllHanded } from './sycl.ts';

export function oneFile(drawn: LoomProgram, rules: LanguageRules, statements: StatementTable): string {
  const printer = new Printer(rules, statements);
  const program = printer.isSycl ? withAllHanded(drawn) : drawn;
  const { isOpen = false } = program;
  const functions = functionsText(program, printer);
  const text = [
    structsText(program, printer),
    ...program.objects.map((object) => `${isOpen ? 'static ' : ''}${objectText(object)};\n`),
    ...globalsOf(program).map(
      (variable) =>
        `${variable.storage === 'static' || (isOpen && variable.owner === undefined) ? 'static ' : ''}${globalText(variable, printer)}`,
    ),
    functions,
    driverText(program, printer),
  ].join('');
  return [
    printer.isSycl ? '#include <sycl/sycl.hpp>\n' : '',
    includesText(program),
    printer.isNarrow
      ? headForAvr
      : `${rules.name === 'c' ? '' : 'extern "C" '}int printf(const char *, ...);\n`,
    ...printer.definitions,
    text,
  ].join('');
}

function driverText(program: LoomProgram, printer: Printer): string {
  const filled = program.variables.filter(
    ({ initial, dimensions, member }) =>
      initial !== undefined && (dimensions.length > 0 || member !== undefined),
  );
  const data = checkedData(program);
  return [
    checksumText(data),
    readerText(program, `${printer.isC ? '' : 'extern "C" '}int getchar(void);\n`),
    `int main(${mainParameters(program, '')}) {\n`,
    ...filled.map((variable) => fillText(variable, printer)),
    givenText(program, printer),
    ...program.functions.map((test) => (printer.isSycl ? kernelText : callText)(test, printer)),
    ...(areFew(data) ? [] : data.map((variable) => hashText(variable, printer))),
    printText(data, printer),
    '}\n',
  ].join('');
}
