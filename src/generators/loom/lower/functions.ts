/** All functions of a program as text, with the text that must come before them. */
import { plantedHead } from '../../../program/index.ts';
import type { HelperFunction, LoomProgram, Passed, TestFunction } from '../ir/nodes.ts';
import { dimensionsText, type Printer } from './printer.ts';

/** The text stops compilers from inlining test functions into their callers, unless the program is open. */
export function functionsText(
  { helpers, functions, isOpen = false, planted }: LoomProgram,
  printer: Printer,
): string {
  for (const helper of helpers) printHelper(helper, printer);
  for (const test of functions) {
    const before = printer.isIspc ? 'export' : isOpen ? 'static' : '__attribute__((noinline))';
    const head = `${before} ${printer.isIspc ? `void ${test.name}()` : headText(test, printer)}`;
    printer.withParameters(test.passed ?? [], () => printer.braced(head, test.body));
  }
  return (planted === undefined ? '' : plantedHead(planted)) + printer.prelude + printer.text;
}

/** `void test(int ma[restrict 8], int *mb, int ic)`; C++ has references. */
export function headText({ name, passed = [] }: TestFunction, printer: Printer): string {
  const list = passed.map((each) => parameterText(each, printer));
  return `void ${name}(${list.length === 0 ? 'void' : list.join(', ')})`;
}

function parameterText({ of, byValue, isRestrict, span }: Passed, printer: Printer): string {
  const { name, dimensions } = of;
  const held = 'isVolatile' in of && of.isVolatile ? 'volatile ' : '';
  const type = 'leaves' in of ? `struct ${of.type.name}` : `${held}${printer.type(of.type)}`;
  if (byValue) return `${type} ${name}`;
  if (span !== undefined)
    return `std::span<${type}${span === 'of this length' ? `, ${dimensions[0]}` : ''}> ${name}`;
  if ('container' in of && of.container !== undefined)
    return `${printer.container(of)} &${isRestrict ? '__restrict ' : ''}${name}`;
  if (!printer.isC)
    return `${type} (&${isRestrict ? '__restrict ' : ''}${name})${dimensionsText(dimensions)}`;
  if (dimensions.length === 0) return `${type} *${isRestrict ? 'restrict ' : ''}${name}`;
  return `${type} ${name}[${isRestrict ? 'restrict ' : ''}${dimensions[0]}]${dimensionsText(dimensions.slice(1))}`;
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
  // A recursive function calls itself through its own pointer.
  const pointer = isIndirect ? `${type} (*p${name})(${list})` : undefined;
  if (pointer !== undefined && isRecursive) printer.line(`${printer.isC ? '' : 'extern '}${pointer};`);
  printer.braced(`${attributes} ${type} ${name}(${list})`, body);
  if (pointer !== undefined) printer.line(`${pointer} = ${name};`);
}
