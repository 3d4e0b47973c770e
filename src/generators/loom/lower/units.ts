/**
 * The program in three files: `init.h` with all declarations, `func.c` with the test functions, and
 * `driver.c` with the data and `main`.
 *
 * The driver is a table and a fixed runtime, so that every program's driver compiles in almost no time. Data
 * that a row cannot describe, bit-fields and arrays of structs, are set and checked by statements, as in one
 * file.
 */
import { placeOf } from '../ir/build.ts';
import type { LoomProgram, Variable } from '../ir/nodes.ts';
import { BOOL } from '../ir/types.ts';
import { elementCount, isTabled } from '../ir/walk.ts';
import { C, type LanguageRules } from '../rules/language.ts';
import type { StatementTable } from '../statements/row.ts';
import { areFew, checkedData } from '../truth/checksum.ts';
import {
  checksumText,
  fillText,
  globalsOf,
  globalText,
  hashText,
  includesText,
  objectText,
  printText,
  structsText,
} from './data.ts';
import { callText, functionsText, headText } from './functions.ts';
import { givenText, mainParameters, readerText } from './input.ts';
import { Printer } from './printer.ts';

export interface ProgramUnit {
  readonly path: string;
  readonly text: string;
}

/** All parts: the files that a target compiles, the header, and the driver, which completes the program. */
export function unitsOf(
  program: LoomProgram,
  rules: LanguageRules,
  statements: StatementTable,
): readonly [main: ProgramUnit, header: ProgramUnit, driver: ProgramUnit] {
  const printer = new Printer(rules, statements);
  const suffix = printer.isC ? 'c' : 'cpp';
  const own = rules.isIspc ? C : rules;
  const others = [new Printer(own, statements), new Printer(own, statements)] as const;
  const functions = functionsText(program, printer);
  const header = headerText(program, others[0]);
  const driver = driverText(program, others[1]);
  const definitions = new Set([printer, ...others].flatMap((each) => each.definitions));
  const before = rules.isIspc ? ispcHead(program, printer) : '#include "init.h"\n';
  return [
    { path: `func.${rules.isIspc ? 'ispc' : suffix}`, text: before + functions },
    { path: 'init.h', text: [...definitions, header].join('') },
    { path: `driver.${suffix}`, text: driver },
  ];
}

/** The data of the driver, which functions of ISPC share. */
function ispcHead(program: LoomProgram, printer: Printer): string {
  return globalsOf(program)
    .map((variable) => `extern ${printer.declared(variable)};\n`)
    .join('');
}

function headerText(program: LoomProgram, printer: Printer): string {
  return [
    includesText(program),
    structsText(program, printer),
    ...program.objects.map((object) => `extern ${objectText(object)};\n`),
    ...globalsOf(program)
      .filter(({ owner }) => owner === undefined)
      .map((variable) => `extern ${printer.declared(variable)};\n`),
    ...program.functions.map((test) => `${headText(test, printer)};\n`),
  ].join('');
}

function driverText(program: LoomProgram, printer: Printer): string {
  const rows = program.variables.filter((variable) => variable.initial !== undefined && isTabled(variable));
  const others = program.variables.filter(
    (variable) => variable.initial !== undefined && !isTabled(variable) && isFilled(variable),
  );
  const data = checkedData(program);
  const hashed = data.filter((variable) => !areFew(data) && !isTabled(variable));
  return [
    '#include "init.h"\n#include <stdio.h>\n',
    ...program.objects.map((object) => `${objectText(object)};\n`),
    ...globalsOf(program).map((variable) => globalText(variable, printer)),
    runtime,
    checksumText(data),
    areFew(data) ? '' : lookingAt,
    `static const struct row rows[] = {\n${rows.map((row) => rowText(row, printer)).join('')}  {0, 0, 0, 0, 0, 0, 0, 0, 0}\n};\n`,
    readerText(program, ''),
    `int main(${mainParameters(program, 'void')}) {\n`,
    '  for (const struct row *r = rows; r->at; r++) fill(r);\n',
    ...others.map((variable) => fillText(variable, printer)),
    givenText(program, printer),
    ...program.functions.map((test) => callText(test, printer)),
    areFew(data) ? '' : '  for (const struct row *r = rows; r->at; r++) look_at(r);\n',
    ...hashed.map((variable) => hashText(variable, printer)),
    printText(data, printer),
    '  return 0;\n}\n',
  ].join('');
}

/**
 * True if it gets its first values at the start, as arrays and members do; other integers have them in their
 * definitions.
 */
function isFilled({ dimensions, member }: Variable): boolean {
  return dimensions.length > 0 || member !== undefined;
}

const FILLED = 4;
const HASHED = 8;

function rowText(variable: Variable, printer: Printer): string {
  const { type, initial, dataClass } = variable;
  const kind = type === BOOL ? 2 : type.isSigned ? 1 : 0;
  const isHashed = dataClass === 'mixed' || dataClass === 'output';
  const flags = kind + (isFilled(variable) ? FILLED : 0) + (isHashed ? HASHED : 0);
  const at = `(volatile void *)&${printer.name(placeOf(variable))}`;
  const { width, step: across } = initial!.across ?? { width: 1, step: 0n };
  const steps = [initial!.first, initial!.step, across].map((value) => `${BigInt.asUintN(64, value)}ULL`);
  const size = Math.max(1, type.bits / 8);
  return `  {${at}, ${size}, ${flags}, ${elementCount(variable)}, ${initial!.period ?? 0}, ${width}, ${steps.join(', ')}},\n`;
}

/** Data may be volatile, and are then read and written as such; bytes may be of any type. */
const runtime = `struct row { volatile void *at; unsigned size, flags, count, period, width; unsigned long long first, step, across; };
static void fill(const struct row *r) {
  volatile unsigned char *at = (volatile unsigned char *)r->at;
  for (unsigned i = 0; r->flags & ${FILLED} && i < r->count; i++) {
    unsigned long long value = r->first + r->step * (r->period ? i % r->period : i) + r->across * (i / r->width);
    if ((r->flags & 3) == 2) value = value != 0;
    for (unsigned b = 0; b < r->size; b++) *at++ = ((unsigned char *)&value)[b];
  }
}
`;

const lookingAt = `static void look_at(const struct row *r) {
  volatile unsigned char *at = (volatile unsigned char *)r->at;
  for (unsigned i = 0; r->flags & ${HASHED} && i < r->count; i++) {
    unsigned long long value = 0;
    for (unsigned b = 0; b < r->size; b++) ((unsigned char *)&value)[b] = *at++;
    unsigned unused = 64 - 8 * r->size;
    hash((r->flags & 3) == 1 ? (unsigned long long)((long long)(value << unused) >> unused) : value);
  }
}
`;
