/**
 * A generator of generators: random little programs over the draw interface. They test laws that must hold for every
 * generator, and measure on generators that nobody chose by hand.
 *
 * A plan is data, so that fast-check can shrink and print it. It draws with bounds, labels and control flow that depend
 * on what was drawn before (registers), recurses, loops, rejects and draws again, throws and swallows.
 *
 * Invariant: a plan that runs `isolated` keeps all effects of a scope inside: its end restores registers and catches
 * errors. So no draw outside a scope depends on draws inside.
 */
import * as fc from 'fast-check';

import type { Draw, Generator } from '../../src/choice/engine/draw.ts';

/** Index of a register; what was drawn is left there, what is asked may depend on it. */
type Register = number;

export type Step =
  | {
      readonly do: 'pick';
      readonly count: number;
      readonly plus: Register | undefined;
      readonly to: Register;
    }
  | { readonly do: 'weighted'; readonly weights: readonly number[]; readonly to: Register }
  | { readonly do: 'boolean'; readonly probability: number; readonly to: Register }
  | {
      readonly do: 'integer';
      readonly min: number;
      readonly span: number;
      readonly plus: Register | undefined;
      readonly to: Register;
    }
  | { readonly do: 'wide'; readonly min: bigint; readonly max: bigint; readonly to: Register }
  | { readonly do: 'wideAbove'; readonly from: Register; readonly to: Register }
  | { readonly do: 'word'; readonly bits: number; readonly to: Register }
  | { readonly do: 'prng'; readonly to: Register }
  | {
      readonly do: 'scope';
      readonly label: string;
      readonly plus: Register | undefined;
      readonly body: readonly Step[];
    }
  | { readonly do: 'call'; readonly production: number; readonly inScope: boolean }
  | { readonly do: 'while'; readonly probability: number; readonly body: readonly Step[] }
  | { readonly do: 'repeat'; readonly times: Register; readonly body: readonly Step[] }
  | { readonly do: 'reject'; readonly count: number; readonly unless: number; readonly to: Register }
  | {
      readonly do: 'if';
      readonly register: Register;
      readonly yes: readonly Step[];
      readonly no: readonly Step[];
    }
  | { readonly do: 'throw'; readonly register: Register; readonly every: number }
  | { readonly do: 'swallow'; readonly body: readonly Step[] };

/** Productions that call each other; the first is the start. */
export type Plan = readonly (readonly Step[])[];

export interface RunOptions {
  /** See the invariant above. */
  readonly isolated?: boolean;
  /**
   * True if a label names the content of its scope, as in real generators. Then scopes of one label have one body, and
   * a label that depends on a draw leads to another production. Otherwise labels mean nothing.
   */
  readonly isTyped?: boolean;
  /** About how much to draw at most; Infinity for generators that may never end by themselves. */
  readonly budget?: number;
}

const REGISTERS = 4;

export class Thrown extends Error {}

/** Makes a plan run. The generator returns all answers, in order. */
export function generatorOf(plan: Plan, options: RunOptions = {}): Generator<string[]> {
  const { budget = 3_000 } = options;
  const bodies = numberBodies(plan);
  return (draw) => {
    const runner = new Runner(plan, bodies, draw, options);
    try {
      runner.run(plan[0]!, budget);
    } catch (error) {
      // Half of the plans end well in spite of it, the other half fail.
      if (!(error instanceof Thrown) || plan.length % 2 === 0) throw error;
    }
    return runner.answers;
  };
}

/** A number for every list of steps; the productions are first, by their index. */
function numberBodies(plan: Plan): Map<readonly Step[], number> {
  const numbers = new Map<readonly Step[], number>();
  const visit = (steps: readonly Step[]): void => {
    if (!numbers.has(steps)) numbers.set(steps, numbers.size);
    for (const step of steps) {
      if ('body' in step) visit(step.body);
      if (step.do === 'if') [step.yes, step.no].forEach(visit);
    }
  };
  for (const steps of plan) numbers.set(steps, numbers.size);
  plan.forEach(visit);
  return numbers;
}

class Runner {
  readonly answers: string[] = [];
  readonly #plan: Plan;
  readonly #draw: Draw;
  readonly #isolated: boolean;
  readonly #isTyped: boolean;
  readonly #bodies: ReadonlyMap<readonly Step[], number>;
  #registers: number[] = Array.from({ length: REGISTERS }, () => 0);

  constructor(
    plan: Plan,
    bodies: ReadonlyMap<readonly Step[], number>,
    draw: Draw,
    { isolated = false, isTyped = false }: RunOptions,
  ) {
    this.#plan = plan;
    this.#bodies = bodies;
    this.#draw = draw;
    this.#isolated = isolated;
    this.#isTyped = isTyped;
  }

  /** The budget is shared out among the steps, so it does not depend on what other steps drew. */
  run(steps: readonly Step[], budget: number): void {
    const share = budget / Math.max(1, steps.length);
    if (share >= 1) for (const step of steps) this.#step(step, share);
  }

  #step(step: Step, budget: number): void {
    const draw = this.#draw;
    switch (step.do) {
      case 'pick':
        return this.#keep(step.to, draw.pick(step.count + this.#plus(step.plus, 5)));
      case 'weighted':
        return this.#keep(step.to, draw.weighted(step.weights.map((weight, index) => [weight, index])));
      case 'boolean':
        return this.#keep(step.to, Number(draw.boolean(step.probability)));
      case 'integer': {
        const min = step.min - this.#plus(step.plus, 50);
        return this.#keep(step.to, draw.integer(min, min + step.span + this.#plus(step.plus, 7)));
      }
      case 'wide':
        return this.#keep(step.to, draw.integer(step.min, step.max));
      case 'wideAbove': {
        const from = BigInt(this.#plus(step.from, 1_000));
        return this.#keep(step.to, draw.integer(-from, 2n ** 62n + from));
      }
      case 'word':
        if (step.bits <= 32) return this.#keep(step.to, draw.word(step.bits));
        return this.#keep(step.to, draw.word(BigInt(step.bits)));
      case 'prng': {
        const ahead = draw.random.clone();
        const word = draw.random.next();
        if (ahead.next() !== word) throw new Error('a clone drew something else');
        return this.#keep(step.to, word);
      }
      case 'scope':
        return this.#labelled(step, budget);
      case 'call': {
        const index = step.production % this.#plan.length;
        // Recursion that draws nothing would only end with the stack.
        if (budget === Infinity) this.#keep(0, draw.pick(3));
        const body = (): void => this.run(this.#plan[index]!, budget - 1);
        return step.inScope ? this.#scope(`production ${index}`, body) : body();
      }
      case 'while':
        for (let left = budget; left >= 1 && draw.boolean(step.probability); left /= 2)
          this.run(step.body, left / 2);
        return;
      case 'repeat': {
        const times = this.#plus(step.times, 6);
        for (let i = 0; i < times; i++) this.run(step.body, budget / times);
        return;
      }
      case 'reject': {
        let value = draw.pick(step.count);
        for (let i = 0; i < 5 && value % step.unless === 0; i++) value = draw.pick(step.count);
        return this.#keep(step.to, value);
      }
      case 'if':
        return this.run(this.#plus(step.register, 2) === 1 ? step.yes : step.no, budget);
      case 'throw':
        if (this.#plus(step.register, step.every) === 1) throw new Thrown('a generator that gives up');
        return;
      case 'swallow':
        try {
          this.run(step.body, budget);
        } catch {
          this.answers.push('swallowed');
        }
    }
  }

  #labelled({ label, plus, body }: Step & { readonly do: 'scope' }, budget: number): void {
    if (!this.#isTyped) return this.#scope(`${label}${this.#plus(plus, 3)}`, () => this.run(body, budget));
    const bodies = [body, ...(plus === undefined ? [] : this.#plan)];
    const chosen = bodies[this.#plus(plus, bodies.length)]!;
    return this.#scope(`production ${this.#bodies.get(chosen)}`, () => this.run(chosen, budget - 1));
  }

  #scope(label: string, body: () => void): void {
    if (!this.#isolated) return this.#draw.scope(label, body);
    const before = [...this.#registers];
    try {
      this.#draw.scope(label, body);
    } catch (error) {
      if (!(error instanceof Thrown)) throw error;
    } finally {
      this.#registers = before;
    }
  }

  #keep(to: Register, value: number | bigint): void {
    this.answers.push(String(value));
    this.#registers[to] = Number(BigInt.asUintN(20, BigInt(value)));
  }

  /** A number below `count` that depends on what was drawn. */
  #plus(register: Register | undefined, count: number): number {
    return register === undefined ? 0 : this.#registers[register]! % count;
  }
}

const register = fc.nat({ max: REGISTERS - 1 });
const plus = fc.option(register, { nil: undefined });
const probability = fc.constantFrom(0, 0.1, 0.5, 0.8, 1);
const signed = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const unsigned = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const extremes: readonly [bigint, bigint][] = [
  [-(2n ** 63n), 2n ** 63n - 1n],
  [0n, 2n ** 64n - 1n],
];
const wideBounds = fc.oneof(
  fc.tuple(signed, signed),
  fc.tuple(unsigned, unsigned),
  fc.constantFrom(...extremes),
);

const leaf: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('pick' as const), count: fc.integer({ min: 1, max: 20 }), plus, to: register }),
  fc.record({
    do: fc.constant('weighted' as const),
    weights: fc.array(fc.constantFrom(0, 1, 2, 30), { maxLength: 6 }).map((weights) => [...weights, 1]),
    to: register,
  }),
  fc.record({ do: fc.constant('boolean' as const), probability, to: register }),
  fc.record({
    do: fc.constant('integer' as const),
    min: fc.integer({ min: -1_000, max: 1_000 }),
    span: fc.nat({ max: 100_000 }),
    plus,
    to: register,
  }),
  fc
    .tuple(wideBounds, register)
    .map(([[a, b], to]): Step => ({ do: 'wide', min: a < b ? a : b, max: a < b ? b : a, to })),
  fc.record({ do: fc.constant('wideAbove' as const), from: register, to: register }),
  fc.record({ do: fc.constant('word' as const), bits: fc.integer({ min: 1, max: 64 }), to: register }),
  fc.record({ do: fc.constant('prng' as const), to: register }),
  fc.record({
    do: fc.constant('reject' as const),
    count: fc.integer({ min: 2, max: 9 }),
    unless: fc.integer({ min: 2, max: 3 }),
    to: register,
  }),
  fc.record({ do: fc.constant('throw' as const), register, every: fc.integer({ min: 2, max: 99 }) }),
);

const { body } = fc.letrec<{ body: Step[]; step: Step; scope: Step; call: Step; other: Step }>((tie) => ({
  body: fc.array(tie('step'), { minLength: 2, maxLength: 7, size: 'medium' }),
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: tie('scope') },
    { weight: 1, arbitrary: tie('call') },
    { weight: 1, arbitrary: tie('other') },
  ),
  scope: fc.record({
    do: fc.constant('scope' as const),
    label: fc.constantFrom('statement', 'expression', 'type', 'x'),
    plus,
    body: tie('body'),
  }),
  call: fc.record({
    do: fc.constant('call' as const),
    production: fc.nat({ max: 3 }),
    inScope: fc.boolean(),
  }),
  other: fc.oneof(
    fc.record({
      do: fc.constant('while' as const),
      probability: fc.constantFrom(0.5, 0.8),
      body: tie('body'),
    }),
    fc.record({ do: fc.constant('repeat' as const), times: register, body: tie('body') }),
    fc.record({ do: fc.constant('if' as const), register, yes: tie('body'), no: tie('body') }),
    fc.record({ do: fc.constant('swallow' as const), body: tie('body') }),
  ),
}));

/** Random generators, as plans; {@link generatorOf} makes them run. */
export const plans: fc.Arbitrary<Plan> = fc.array(body, { minLength: 2, maxLength: 4 });
