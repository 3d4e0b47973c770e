/** The data of a program as text: types, definitions, and statements that set and check values. */
import { constant, placeOf } from '../ir/build.ts';
import type { LoomProgram, Member, StructObject, StructType, Variable } from '../ir/nodes.ts';
import { promoted, ULLONG } from '../ir/types.ts';
import { elementCount, isGlobal, isNested, isOnHeap } from '../ir/walk.ts';
import { areFew } from '../truth/checksum.ts';
import { dimensionsText, type Printer } from './printer.ts';

/** The global variables, without those that are members of a struct. */
export function globalsOf({ variables }: LoomProgram): Variable[] {
  return variables.filter((variable) => isGlobal(variable) && variable.member === undefined);
}

/** The struct types of a program, with their static members. */
export function structsText({ structs, variables }: LoomProgram, printer: Printer): string {
  const structText = ({ name, members, isPacked }: StructType): string => {
    const statics = variables.filter(({ owner }) => owner === name);
    const lines = [
      ...members.map((member) => memberText(member, printer)),
      ...statics.map((each) => `static ${printer.declared({ ...each, name: each.name.split('::')[1]! })}`),
    ];
    const head = `struct ${isPacked ? '__attribute__((packed)) ' : ''}${name}`;
    return `${head} {\n${lines.map((line) => `  ${line};\n`).join('')}};\n`;
  };
  return structs.map(structText).join('');
}

function memberText({ name, type, width, dimensions, isVolatile }: Member, printer: Printer): string {
  const plain = 'members' in type ? `struct ${type.name}` : printer.type(type);
  const typeText = isVolatile === true ? `volatile ${plain}` : plain;
  if (width !== undefined) return `${typeText} ${name}: ${width}`;
  return `${typeText} ${name}${dimensionsText(dimensions)}`;
}

export function objectText({ name, type, dimensions }: StructObject): string {
  return `struct ${type.name} ${name}${dimensionsText(dimensions)}`;
}

/** Definitions give integers their first values; statements give arrays and members theirs. */
export function globalText(variable: Variable, printer: Printer): string {
  const { type, initial, dimensions, pointer } = variable;
  const declared = printer.declared(variable);
  if (pointer !== undefined) return `${declared} = &${printer.name(pointer.target)};\n`;
  if (dimensions.length > 0) return `${declared}${sizesText(variable, printer)};\n`;
  if (variable.isGiven === true) return `${declared};\n`;
  return `${declared} = ${printer.expression(constant(initial!.first, type))};\n`;
}

/** The arguments of a container's constructor, which give its size; empty if the type gives the size. */
function sizesText(variable: Variable, printer: Printer): string {
  const { dimensions, container } = variable;
  if (!isOnHeap(variable)) return '';
  return dimensions
    .map((size, level) => ({ size, inner: printer.container(variable, level + 1) }))
    .reduceRight((held, { size, inner }) => {
      if (held === '') return `(${size})`;
      const filler = `${inner}${held}`;
      return container!.kind === 'vector' ? `(${size}, ${filler})` : `(${filler}, ${size})`;
    }, '');
}

/** Headers of the containers and spans that the program has. */
export function includesText({ variables, functions }: LoomProgram): string {
  const kinds = new Set(
    variables.flatMap(({ container }) => (container === undefined ? [] : [container.kind])),
  );
  const hasSpan = functions.some(({ passed = [] }) => passed.some(({ span }) => span !== undefined));
  return [...kinds, ...(hasSpan ? ['span'] : [])].map((kind) => `#include <${kind}>\n`).join('');
}

/** Statements that give an array or a member its first values. */
export function fillText(variable: Variable, printer: Printer): string {
  const { type } = variable;
  const { first, step, period = 0, across } = variable.initial!;
  if (variable.dimensions.length === 0)
    return `  ${printer.name(placeOf(variable))} = ${printer.expression(constant(first, promoted(type)))};\n`;
  const [start, grows] = [first, step].map((value) => literalOf(value, printer));
  return eachElement(variable, printer, (element, index) => {
    const row =
      across === undefined ? '' : ` + ${literalOf(across.step, printer)} * (${index} / ${across.width})`;
    const value = `${start} + ${grows} * ${period === 0 ? index : `(${index} % ${period})`}${row}`;
    return `${element} = ${type.isBitField ? value : `(${printer.type(type)})(${value})`};`;
  });
}

function literalOf(value: bigint, printer: Printer): string {
  return printer.expression(constant(BigInt.asUintN(64, value), ULLONG));
}

/** The function for the checksum; empty if data are printed one by one. */
export function checksumText(data: readonly Variable[]): string {
  if (areFew(data)) return '';
  return [
    'static unsigned long long sum;\n',
    'static void hash(unsigned long long value) {\n',
    '  sum ^= value + 0x9e3779b9ULL + (sum << 6) + (sum >> 2);\n',
    '}\n',
  ].join('');
}

/** Small machines may have no `%llu`. The first line refuses other machines. */
export const headForAvr: string = [
  '_Static_assert(sizeof(int) == 2, "this program is for machines whose int has 16 bits");\n',
  'int putchar(int);\n',
  'static void show(unsigned long long value, char after) {\n',
  '  char text[20];\n',
  '  int n = 0;\n',
  "  do text[n++] = '0' + value % 10; while (value /= 10);\n",
  '  while (n > 0) putchar(text[--n]);\n',
  '  putchar(after);\n',
  '}\n',
].join('');

/** Statements that print the data one by one, or the checksum. */
export function printText(data: readonly Variable[], printer: Printer): string {
  const nameOf = (variable: Variable): string => printer.name(placeOf(variable));
  if (printer.isNarrow) return showText(areFew(data) ? data.map(nameOf) : ['sum']);
  if (!areFew(data)) return '  printf("%llu\\n", sum);\n';
  const values = data.flatMap((variable) => {
    const name = nameOf(variable);
    return variable.type.bits > 64 ? halvesOf(name) : [`${name} + 0ULL`];
  });
  return `  printf(${[`"${values.map(() => '%llu').join(' ')}\\n"`, ...values].join(', ')});\n`;
}

function showText(values: readonly string[]): string {
  if (values.length === 0) return "  putchar('\\n');\n";
  return values.map((value, i) => `  show(${value}, '${i < values.length - 1 ? ' ' : '\\n'}');\n`).join('');
}

function halvesOf(wide: string): string[] {
  return [`(unsigned long long)${wide}`, `(unsigned long long)(${wide} >> 64)`];
}

/** Statements that add an object to the checksum. */
export function hashText(variable: Variable, printer: Printer): string {
  const { type } = variable;
  const hashed = (value: string): string =>
    halvesOf(value)
      .slice(0, type.bits > 64 ? 2 : 1)
      .map((half) => `hash(${half});`)
      .join(' ');
  if (variable.dimensions.length === 0) return `  ${hashed(printer.name(placeOf(variable)))}\n`;
  return eachElement(variable, printer, hashed);
}

/** A loop over the elements. A contiguous array is treated like an array of one dimension. */
function eachElement(
  variable: Variable,
  printer: Printer,
  body: (element: string, index: string) => string,
): string {
  const { name, dimensions, member } = variable;
  if (member === undefined && !isNested(variable)) {
    const first = dimensions.length === 1 ? name : `(${printer.elements(variable)})`;
    return `  for (int i = 0; i < ${elementCount(variable)}; i++) { ${body(`${first}[i]`, 'i')} }\n`;
  }
  const subscripts = dimensions.map((_, level) => `[i${level}]`);
  if (member !== undefined) subscripts.splice(member.after, 0, member.path);
  const index = dimensions
    .map((size, level) => [size, `i${level}`] as const)
    .reduce((text, [size, iterator]) => (text === '' ? iterator : `(${text} * ${size} + ${iterator})`), '');
  const heads = dimensions.map((size, level) => `for (int i${level} = 0; i${level} < ${size}; i${level}++) `);
  return `  ${heads.join('')}{ ${body(name + subscripts.join(''), index)} }\n`;
}
