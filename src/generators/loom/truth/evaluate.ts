/** The value of an expression in a given memory; undefined if the language leaves it undefined. */
import type { Element, ExpressionNode, Guarded, Place, Subscript } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import { applyBinary, applyUnary, binaryRows } from '../rules/operators.ts';
import type { ExecutionState } from './executor.ts';
import { floatValue } from './float.ts';
import type { Location } from './memory.ts';

export function evaluate(expression: ExpressionNode, state: ExecutionState): bigint | undefined {
  switch (expression.kind) {
    case 'constant':
    case 'hidden':
      return expression.value;
    case 'read':
      return state.memory.load(expression.variable, 0);
    case 'element':
    case 'dereference': {
      const location = locate(expression, state);
      return location === undefined ? undefined : state.memory.load(location.variable, location.index);
    }
    case 'builtin': {
      const values = valuesOf(expression.operands, expression.row.parameters, state);
      return values && expression.row.evaluate(values[0]!, values[1] ?? 0n);
    }
    case 'float': {
      const value = floatValue(expression.tree, ({ operand }) => evaluate(operand, state));
      return value === undefined ? undefined : BigInt(Math.trunc(value));
    }
    case 'call': {
      const { callee, operands } = expression;
      const types = callee.parameters.map(({ type }) => type);
      const values = valuesOf(operands, types, state);
      return values && state.call(callee, values);
    }
    case 'cast': {
      const value = evaluate(expression.operand, state);
      return value === undefined ? undefined : convert(value, expression.type);
    }
    case 'unary': {
      const value = evaluate(expression.operand, state);
      return value === undefined ? undefined : applyUnary(expression.sign, value, expression.operand.type);
    }
    case 'binary': {
      const { sign, left, right } = expression;
      const a = evaluate(left, state);
      if (a === undefined) return undefined;
      // These two operators skip their right operand if the left one decides.
      if (sign === '&&' && a === 0n) return 0n;
      if (sign === '||' && a !== 0n) return 1n;
      const b = evaluate(right, state);
      return b === undefined ? undefined : applyBinary(sign, a, b, left.type, right.type, state.rules);
    }
    case 'choose': {
      const condition = evaluate(expression.condition, state);
      if (condition === undefined) return undefined;
      const value = evaluate(condition !== 0n ? expression.yes : expression.no, state);
      return value === undefined ? undefined : convert(value, expression.type);
    }
    case 'extreme':
    case 'guarded': {
      const a = evaluate(expression.left, state);
      const b = evaluate(expression.right, state);
      if (a === undefined || b === undefined) return undefined;
      const [x, y] = [convert(a, expression.type), convert(b, expression.type)];
      if (expression.kind === 'guarded') return guarded(expression, x, y, state);
      return (expression.which === 'min') === x < y ? x : y;
    }
  }
}

function guarded(
  { sign, type }: Guarded,
  a: bigint,
  b: bigint,
  { rules }: ExecutionState,
): bigint | undefined {
  const { evaluate: divide } = binaryRows[sign];
  return divide(a, b, type, rules) ?? divide(a, 1n, type, rules);
}

/** The values of arguments, converted to the parameters' types. */
function valuesOf(
  operands: readonly ExpressionNode[],
  types: readonly IntegerType[],
  state: ExecutionState,
): bigint[] | undefined {
  const values: bigint[] = [];
  for (const [i, operand] of operands.entries()) {
    const value = evaluate(operand, state);
    if (value === undefined) return undefined;
    values.push(convert(value, types[i]!));
  }
  return values;
}

/** For places that are defined. */
export function storeTo(place: Place, value: bigint, state: ExecutionState): void {
  const { variable, index } = locate(place, state)!;
  state.memory.store(variable, index, value);
}

/** Undefined if a subscript is. */
export function locate(place: Place, state: ExecutionState): Location | undefined {
  const { variable } = place;
  switch (place.kind) {
    case 'read':
      return { variable, index: 0 };
    case 'element': {
      const index = elementIndex(place, state);
      return index === undefined ? undefined : { variable, index };
    }
    case 'dereference': {
      let location = state.memory.pointed(variable);
      for (let level = variable.pointer!.levels; level > 1; level--)
        location = state.memory.pointed(location.variable);
      return location;
    }
  }
}

/** The position of an element in its whole array. */
function elementIndex(
  { subscripts }: Pick<Element, 'subscripts'>,
  state: ExecutionState,
): number | undefined {
  let index = 0;
  for (const subscript of subscripts) {
    const at = subscriptValue(subscript, state);
    if (at === undefined) return undefined;
    index = index * subscript.size + at;
  }
  return index;
}

/** A computed index is converted to an unsigned type first, whose remainder is never negative. */
function subscriptValue(subscript: Subscript, state: ExecutionState): number | undefined {
  switch (subscript.kind) {
    case 'fixed':
      return subscript.index;
    case 'iterator':
      return subscript.scale * Number(state.memory.load(subscript.iterator, 0)) + subscript.offset;
    case 'computed': {
      const value = evaluate(subscript.index, state);
      return value === undefined ? undefined : Number(BigInt.asUintN(64, value) % BigInt(subscript.size));
    }
  }
}
