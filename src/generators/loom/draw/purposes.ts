/** Purposes of data that several kinds of statements share. */
import { isNested } from '../ir/walk.ts';
import type { Visible } from './visibles.ts';

export function isArray({ variable }: Visible): boolean {
  return variable.dimensions.length > 0;
}

/** An array whose elements are adjacent, and have addresses. */
export function isContiguous(visible: Visible): boolean {
  const { variable } = visible;
  const isApart = variable.member !== undefined || isNested(variable);
  return isArray(visible) && !isApart && variable.isVolatile !== true;
}

/** A single integer that statements may also read. */
export function isSingle({ variable: { dimensions, pointer, dataClass } }: Visible): boolean {
  return dimensions.length === 0 && pointer === undefined && dataClass !== 'output';
}

/** A single variable whose type has the same bits in all compilers. */
export function isWhole(visible: Visible): boolean {
  return isSingle(visible) && visible.variable.type.becomes === undefined;
}
