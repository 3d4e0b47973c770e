/**
 * Contexts: subtrees with only some operators, since passes look for patterns of one kind.
 *
 * A context forbids an operator by weight 0, within the one order of all operators. So a recorded operator
 * means the same in each context that allows it.
 */
import { type BinarySign, binarySigns, type UnarySign, unarySigns } from '../rules/signs.ts';

export interface OperatorContext {
  readonly name: string;
  readonly binary: ReadonlySet<BinarySign>;
  readonly unary: ReadonlySet<UnarySign>;
  /** Factor for the frequency of casts. */
  readonly casts: number;
  /** Factor for the frequency of conditionals, minima and maxima. */
  readonly chooses: number;
}

function context(name: string, binary: string, unary: string, casts = 1, chooses = 1): OperatorContext {
  return {
    name,
    binary: new Set(binarySigns.filter((sign) => ` ${binary} `.includes(` ${sign} `))),
    unary: new Set(unarySigns.filter((sign) => ` ${unary} `.includes(` ${sign} `))),
    casts,
    chooses,
  };
}

export const anything: OperatorContext = context('anything', binarySigns.join(' '), unarySigns.join(' '));

/** The order never changes: choices refer to it. */
export const contexts: readonly OperatorContext[] = [
  context('additive', '+ -', '+ -'),
  context('bitwise', '& | ^', '~'),
  context('logical', '&& ||', '!'),
  context('multiplicative', '* /', '+ -'),
  context('bitwise and shift', '& | ^ << >>', '~'),
  context('additive and multiplicative', '+ - * /', '+ -'),
  context('comparing', '< > <= >= == !=', '! -', 1, 6),
  { ...anything, name: 'mixed widths', casts: 8 },
];

/** Probability that a node outside of contexts begins one. */
export const CONTEXT = 0.1;
