/**
 * One thread by itself, with the values of its reads as inputs: all its traces, with control flow resolved.
 *
 * The interpreter finds a trace by running the thread from its beginning with the next list of answers, as an
 * odometer counts. A run that never ends is cut off: a run with too many rounds of a loop gives no trace.
 */
import { UserError } from '../../util/user-error.ts';
import { eventBits, type GraphEvent, NOWHERE, orderBits } from '../model/graph.ts';
import { MAX_EVENTS } from '../model/relation.ts';
import { Odometer } from './odometer.ts';
import {
  type BinaryOperator,
  type CompareExchange,
  keptIn,
  type LitmusExpression,
  type LoopStatement,
  type LitmusStatement,
  type SharedLocation,
  type Thread,
  type UpdateOperator,
} from './syntax.ts';

export interface Trace {
  readonly events: readonly GraphEvent[];
  readonly locals: ReadonlyMap<string, number>;
}

export interface InterpretLimits {
  readonly steps: number;
  readonly rounds: number;
  readonly traces: number;
}

/** How a list of statements ended. */
type End = 'next' | 'return' | 'break' | 'continue' | 'cut';

/** All traces of a thread, in which a read may give any value of its location. */
export function tracesOf(
  thread: Thread,
  locations: readonly SharedLocation[],
  values: readonly (readonly number[])[],
  limits: InterpretLimits,
): Trace[] {
  const locationOf = new Map(locations.map(({ name }, index) => [name, index]));
  const odometer = new Odometer();
  const traces: Trace[] = [];
  let runs = 0;
  do {
    if (++runs > limits.traces) throw tooLarge(`a thread with over ${limits.traces} traces`);
    const run = new Run(odometer, { locations, locationOf }, values, limits);
    if (run.block(thread.statements) !== 'cut') traces.push({ events: run.events, locals: run.locals });
  } while (odometer.advance());
  return traces;
}

/** True if each value that is read is also written somewhere: a cheap test before any enumeration. */
export function isPlausible(
  initial: readonly number[],
  threads: readonly (readonly GraphEvent[])[],
): boolean {
  for (const events of threads) {
    for (const { kind, location, valueRead } of events) {
      if ((kind & 1) === 0 || initial[location] === valueRead) continue;
      const isWritten = threads.some((others) =>
        others.some(
          (other) =>
            (other.kind & 2) !== 0 && other.location === location && other.valueWritten === valueRead,
        ),
      );
      if (!isWritten) return false;
    }
  }
  return true;
}

export function tooLarge(what: string): UserError {
  return new UserError(`the test is too large to simulate: ${what}`, [
    'simulating tries all executions: use fewer accesses, threads or values',
  ]);
}

interface Places {
  readonly locations: readonly SharedLocation[];
  readonly locationOf: ReadonlyMap<string, number>;
}

class Run {
  readonly events: GraphEvent[] = [];
  readonly locals = new Map<string, number>();
  readonly #odometer: Odometer;
  readonly #places: Places;
  readonly #values: readonly (readonly number[])[];
  readonly #limits: InterpretLimits;
  #steps = 0;

  constructor(
    odometer: Odometer,
    places: Places,
    values: readonly (readonly number[])[],
    limits: InterpretLimits,
  ) {
    this.#odometer = odometer;
    this.#places = places;
    this.#values = values;
    this.#limits = limits;
  }

  block(statements: readonly LitmusStatement[]): End {
    for (const statement of statements) {
      const end = this.#statement(statement);
      if (end !== 'next') return end;
    }
    return 'next';
  }

  #statement(statement: LitmusStatement): End {
    if (++this.#steps > this.#limits.steps) throw tooLarge(`over ${this.#limits.steps} steps in a thread`);
    switch (statement.kind) {
      case 'assign':
        this.locals.set(statement.local, this.#value(statement.value));
        return 'next';
      case 'evaluate':
        this.#value(statement.value);
        return 'next';
      case 'store': {
        const valueWritten = this.#value(statement.value);
        this.#add(eventBits.write, orderBits[statement.order], statement.location, 0, valueWritten);
        return 'next';
      }
      case 'fence':
        // A signal fence orders a thread only against its own signal handlers, and nothing between threads.
        if (statement.isSignal !== true) this.#add(eventBits.fence, orderBits[statement.order]);
        return 'next';
      case 'if':
        return this.block(this.#value(statement.condition) !== 0 ? statement.whenTrue : statement.otherwise);
      case 'loop':
        return this.#loop(statement);
      case 'leave':
        return statement.how;
      case 'label':
        return 'next';
      case 'goto':
        throw new Error('a goto that is reached has no meaning here');
    }
  }

  #loop({ condition, isAfter, body, step }: LoopStatement): End {
    for (let round = 0; ; round++) {
      if ((round > 0 || !isAfter) && this.#value(condition) === 0) return 'next';
      if (round === this.#limits.rounds) return 'cut';
      const end = this.block(body);
      if (end === 'break') return 'next';
      if (end === 'return' || end === 'cut') return end;
      this.block(step);
    }
  }

  #value(expression: LitmusExpression): number {
    switch (expression.kind) {
      case 'constant':
        return expression.value | 0;
      case 'local':
        return this.locals.get(expression.name) ?? 0;
      case 'unary': {
        const operand = this.#value(expression.operand);
        if (expression.operator === '!') return operand === 0 ? 1 : 0;
        return expression.operator === '-' ? -operand | 0 : ~operand;
      }
      case 'binary': {
        const { operator } = expression;
        const left = this.#value(expression.left);
        if (operator === '&&' && left === 0) return 0;
        if (operator === '||' && left !== 0) return 1;
        return binaryResult(operator, left, this.#value(expression.right));
      }
      case 'load': {
        const value = this.#read(expression.location);
        this.#add(eventBits.read, orderBits[expression.order], expression.location, value);
        return value;
      }
      case 'update': {
        const operand = this.#value(expression.operand);
        const value = this.#read(expression.location);
        const written = updated(expression.operator, value, operand);
        this.#add(eventBits.update, orderBits[expression.order], expression.location, value, written);
        return value;
      }
      case 'compareExchange':
        return this.#compareExchange(expression);
    }
  }

  #compareExchange(access: CompareExchange): number {
    const expected = this.#value(access.expected);
    const desired = this.#value(access.desired);
    const value = this.#read(access.location);
    const isLucky = access.isWeak !== true || value !== expected || this.#odometer.ask(2) === 0;
    if (value === expected && isLucky) {
      this.#add(eventBits.update, orderBits[access.order], access.location, value, desired);
      return 1;
    }
    this.#add(eventBits.read, orderBits[access.failureOrder], access.location, value);
    if (access.found !== undefined) this.locals.set(access.found, value);
    return 0;
  }

  #read(name: string): number {
    const values = this.#values[this.#location(name)]!;
    return values[this.#odometer.ask(values.length)]!;
  }

  #location(name: string): number {
    const location = this.#places.locationOf.get(name);
    if (location === undefined) throw new Error(`no location ${name}`);
    return location;
  }

  #add(kind: number, order: number, name?: string, valueRead = 0, written = 0): void {
    const location = name === undefined ? NOWHERE : this.#location(name);
    const valueWritten = name === undefined ? 0 : keptIn(this.#places.locations[location]!, written);
    this.events.push({ kind, order, location, valueRead, valueWritten });
    if (this.events.length > MAX_EVENTS) throw tooLarge(`over ${MAX_EVENTS} events`);
  }
}

export function updated(operator: UpdateOperator, value: number, operand: number): number {
  switch (operator) {
    case 'exchange':
      return operand;
    case 'add':
      return (value + operand) | 0;
    case 'sub':
      return (value - operand) | 0;
    case 'or':
      return value | operand;
    case 'and':
      return value & operand;
    case 'xor':
      return value ^ operand;
  }
}

const binary: Readonly<Record<BinaryOperator, (a: number, b: number) => number | boolean>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': Math.imul,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '&&': (a, b) => a !== 0 && b !== 0,
  '||': (a, b) => a !== 0 || b !== 0,
};

export function binaryResult(operator: BinaryOperator, left: number, right: number): number {
  return Number(binary[operator](left, right)) | 0;
}
