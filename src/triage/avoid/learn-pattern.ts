/**
 * Learns the pattern of a reduced finding: the choices whose change makes the bug go, and the values that
 * keep it.
 *
 * A choice without an answer belongs to the pattern with its own value: unknown values are not avoided. The
 * ends of a range of numbers are looked for by halving.
 */
import {
  type Choice,
  type ChoiceSequence,
  type ChoiceCondition,
  makePattern,
  type Pattern,
} from '../../choice/index.ts';
import type { Program } from '../../program/index.ts';
import type { FailureAnswer, FailureTest } from '../kinds/kind.ts';
import { askVariants, type AskedVariants, type VariantQuestions } from '../reduction/ask-variants.ts';
import { triageTuning } from '../tuning.ts';

const MOST_HALVINGS = triageTuning.avoidHalvings.value;
const FEW = triageTuning.avoidFew.value;

export interface PatternQuestions extends VariantQuestions {
  readonly test: Pick<FailureTest, 'ask' | 'seems'>;
}

/** Undefined if there is no pattern, or if it would be too large. */
export async function learnPattern(
  sequence: ChoiceSequence,
  questions: PatternQuestions,
): Promise<Pattern | undefined> {
  const { test } = questions;
  const { seems } = test;
  // Any wrong result of a small program is taken for its bug: a search for the pass costs too much.
  const quick = seems && { ask: async (program: Program) => answerOf(await seems.call(test, program)) };
  const asked = await askVariants(sequence, { ...questions, test: quick ?? test });
  if (asked === undefined || questions.signal.aborted) return undefined;
  const conditions = new Map<number, ChoiceCondition>();
  for (let op = 0; op < sequence.ops.length; op++) {
    if (!sequence.isChoice(op)) continue;
    const condition = await conditionOf(sequence.choiceAt(op), op, asked);
    if (condition !== undefined) conditions.set(op, condition);
  }
  return makePattern(sequence, conditions);
}

function answerOf(isInteresting: boolean): FailureAnswer {
  return { isInteresting, how: '', said: '' };
}

/** Undefined if the bug stays whatever the value of the choice. */
async function conditionOf(
  choice: Choice,
  op: number,
  asked: AskedVariants,
): Promise<ChoiceCondition | undefined> {
  const { kind, min, max, value } = choice;
  const variants = asked.variants.filter((each) => each.op === op);
  const gone = variants.filter(({ isThere }) => !isThere).map((each) => each.value);
  const there = [value, ...variants.filter(({ isThere }) => isThere).map((each) => each.value)];
  if (min === max || (variants.length > 0 && gone.length === 0)) return undefined;
  const isNumber = kind === 'integer' || kind === 'word';
  const values = isNumber
    ? [await rangeAround(value, there, gone, async (other) => (await asked.ask(op, other))?.isThere === true)]
    : there.length > FEW
      ? rangesWithout(gone, choice)
      : there.map((each) => [each, each] as const);
  const [otherwise] = gone;
  return {
    values: values.map(([from, to]) => [String(from), String(to)]),
    ...(otherwise === undefined ? {} : { otherwise: String(otherwise) }),
  };
}

/** All values except these: if several show the bug, untried ones mostly do, too. */
function rangesWithout(gone: readonly bigint[], { min, max }: Choice): (readonly [bigint, bigint])[] {
  const ranges: [bigint, bigint][] = [];
  let from = min;
  for (const each of gone.toSorted((a, b) => (a < b ? -1 : Number(a > b)))) {
    if (each > from) ranges.push([from, each - 1n]);
    from = each + 1n;
  }
  if (from <= max) ranges.push([from, max]);
  return ranges;
}

/** The range from the least to the largest value that shows the bug, without a known exception inside. */
async function rangeAround(
  value: bigint,
  there: readonly bigint[],
  gone: readonly bigint[],
  isThere: (other: bigint) => Promise<boolean>,
): Promise<readonly [bigint, bigint]> {
  const below = largest(gone.filter((each) => each < value));
  const above = least(gone.filter((each) => each > value));
  const isBeside = (each: bigint): boolean =>
    (below === undefined || each > below) && (above === undefined || each < above);
  const beside = there.filter(isBeside);
  const from = await lastThere(least(beside)!, below, isThere);
  return [from, await lastThere(largest(beside)!, above, isThere)];
}

/** Halves the distance between a value that shows the bug and one that does not. */
async function lastThere(
  there: bigint,
  gone: bigint | undefined,
  isThere: (other: bigint) => Promise<boolean>,
): Promise<bigint> {
  if (gone === undefined) return there;
  let [near, far] = [there, gone];
  for (let halving = 0; halving < MOST_HALVINGS; halving++) {
    const middle = (near + far) / 2n;
    if (middle === near || middle === far) break;
    if (await isThere(middle)) near = middle;
    else far = middle;
  }
  return near;
}

function least(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
}

function largest(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined);
}
