/** Arguments that a function folds into one number: integers, and whole numbers in floating point. */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, TINY } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { INT, type IntegerType, LLONG, UINT, ULLONG } from '../ir/types.ts';
import type { Printer } from '../lower/printer.ts';
import { convert } from '../rules/convert.ts';

/** The type of an argument, or a whole number in floating point. */
type Passed = IntegerType | 'double';

export interface PassedValues {
  readonly types: readonly Passed[];
  readonly operands: readonly ExpressionNode[];
}

const passedTypes: readonly Passed[] = [INT, LLONG, UINT, 'double', ULLONG];
const letters = 'iludv';
const ANOTHER = 0.8;
/** Number of bits of a whole number in floating point. */
const WHOLE = 20;
/** Each argument is added to the product of the earlier ones with this number. */
export const FOLD_FACTOR = 31n;

export function drawPassedValues(drawing: Drawing, most: number): PassedValues {
  const { draw } = drawing;
  const passed = drawList(drawing, 'argument', { chance: ANOTHER, least: 1, most }, () => ({
    type: draw.pick(passedTypes),
    value: drawExpression(drawing, TINY),
  }));
  return { types: passed.map(({ type }) => type), operands: passed.map(({ value }) => value) };
}

/** The numbers that the function receives. */
export function receivedValues({ types }: PassedValues, values: readonly bigint[]): bigint[] {
  return values.map((value, i) => {
    const type = types[i]!;
    return type === 'double' ? BigInt.asUintN(WHOLE, value) : convert(value, type);
  });
}

/** One number of all, as `unsigned long long`: the sum starts with `start`. */
export function foldValues(received: readonly bigint[], start: bigint): bigint {
  return received.reduce((total, value) => convert(total * FOLD_FACTOR + value, ULLONG), start);
}

/** A letter for each type, for the name of the function. */
export function lettersOf({ types }: PassedValues): string {
  return types.map((type) => letters[passedTypes.indexOf(type)]).join('');
}

export function typeNames({ types }: PassedValues, printer: Printer): string[] {
  return types.map((type) => (type === 'double' ? type : printer.type(type)));
}

export function argumentTexts(passed: PassedValues, printer: Printer): string[] {
  const names = typeNames(passed, printer);
  return passed.operands.map((value, i) => {
    const operand = printer.operand(value);
    return passed.types[i] === 'double'
      ? `(double)((unsigned)${operand} & ${2 ** WHOLE - 1})`
      : `(${names[i]})${operand}`;
  });
}
