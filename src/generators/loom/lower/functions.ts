/** All functions of a program as text, and what has to stand in front of them. */
import type { Extreme, Guarded, HelperFunction, LoomProgram, Passed, TestFunction } from '../ir/nodes.ts';
import { divisionName, extremeName, type Printer } from './printer.ts';

/** Test functions are kept from being inlined into what calls them. */
export function functionsText({ helpers, functions }: LoomProgram, printer: Printer): string {
  for (const helper of helpers) printHelper(helper, printer);
  for (const test of functions) {
    printer.line(`__attribute__((noinline)) ${headText(test, printer)} {`);
    printer.withParameters(test.passed ?? [], () => printer.block(test.body));
    printer.line('}');
  }
  return [
    ...printer.prelude.values(),
    ...[...printer.extremes.values()].map((extreme) => extremeText(extreme, printer)),
    ...[...printer.divisions.values()].map((division) => divisionText(division, printer)),
    printer.text,
  ].join('');
}

/** `void test(int m_a[restrict 8], int *m_b, int i_c)`; C++ has references. */
export function headText({ name, passed = [] }: TestFunction, printer: Printer): string {
  const list = passed.map((each) => parameterText(each, printer));
  return `void ${name}(${list.length === 0 ? 'void' : list.join(', ')})`;
}

function parameterText({ of, byValue, isRestrict }: Passed, printer: Printer): string {
  const { name, dimensions } = of;
  const held = 'isVolatile' in of && of.isVolatile ? 'volatile ' : '';
  const type = 'leaves' in of ? `struct ${of.type.name}` : `${held}${printer.type(of.type)}`;
  if (byValue) return `${type} ${name}`;
  const bounds = dimensions.map((size) => `[${size}]`);
  if (!printer.isC) return `${type} (&${isRestrict ? '__restrict ' : ''}${name})${bounds.join('')}`;
  if (dimensions.length === 0) return `${type} *${isRestrict ? 'restrict ' : ''}${name}`;
  return `${type} ${name}[${isRestrict ? 'restrict ' : ''}${dimensions[0]}]${bounds.slice(1).join('')}`;
}

/** The call of a test function. */
export function callText({ name, passed = [] }: TestFunction, printer: Printer): string {
  const list = passed.map(({ of, byValue }) =>
    byValue || !printer.isC || of.dimensions.length > 0 ? of.name : `&${of.name}`,
  );
  return `  ${name}(${list.join(', ')});\n`;
}

function printHelper(helper: HelperFunction, printer: Printer): void {
  const { name, attributes, parameters, result, body, isTemplate, isRecursive, isIndirect } = helper;
  const own = isTemplate ? parameters.slice(0, -1) : parameters;
  const list = own.map((parameter) => printer.declared(parameter)).join(', ');
  const type = isTemplate ? 'T' : printer.type(result.type);
  if (isTemplate) printer.line(`template <typename T, int ${parameters.at(-1)!.name}>`);
  // A recursive function calls itself through its pointer.
  const pointer = isIndirect ? `${type} (*p${name})(${list})` : undefined;
  if (pointer !== undefined && isRecursive) printer.line(`${printer.isC ? '' : 'extern '}${pointer};`);
  printer.line(`${attributes} ${type} ${name}(${list}) {`);
  printer.block(body);
  printer.line('}');
  if (pointer !== undefined) printer.line(`${pointer} = ${name};`);
}

function extremeText(extreme: Extreme, printer: Printer): string {
  const text = printer.type(extreme.type);
  const sign = extreme.which === 'min' ? '<' : '>';
  const result = printer.isSycl ? `sycl::${extreme.which}(a, b)` : `a ${sign} b ? a : b`;
  return `static inline ${text} ${extremeName(extreme)}(${text} a, ${text} b) { return ${result}; }\n`;
}

function divisionText(division: Guarded, printer: Printer): string {
  const { sign, type } = division;
  const text = printer.type(type);
  const least = printer.expression({ kind: 'constant', type, value: type.min });
  const isBad = type.isSigned ? `(b == 0) | ((a == ${least}) & (b == -1))` : 'b == 0';
  return `static inline ${text} ${divisionName(division)}(${text} a, ${text} b) { return a ${sign} (${isBad} ? 1 : b); }\n`;
}
