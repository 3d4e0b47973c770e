/**
 * Enumerate: all tests in shortlex order, those with fewer choices first, among equally many the simpler
 * ones.
 *
 * For each number of choices, it walks once through the tree from left to right, down to that depth. A test
 * follows a path, and after the path takes the simplest answers. Its record shows the questions on the way,
 * and so the points at which the path can change to the next simplest answer. Nothing else is remembered. The
 * memory is a path, not the tree. In exchange, each walk meets the shorter tests again; they are made again,
 * but not executed.
 *
 * Invariant: it counts and executes each sequence with at most this number of choices once, whichever answers
 * prove impossible. It needs generators that ask the same question after the same answers; it notices others.
 */
import { type Choice, choicesOf, type ChoiceSequence, rankOf, simplestValue } from '../../choice/index.ts';
import { grouped } from '../../util/text.ts';
import type { Ending } from '../strategy.ts';
import type { Explorer, Step } from './explore.ts';
import { tuning } from '../tuning.ts';

export interface EnumerateOptions {
  /** Tests with more choices are left out. Default: no bound. */
  readonly maxChoices?: number | undefined;
}

/** The start of a path: equal to an earlier path except for the last answer; empty for the leftmost path. */
type Beginning = readonly bigint[];

interface Walk extends Step {
  readonly beginning: Beginning;
}

interface Counts {
  tests: number;
  failures: number;
  /** Number of tests that another limit than the number of choices cut off. */
  stopped: number;
  /** Number of walks on which the generator asked other questions than before. */
  astray: number;
}

/** The state as JSON, which has no bigint. */
interface Saved {
  readonly length: number;
  readonly goesOn: boolean;
  readonly counts: Counts;
  readonly open: readonly (readonly string[])[];
}

/** The end of a walk, compared with its goal. */
type Whereabouts = 'new' | 'passed' | 'astray';

export class Enumerate implements Explorer<Walk> {
  readonly #maxChoices: number;
  readonly #note: (text: string) => void;
  /** The beginnings still to walk; the next one is at the end. */
  #open: Beginning[] = [[]];
  readonly #underWay = new Set<Beginning>();
  #length = 0;
  /** True if some test has more choices. */
  #goesOn = false;
  #counts: Counts = { tests: 0, failures: 0, stopped: 0, astray: 0 };
  readonly #watch = { walks: 0, hasWarned: false };

  constructor(note: (text: string) => void, { maxChoices = Infinity }: EnumerateOptions = {}) {
    this.#note = note;
    this.#maxChoices = maxChoices;
  }

  /** Number of tests that ended, so far. */
  get count(): number {
    return this.#counts.tests;
  }

  next(): Walk | 'later' | undefined {
    if (this.#open.length === 0) {
      if (this.#underWay.size > 0) return 'later';
      if (!this.#goesOn || this.#length >= this.#maxChoices) return undefined;
      this.#deepen();
    }
    const beginning = this.#open.pop()!;
    this.#underWay.add(beginning);
    const length = this.#length;
    return {
      beginning,
      answers: [...beginning, ...Array.from({ length: length - beginning.length }, () => 0n)],
      maxChoices: length,
      isWanted: (record) =>
        record.choiceCount === length && whereabouts(beginning, choicesOf(record)) === 'new',
    };
  }

  conclusion(): string {
    const { tests, failures, stopped, astray } = this.#counts;
    const parts = [
      this.#goesOn
        ? `all tests with at most ${grouped(this.#length)} choices were made: ${grouped(tests)}; there are longer ones`
        : `all tests that the generator can make were made: ${grouped(tests)}`,
      failures > 0 ? `sequences on which it fails: ${grouped(failures)}` : '',
      stopped > 0 ? `stopped at a limit: ${grouped(stopped)}` : '',
      astray > 0 ? `gone astray: ${grouped(astray)}, so that the count is not exact` : '',
    ];
    return parts.filter(Boolean).join('; ');
  }

  learn({ beginning }: Walk, record: ChoiceSequence, ending: Ending): void {
    this.#underWay.delete(beginning);
    this.#watch.walks++;
    const choices = choicesOf(record);
    const where = whereabouts(beginning, choices);
    if (ending === 'time') this.#counts.stopped++;
    else if (where === 'astray') this.#astray();
    if (where !== 'new') return;
    if (ending === 'choices') this.#goesOn = true;
    else if (ending !== 'time' && choices.length === this.#length) this.#counts[countedAs(ending)]++;
    const path = choices.map(({ value }) => value);
    for (let at = Math.max(0, beginning.length - 1); at < choices.length; at++) {
      const next = nextSimplest(choices[at]!);
      if (next !== undefined) this.#open.push([...path.slice(0, at), next]);
    }
    this.#warn(choices);
  }

  get state(): unknown {
    // Beginnings under way are walked again.
    const open = [...this.#open, ...this.#underWay].map((beginning) => beginning.map(String));
    const saved: Saved = { length: this.#length, goesOn: this.#goesOn, counts: this.#counts, open };
    return saved;
  }

  restore(state: unknown): void {
    const { length, goesOn, counts, open } = state as Saved;
    this.#length = length;
    this.#goesOn = goesOn;
    this.#counts = { ...counts };
    this.#open = open.map((beginning) => beginning.map(BigInt));
  }

  /** Continues with tests that have one more choice. */
  #deepen(): void {
    this.#length++;
    this.#goesOn = false;
    this.#open = [[]];
  }

  #astray(): void {
    if (this.#counts.astray++ > 0) return;
    this.#note(
      'the generator does not ask the same question after the same answers, so not all tests can be found',
    );
  }

  #warn(choices: readonly Choice[]): void {
    if (this.#watch.hasWarned) return;
    const endless = choices.find(({ min, max }) => max - min >= BigInt(tuning.endlessAnswers.value));
    if (endless !== undefined) {
      this.#note(
        `one choice has ${endless.max - endless.min + 1n} answers: tests of ${choices.length} choices will not come to an end`,
      );
    } else if (this.#watch.walks >= tuning.patience.value && this.#counts.tests === 0) {
      this.#note(
        `no test has less than ${grouped(this.#length)} choices; generators that draw many are not for enumerating`,
      );
    } else {
      return;
    }
    this.#watch.hasWarned = true;
  }
}

function countedAs(ending: Ending): 'tests' | 'failures' | 'stopped' {
  return ending === 'ok' ? 'tests' : ending === 'failed' ? 'failures' : 'stopped';
}

/**
 * Compares a record with its intended path. The next possible answer replaces an impossible one, and the path
 * continues there. If no later answer is possible, an earlier one replaces it.
 */
function whereabouts(beginning: Beginning, choices: readonly Choice[]): Whereabouts {
  const at = beginning.length - 1;
  if (at < 0) return 'new';
  const value = beginning[at]!;
  const there = choices[at];
  if (there === undefined || value < there.min || value > there.max) return 'astray';
  if (choices.slice(0, at).some((choice, i) => choice.value !== beginning[i])) return 'astray';
  return rankOf(there) < rankOf({ ...there, value }) ? 'passed' : 'new';
}

/** The next value in the order 0, 1, -1, 2, -2 and so on, within the bounds. */
function nextSimplest({ min, max, value }: Choice): bigint | undefined {
  const simplest = simplestValue({ min, max });
  const distance = value - simplest;
  const candidates = distance > 0n ? [-distance, distance + 1n] : [1n - distance, distance - 1n];
  return candidates.map((offset) => simplest + offset).find((next) => next >= min && next <= max);
}
