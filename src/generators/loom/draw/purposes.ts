/** Purposes that several kinds of statements look for data for. */
import { isNested } from '../ir/walk.ts';
import type { Visible } from './visibles.ts';

export function isArray({ variable }: Visible): boolean {
  return variable.dimensions.length > 0;
}

/** An array whose elements lie one after the other, and have addresses. */
export function isContiguous(visible: Visible): boolean {
  const { variable } = visible;
  const isApart = variable.member !== undefined || isNested(variable);
  return isArray(visible) && !isApart && variable.isVolatile !== true;
}

/** A single integer that is read too. */
export function isSingle({ variable: { dimensions, pointer, dataClass } }: Visible): boolean {
  return dimensions.length === 0 && pointer === undefined && dataClass !== 'output';
}

/** A single variable with the bits of a type that all compilers have. */
export function isWhole(visible: Visible): boolean {
  return isSingle(visible) && visible.variable.type.becomes === undefined;
}
