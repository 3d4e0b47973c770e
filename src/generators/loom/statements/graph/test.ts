/**
 * Tests of a graph of blocks: conditions that lead each execution along the drawn path.
 *
 * Settling notes the value of a test's expression each time that the path goes through the test. It also
 * notes the arm that the path takes. The finished test distinguishes these values. If one value would have to
 * lead to two arms, the test uses the counter of visits, which never has the same value twice.
 */
import { binary, constant, placeOf, unary } from '../../ir/build.ts';
import type { Bound, ExpressionNode, Variable } from '../../ir/nodes.ts';
import { type IntegerType, INT, promoted, ULLONG } from '../../ir/types.ts';
import { C } from '../../rules/language.ts';
import { endWith } from '../../settle/bounds.ts';

export interface PathTest {
  /** An expression of the program, converted to a type that a `switch` accepts. */
  readonly selector: ExpressionNode;
  /** Selects a form of the comparison that holds for all values seen. */
  readonly style: number;
  /** An input in place of the number in a comparison. */
  readonly hidden: Bound | undefined;
  readonly counter: Variable;
  /** The arm for each value of the selector, and for each value of the counter. */
  readonly byValue: Map<bigint, number>;
  readonly byVisit: Map<bigint, number>;
  isAmbiguous: boolean;
}

/** Limit of values that a test distinguishes one by one. */
const MAX_CASES = 24;
const FEW = 3;

export function noteArm(test: PathTest, value: bigint, visit: number, arm: number): void {
  const known = test.byValue.get(value);
  if (known !== undefined && known !== arm) test.isAmbiguous = true;
  test.byValue.set(value, arm);
  test.byVisit.set(BigInt(visit), arm);
}

/** A condition: if it holds, execution takes the first arm. */
export function pathQuestion(test: PathTest): ExpressionNode {
  const asked = test.isAmbiguous ? undefined : separating(test, test.selector, test.byValue);
  return asked ?? separating(test, placeOf(test.counter), test.byVisit) ?? byMask(test);
}

export interface Dispatch {
  readonly selector: ExpressionNode;
  readonly cases: ReadonlyMap<bigint, number>;
}

/** A case for each value; arms without a value get numbers of their own. */
export function dispatchOf(test: PathTest, arms: number): Dispatch {
  const isByVisit = test.isAmbiguous || test.byValue.size > MAX_CASES;
  const cases = new Map(isByVisit ? test.byVisit : test.byValue);
  const taken = new Set(cases.values());
  let free = 0n;
  for (let arm = 0; arm < arms; arm++) {
    if (taken.has(arm)) continue;
    while (cases.has(free)) free++;
    cases.set(free, arm);
  }
  return { selector: isByVisit ? placeOf(test.counter) : test.selector, cases };
}

function separating(
  test: PathTest,
  value: ExpressionNode,
  arms: ReadonlyMap<bigint, number>,
): ExpressionNode | undefined {
  const [yes, no] = [valuesFor(arms, 0), valuesFor(arms, 1)];
  if (no.length === 0) return yes.length === 0 ? value : holding(test, value, yes);
  if (yes.length === 0) return unary('!', holding(test, value, no));
  const compared = (sign: '<' | '>' | '==' | '!=', to: bigint): ExpressionNode =>
    binary(sign, value, numberFor(test, value.type, to));
  if (yes.at(-1)! < no[0]!) return compared('<', no[0]!);
  if (no.at(-1)! < yes[0]!) return compared('>', no.at(-1)!);
  const joined = (sign: '&&' | '||', parts: readonly ExpressionNode[]): ExpressionNode =>
    parts.reduce((left, right) => binary(sign, left, right));
  if (yes.length <= FEW)
    return joined(
      '||',
      yes.map((each) => compared('==', each)),
    );
  if (no.length > FEW) return undefined;
  return joined(
    '&&',
    no.map((each) => compared('!=', each)),
  );
}

/** In ascending order. */
function valuesFor(arms: ReadonlyMap<bigint, number>, wanted: number): bigint[] {
  const values = [...arms].flatMap(([value, arm]) => (arm === wanted ? [value] : []));
  return values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** A comparison that holds for all these values. */
function holding(test: PathTest, value: ExpressionNode, values: readonly bigint[]): ExpressionNode {
  const { style } = test;
  const type = promoted(value.type);
  const [least, most] = [values[0]!, values.at(-1)!];
  const number = (of: bigint): ExpressionNode => numberFor(test, value.type, of);
  const other = most < type.max ? most + 1n : least > type.min ? least - 1n : undefined;
  if (style === 1 && other !== undefined) return binary('!=', value, number(other));
  if (style === 2) return binary('<=', value, number(most));
  if (style === 3) {
    const differing = values.reduce((bits, each) => bits | (each ^ least), 0n);
    const mask = type.max & ~differing;
    return binary('==', binary('&', value, constant(mask, type)), number(least & mask));
  }
  if (least === most) return binary('==', value, number(least));
  return binary('&&', binary('>=', value, number(least)), binary('<=', value, number(most)));
}

function numberFor({ hidden }: PathTest, of: IntegerType, value: bigint): ExpressionNode {
  const type = promoted(of);
  const isHidden = hidden !== undefined && type === INT && value >= 0n;
  return isHidden ? endWith(hidden, value, C) : constant(value, type);
}

/** Tests one bit of a number for each visit. */
function byMask({ counter, byVisit }: PathTest): ExpressionNode {
  const mask = valuesFor(byVisit, 0).reduce((bits, visit) => bits | (1n << visit), 0n);
  const bit = binary('>>', constant(mask, ULLONG), placeOf(counter));
  return binary('&', bit, constant(1n, INT));
}
