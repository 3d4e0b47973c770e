/**
 * Contexts: subtrees and whole blocks with only some operators, since passes look for patterns of one kind.
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
  /** Leaves that are constants: as many as elsewhere, about half, all. */
  readonly constants: 'usual' | 'half' | 'all';
  /** Factor for the frequency of conditionals, minima and maxima. */
  readonly chooses: number;
}

function context(name: string, binary: string, unary: string, casts = 1, chooses = 1): OperatorContext {
  return {
    name,
    binary: new Set(binarySigns.filter((sign) => ` ${binary} `.includes(` ${sign} `))),
    unary: new Set(unarySigns.filter((sign) => ` ${unary} `.includes(` ${sign} `))),
    casts,
    constants: 'usual',
    chooses,
  };
}

export const anything: OperatorContext = context('anything', binarySigns.join(' '), unarySigns.join(' '));

/** The contexts of operators; the order never changes: choices refer to it. */
const operatorContexts: readonly OperatorContext[] = [
  context('additive', '+ -', '+ -'),
  context('bitwise', '& | ^', '~'),
  context('logical', '&& ||', '!'),
  context('multiplicative', '* /', '+ -'),
  context('bitwise and shift', '& | ^ << >>', '~'),
  context('additive and multiplicative', '+ - * /', '+ -'),
  context('comparing', '< > <= >= == !=', '! -', 1, 6),
  { ...anything, name: 'mixed widths', casts: 8 },
];

const ofConstants = [anything, ...operatorContexts.slice(0, 6)].flatMap((each) => [
  { ...each, name: `${each.name}, half of the leaves constants`, constants: 'half' as const },
  { ...each, name: `${each.name}, all leaves constants`, constants: 'all' as const },
]);

export const contexts: readonly OperatorContext[] = [...operatorContexts, ...ofConstants];

/** Probabilities that a node outside of contexts begins one, and that a block has its own. */
export const CONTEXT = 0.13;
export const REGION = 0.08;
