/**
 * Worked example 2: arithmetic expressions together with their value, for checking an evaluator.
 *
 * The generator knows the answer. So there is no need for a second evaluator, which could share a mistake:
 * each node makes its text and its value together. Two things make such a test sharp:
 * - Parentheses stand only if they must, since evaluators get precedence and associativity wrong. The
 *   precedence of the parts decides about them; they are not drawn.
 * - Constants are small whole numbers, and all arithmetic is exact in doubles, so results can be compared
 *   exactly.
 */

import type { Draw } from '../../choice/index.ts';

export interface Expression {
  readonly text: string;
  readonly value: number;
}

interface Node extends Expression {
  readonly precedence: number;
}

interface Operator {
  readonly sign: string;
  readonly precedence: number;
  readonly isRightAssociative: boolean;
  readonly apply: (a: number, b: number) => number;
}

/** Priorities as in mathematics: powers before signs, signs before products, products before sums. */
const SUM = 1;
const PRODUCT = 2;
const SIGN = 3;
const POWER = 4;
const ATOM = 5;

const MAX_DEPTH = 5;

const operators: readonly Operator[] = [
  { sign: '+', precedence: SUM, isRightAssociative: false, apply: (a, b) => a + b },
  { sign: '-', precedence: SUM, isRightAssociative: false, apply: (a, b) => a - b },
  { sign: '*', precedence: PRODUCT, isRightAssociative: false, apply: (a, b) => a * b },
  { sign: '/', precedence: PRODUCT, isRightAssociative: false, apply: (a, b) => a / b },
  { sign: '^', precedence: POWER, isRightAssociative: true, apply: (a, b) => a ** b },
];

export function expression(draw: Draw): Expression {
  const { text, value } = node(draw, 0);
  return { text, value };
}

function node(draw: Draw, depth: number): Node {
  return draw.scope('expression', () => {
    const nesting = depth >= MAX_DEPTH ? 0 : 1;
    const kind = draw.weighted([
      [1, constant],
      [nesting / 2, negation],
      [nesting * 2, operation],
    ] as const);
    return kind(draw, depth + 1);
  });
}

function constant(draw: Draw): Node {
  const value = draw.integer(0, 9);
  return { text: String(value), value, precedence: ATOM };
}

function negation(draw: Draw, depth: number): Node {
  const inner = node(draw, depth);
  return { text: `-${bracketed(inner, POWER)}`, value: -inner.value, precedence: SIGN };
}

function operation(draw: Draw, depth: number): Node {
  const { sign, precedence, isRightAssociative, apply } = draw.pick(operators);
  const left = node(draw, depth);
  const right = node(draw, depth);
  const leftText = bracketed(left, isRightAssociative ? precedence + 1 : precedence);
  const rightText = bracketed(right, isRightAssociative ? precedence : precedence + 1);
  return { text: `${leftText} ${sign} ${rightText}`, value: apply(left.value, right.value), precedence };
}

function bracketed({ text, precedence }: Node, atLeast: number): string {
  return precedence >= atLeast ? text : `(${text})`;
}
