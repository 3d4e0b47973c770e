/**
 * Widens the pattern of a reduced finding by what whole tests show: tests with the bug, and tests without it.
 *
 * A reduced finding is one way to the bug, so its pattern has accidents of that program. A part of the pattern that
 * many tests with the bug have, and no test without it, is a better one. Several parts together are an "or": a test
 * needs only one of them. Invariant: no part occurs in a test without the bug.
 */
import {
  type ChoiceSequence,
  partOfPattern,
  type Pattern,
  type PatternChoice,
  PatternFinder,
} from '../../choice/index.ts';
import { triageTuning } from '../tuning.ts';
import { type AvoidedBug, type AvoidedPart, newPart } from './avoided-bugs.ts';

const LEAST_RIGHT = triageTuning.avoidLeastRight.value;
const LEAST_WRONG = triageTuning.avoidLeastWrong.value;
const MOST_PARTS = triageTuning.avoidMostParts.value;

export interface Examples {
  /** Tests that show the bug. */
  readonly wrong: readonly ChoiceSequence[];
  /** Tests that do not show it. */
  readonly right: readonly ChoiceSequence[];
}

/**
 * The parts of a bug to avoid from now on: wider ones, of before if the tests give none, and the whole pattern. A wider
 * part is in no test without the bug; the whole pattern may be. Parts that are avoided already keep their counts.
 */
export function partsFor({ pattern, parts, state }: AvoidedBug, examples: Examples): readonly AvoidedPart[] {
  const known = new Map(parts.map((part) => [JSON.stringify(part.pattern), part]));
  const wider = widerPatterns(pattern, examples);
  const before = parts
    .map((part) => part.pattern)
    .filter((each) => having(each, examples.right).length === 0);
  const chosen = [...(wider.length > 0 ? wider : before), pattern];
  const distinct = new Map(chosen.map((each) => [JSON.stringify(each), each]));
  return [...distinct].map(([text, each]) => {
    const part = state === 'watched' ? undefined : known.get(text);
    return part ?? newPart(each, having(each, examples.right).length);
  });
}

/** Parts of the pattern; none if the tests are too few, or if no part is better than the whole. */
export function widerPatterns(pattern: Pattern, { wrong, right }: Examples): readonly Pattern[] {
  if (right.length < LEAST_RIGHT) return [];
  const parts: Pattern[] = [];
  let rest = wrong;
  for (const example of wrong) {
    if (rest.length < LEAST_WRONG || parts.length >= MOST_PARTS) break;
    if (!rest.includes(example)) continue;
    const part = partFor(example, pattern, { wrong: rest, right });
    rest = rest.filter((each) => each !== example);
    if (part === undefined) continue;
    parts.push(part);
    const explained = new Set(having(part, rest));
    rest = rest.filter((each) => !explained.has(each));
  }
  return parts;
}

/**
 * The part of the pattern that this test shares with most tests with the bug, and with no test without it. Undefined
 * if there is none, if too few tests have it, or if there is no way around it.
 */
function partFor(example: ChoiceSequence, pattern: Pattern, { wrong, right }: Examples): Pattern | undefined {
  const grown = grownPart(example, pattern, { wrong, right });
  if (grown === undefined || having(grown, wrong).length < LEAST_WRONG) return undefined;
  const mayRedraw = grown.at(-1)?.choices.some(({ otherwise }) => otherwise !== undefined) === true;
  return mayRedraw ? grown : undefined;
}

/**
 * Begins with nothing, and adds the choice that tells the tests apart best, until no test without the bug is left. Then
 * it adds all that the remaining tests with the bug share in the same scopes: few tests have many accidents in common.
 */
function grownPart(
  example: ChoiceSequence,
  pattern: Pattern,
  { wrong, right }: Examples,
): Pattern | undefined {
  const choices = pattern.flatMap((scope) => scope.choices);
  const partOf = (some: ReadonlySet<PatternChoice>): Pattern =>
    partOfPattern(pattern, (each) => some.has(each))!;
  const kept = new Set<PatternChoice>();
  let left = { wrong, right };
  while (left.right.length > 0) {
    const next = bestOf(
      choices
        .filter((choice) => !kept.has(choice))
        .flatMap((choice) => {
          const part = partOf(new Set([...kept, choice]));
          if (having(part, [example]).length === 0) return [];
          return [{ choice, wrong: having(part, left.wrong), right: having(part, left.right) }];
        }),
    );
    if (next === undefined || next.right.length === left.right.length) return undefined;
    kept.add(next.choice);
    left = next;
  }
  const used = pattern.filter((scope) => scope.choices.some((each) => kept.has(each)));
  for (const choice of used.flatMap((scope) => scope.choices)) {
    const more = new Set([...kept, choice]);
    if (having(partOf(more), left.wrong).length === left.wrong.length) kept.add(choice);
  }
  return kept.size === 0 ? undefined : partOf(kept);
}

/** The candidate with the largest share of tests with the bug; among equals, with the most of them. */
function bestOf<T extends Examples>(candidates: readonly T[]): T | undefined {
  const share = ({ wrong, right }: T): number => wrong.length / (wrong.length + right.length);
  return candidates.toSorted((a, b) => share(b) - share(a) || b.wrong.length - a.wrong.length)[0];
}

function having(part: Pattern, tests: readonly ChoiceSequence[]): ChoiceSequence[] {
  const finder = new PatternFinder(part);
  return tests.filter((each) => finder.find(each) !== undefined);
}
