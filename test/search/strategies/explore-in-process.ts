/** Lets an explorer go through a function's choice tree, as a campaign would with one job or with several. */
import {
  Alphabet,
  type ChoiceSequence,
  choicesOf,
  type Generator,
  makeRandom,
  type Replayed,
  replay,
  sequenceOfAnswers,
  uniformBelow,
} from '../../../src/choice/index.ts';
import { endingOf } from '../../../src/search/strategy.ts';
import type { Explorer, Step } from '../../../src/search/strategies/explore.ts';

export interface Seen {
  readonly record: ChoiceSequence;
  readonly ending: Replayed<unknown>['outcome'];
  /** The answers, in order. */
  readonly values: readonly bigint[];
  readonly isWanted: boolean;
}

export interface HarnessOptions {
  readonly seed?: number;
  /** Tests made at most. */
  readonly tests?: number;
  /** Tests with more choices end there, in every strategy. */
  readonly maxChoices?: number;
  /** Tests under way at the same time; they come back in another order than they were asked for. */
  readonly jobs?: number;
  /** Called before each test is made. */
  readonly onStep?: (step: Step) => void;
  /** Called after each was learnt. */
  readonly onLearnt?: (seen: Seen) => void;
}

/** All tests that were made, in order. Ends when the explorer has nothing left. */
export function runExplorer<Taken extends Step>(
  explorer: Pick<Explorer<Taken>, 'next' | 'learn'>,
  generator: Generator<unknown>,
  { seed = 1, tests = Infinity, maxChoices = Infinity, jobs = 1, onStep, onLearnt }: HarnessOptions = {},
): Seen[] {
  const alphabet = new Alphabet();
  const rng = makeRandom(seed);
  const all: Seen[] = [];
  const underWay: (() => void)[] = [];
  for (let number = 0; ;) {
    let step: Taken | 'later' | undefined;
    while (underWay.length < jobs && number < tests) {
      step = explorer.next(rng);
      if (step === undefined || step === 'later') break;
      onStep?.(step);
      number++;
      const taken = step;
      const made = make(generator, alphabet, { maxChoices, ...taken }, rng.next() >>> 0);
      underWay.push(() => {
        const values = choicesOf(made.record).map(({ value }) => value);
        const seen = {
          record: made.record,
          ending: made.outcome,
          values,
          isWanted: made.outcome === 'ok' && (taken.isWanted?.(made.record) ?? true),
        };
        all.push(seen);
        explorer.learn(taken, made.record, endingOf(made));
        onLearnt?.(seen);
      });
    }
    if (underWay.length === 0) {
      if (step === 'later') throw new Error('the explorer waits for nothing');
      return all;
    }
    underWay.splice(uniformBelow(rng, underWay.length), 1)[0]!();
  }
}

function make(
  generator: Generator<unknown>,
  alphabet: Alphabet,
  { answers, maxChoices }: Step,
  seed: number,
): Replayed<unknown> {
  return replay(generator, {
    alphabet,
    seed,
    sequence: sequenceOfAnswers(alphabet, answers),
    resync: 'position',
    ...(maxChoices === undefined ? {} : { limits: { maxChoices } }),
  });
}
