/** All functions of a program as text, and what has to stand in front of them. */
import type { Extreme, Guarded, HelperFunction, LoomProgram } from '../ir/nodes.ts';
import { divisionName, extremeName, type Printer } from './printer.ts';

/** Test functions are kept from being inlined into what calls them. */
export function functionsText({ helpers, functions }: LoomProgram, printer: Printer): string {
  for (const helper of helpers) printHelper(helper, printer);
  for (const { name, body } of functions) {
    printer.line(`__attribute__((noinline)) void ${name}(void) {`);
    printer.block(body);
    printer.line('}');
  }
  return [
    ...printer.prelude.values(),
    ...[...printer.extremes.values()].map((extreme) => extremeText(extreme, printer)),
    ...[...printer.divisions.values()].map((division) => divisionText(division, printer)),
    printer.text,
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

function extremeText(extreme: Extreme, printer: Printer): string {
  const text = printer.type(extreme.type);
  const sign = extreme.which === 'min' ? '<' : '>';
  return `static inline ${text} ${extremeName(extreme)}(${text} a, ${text} b) { return a ${sign} b ? a : b; }\n`;
}

function divisionText(division: Guarded, printer: Printer): string {
  const { sign, type } = division;
  const text = printer.type(type);
  const least = printer.expression({ kind: 'constant', type, value: type.min });
  const isBad = type.isSigned ? `(b == 0) | ((a == ${least}) & (b == -1))` : 'b == 0';
  return `static inline ${text} ${divisionName(division)}(${text} a, ${text} b) { return a ${sign} (${isBad} ? 1 : b); }\n`;
}
