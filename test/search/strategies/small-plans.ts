/** Random generators that are small enough to try everything, and the trying. */
import * as fc from 'fast-check';

import {
  Alphabet,
  choicesOf,
  type ChoiceSequence,
  type Generator,
  replay,
} from '../../../src/choice/index.ts';
import type { Plan, Step } from '../../choice/random-generators.ts';

const register = fc.nat({ max: 3 });
const plus = fc.option(register, { nil: undefined });

function bodies(numbers: boolean): fc.Arbitrary<Step[]> {
  const structure: fc.Arbitrary<Step>[] = [
    fc.record({
      do: fc.constant('pick' as const),
      count: fc.integer({ min: 1, max: 3 }),
      plus: fc.constant(undefined),
      to: register,
    }),
    fc.record({
      do: fc.constant('weighted' as const),
      weights: fc.array(fc.constantFrom(0, 1, 9), { maxLength: 3 }).map((weights) => [...weights, 1, 0]),
      to: register,
    }),
    fc.record({
      do: fc.constant('boolean' as const),
      probability: fc.constantFrom(0, 0.1, 0.5, 1),
      to: register,
    }),
    fc.record({
      do: fc.constant('reject' as const),
      count: fc.integer({ min: 2, max: 3 }),
      unless: fc.constant(2),
      to: register,
    }),
    fc.record({ do: fc.constant('throw' as const), register, every: fc.integer({ min: 2, max: 5 }) }),
  ];
  const constants: fc.Arbitrary<Step>[] = [
    fc.record({
      do: fc.constant('integer' as const),
      min: fc.integer({ min: -3, max: 3 }),
      span: fc.nat({ max: 3 }),
      plus,
      to: register,
    }),
    fc.record({ do: fc.constant('word' as const), bits: fc.integer({ min: 1, max: 2 }), to: register }),
  ];
  const { body } = fc.letrec<{ body: Step[]; step: Step }>((tie) => ({
    body: fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
    step: fc.oneof(
      { depthSize: 'small' },
      { weight: 4, arbitrary: fc.oneof(...structure, ...(numbers ? constants : [])) },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('scope' as const),
          label: fc.constantFrom('statement', 'expression'),
          plus,
          body: tie('body'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('call' as const),
          production: fc.nat({ max: 2 }),
          inScope: fc.boolean(),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('while' as const),
          probability: fc.constant(0.5),
          body: tie('body'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('if' as const),
          register,
          yes: tie('body'),
          no: tie('body'),
        }),
      },
    ),
  }));
  return body;
}

const plansOf = (numbers: boolean): fc.Arbitrary<Plan> =>
  fc.array(bodies(numbers), { minLength: 1, maxLength: 3 });

export const smallPlans: fc.Arbitrary<Plan> = plansOf(true);

/** A list of answers and what comes after them. */
export interface Place {
  readonly values: readonly bigint[];
  readonly after: 'ok' | 'failed' | 'question' | 'longer';
  /** How many answers the question has, possible or not. */
  readonly answers: number;
  readonly record: ChoiceSequence;
}

/** Every place at most so many choices deep, found by asking and trying every answer; none that cannot be reached. */
export function everyPlace(generator: Generator<unknown>, maxChoices: number): Place[] {
  const alphabet = new Alphabet();
  const places: Place[] = [];
  const visit = (values: readonly bigint[]): void => {
    let asked: { readonly min: number; readonly count: number } | undefined;
    let at = 0;
    const made = replay(generator, {
      alphabet,
      limits: { maxChoices: values.length + 1 },
      filler: (question) => {
        if (at === values.length) asked = question;
        return at < values.length ? Number(values[at++]) : undefined;
      },
    });
    const took = choicesOf(made.record).map(({ value }) => value);
    if (values.some((value, i) => value !== took[i])) return;
    if (asked === undefined) {
      if (made.outcome === 'overrun') throw new Error('a limit that is no part of this');
      places.push({ values, after: made.outcome, answers: 0, record: made.record });
      return;
    }
    const { min, count } = asked;
    const isLast = values.length === maxChoices;
    places.push({ values, after: isLast ? 'longer' : 'question', answers: count, record: made.record });
    if (isLast) return;
    for (let i = 0; i < count; i++) visit([...values, BigInt(min + i)]);
  };
  visit([]);
  return places;
}
