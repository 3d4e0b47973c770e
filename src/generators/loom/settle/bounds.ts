/** Ends of loops that contain an input: settling knows the input's value, and corrects the end with it. */
import { binary, cast, choose, constant, placeOf } from '../ir/build.ts';
import type { Bound, ExpressionNode } from '../ir/nodes.ts';
import { INT, promoted } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary } from '../rules/operators.ts';

const FACTOR = 4n;
const MASK = 7n;

/** An expression with the input whose value is `end`; a constant if no sum of the two fits. */
export function endWith({ kind, held }: Bound, end: bigint, rules: LanguageRules): ExpressionNode {
  const read = placeOf(held);
  const type = promoted(held.type);
  const value = convert(held.initial!.first, held.type);
  const whole = constant(end, INT);
  switch (kind) {
    case 'sum':
      return plus(read, value, end, rules) ?? whole;
    case 'masked':
      return plus(binary('&', read, constant(MASK, type), rules), value & MASK, end, rules) ?? whole;
    case 'product': {
      const product = applyBinary('*', value, FACTOR, held.type, type, rules);
      if (product === undefined) return plus(read, value, end, rules) ?? whole;
      return plus(binary('*', read, constant(FACTOR, type), rules), product, end, rules) ?? whole;
    }
    case 'limit': {
      const wide = cast(INT, read);
      const isMore = convert(value, INT) >= end;
      const sign = isMore ? '<' : '>';
      return choose(binary(sign, whole, wide, rules), whole, cast(INT, placeOf(held)), rules);
    }
  }
}

/** `(int)(term + c)`; undefined if the constant or the sum does not fit the type. */
function plus(
  term: ExpressionNode,
  value: bigint,
  end: bigint,
  rules: LanguageRules,
): ExpressionNode | undefined {
  const type = promoted(term.type);
  const lacks = end - value;
  // An odd type may be too narrow for the end itself.
  if (end > type.max || (type.isSigned && convert(lacks, type) !== lacks)) return undefined;
  return cast(INT, binary('+', term, constant(convert(lacks, type), type), rules));
}
