/**
 * Finds a pattern in a sequence, in one pass from the beginning to the end.
 *
 * Invariant: a choice counts only in a scope that also has all other choices of the same scope of the
 * pattern.
 */
import { type Alphabet, CLOSE } from '../sequence/alphabet.ts';
import type { Choice, ChoiceSequence } from '../sequence/sequence.ts';
import { MAX_PATTERN_PARTS, type Pattern, type PatternChoice, placeToChange } from './pattern.ts';

interface Frame {
  /** Indices of the pattern's scopes that have the same label as this scope. */
  readonly alike: readonly number[];
  /** For each of these scopes, the choices that were found, as bits. */
  readonly found: number[];
  readonly asked: Map<string, number>;
  /** The op of the choice found for the last scope of the pattern. */
  pivot: number;
  /** Scopes of the pattern that were found: directly in this scope, and at any depth, as bits. */
  direct: number;
  inside: number;
}

interface Question {
  readonly name: string;
  readonly choice: PatternChoice;
  readonly values: readonly (readonly [bigint, bigint])[];
}

const NOTHING_FOUND: number[] = [];
const NOTHING_ASKED = new Map<string, number>();

export class PatternFinder {
  readonly #pattern: Pattern;
  /** Questions of each scope of the pattern, by its index. */
  readonly #questions: readonly (readonly Question[])[];
  /** The place of the choice to change, among the questions of the last scope. */
  readonly #pivot: number;
  readonly #alike = new WeakMap<Alphabet, (readonly number[] | undefined)[]>();
  /** Scopes that must lie in each scope of the pattern: directly, and at any depth, as bits. */
  readonly #direct: readonly number[];
  readonly #inside: readonly number[];

  /** Throws an `Error` that says what is wrong with a pattern from a file. */
  constructor(pattern: Pattern) {
    checkPattern(pattern);
    this.#pattern = pattern;
    this.#questions = pattern.map(({ choices }) => choices.map(questionFor));
    this.#pivot = placeToChange(pattern);
    const bits = (index: number, isDirect: boolean): number =>
      pattern.reduce(
        (sum, each, inner) =>
          each.parent === index && each.isDirect === isDirect ? sum | (1 << inner) : sum,
        0,
      );
    this.#direct = pattern.map((_, index) => bits(index, true));
    this.#inside = pattern.map((_, index) => bits(index, false));
  }

  /**
   * Ops of the choices that the pattern's occurrences need, one for each occurrence; undefined if the pattern
   * does not occur.
   */
  find(sequence: ChoiceSequence): readonly number[] | undefined {
    const { ops, alphabet } = sequence;
    const pivots: number[] = [];
    const stack = [frameOf(this.#labelled(''))];
    for (let op = 0; op < ops.length; op++) {
      const symbol = ops[op]!;
      const frame = stack.at(-1)!;
      if (symbol === CLOSE) {
        stack.pop();
        this.#end(frame, stack.at(-1)!, pivots);
      } else if (sequence.isScope(op)) stack.push(frameOf(this.#alikeFor(alphabet, symbol)));
      else if (frame.alike.length > 0) this.#take(frame, sequence.choiceAt(op), op);
    }
    const outermost = frameOf([]);
    this.#end(stack[0]!, outermost, pivots);
    return (outermost.inside & 1) === 1 ? pivots : undefined;
  }

  #take(frame: Frame, choice: Choice, op: number): void {
    const name = nameOf(choice);
    const nth = frame.asked.get(name) ?? 0;
    frame.asked.set(name, nth + 1);
    const last = this.#pattern.length - 1;
    for (const [at, index] of frame.alike.entries()) {
      const questions = this.#questions[index]!;
      for (const [place, { name: wanted, choice: one, values }] of questions.entries()) {
        if (wanted !== name || one.nth !== nth) continue;
        if (!values.some(([from, to]) => choice.value >= from && choice.value <= to)) continue;
        frame.found[at]! |= 1 << place;
        if (index === last && place === this.#pivot) frame.pivot = op;
      }
    }
  }

  /** Ends the scope of a frame: scopes of the pattern that are complete in it count for the outer scope. */
  #end(frame: Frame, around: Frame, pivots: number[]): void {
    for (const [at, index] of frame.alike.entries()) {
      const all = 2 ** this.#questions[index]!.length - 1;
      const direct = this.#direct[index]!;
      const inside = this.#inside[index]!;
      const isWhole =
        frame.found[at] === all && (frame.direct & direct) === direct && (frame.inside & inside) === inside;
      if (!isWhole) continue;
      around.direct |= 1 << index;
      around.inside |= 1 << index;
      if (index === this.#pattern.length - 1) pivots.push(frame.pivot);
    }
    around.inside |= frame.inside;
  }

  #alikeFor(alphabet: Alphabet, symbol: number): readonly number[] {
    let known = this.#alike.get(alphabet);
    if (known === undefined) this.#alike.set(alphabet, (known = []));
    return (known[symbol] ??= this.#labelled(alphabet.labelOf(symbol)));
  }

  #labelled(label: string): readonly number[] {
    return this.#pattern.flatMap((scope, index) => (scope.label === label ? [index] : []));
  }
}

/** Most scopes match no scope of the pattern, and there are a hundred thousand of them. */
function frameOf(alike: readonly number[]): Frame {
  if (alike.length === 0)
    return { alike, found: NOTHING_FOUND, asked: NOTHING_ASKED, pivot: -1, direct: 0, inside: 0 };
  return { alike, found: alike.map(() => 0), asked: new Map(), pivot: -1, direct: 0, inside: 0 };
}

function nameOf({ kind, min, max }: Pick<Choice, 'kind' | 'min' | 'max'>): string {
  return `${kind} ${min} ${max}`;
}

function questionFor(choice: PatternChoice): Question {
  return {
    name: `${choice.kind} ${choice.min} ${choice.max}`,
    choice,
    values: choice.values.map(([from, to]) => [BigInt(from), BigInt(to)]),
  };
}

function checkPattern(pattern: Pattern): void {
  const parts = [pattern, ...pattern.map(({ choices }) => choices)];
  if (parts.some(({ length }) => length > MAX_PATTERN_PARTS)) throw new Error('a pattern is too large');
  for (const { min, max, otherwise = min } of pattern.flatMap(({ choices }) => choices))
    if (BigInt(otherwise) < BigInt(min) || BigInt(otherwise) > BigInt(max))
      throw new Error(`${otherwise} is not between ${min} and ${max}`);
}
