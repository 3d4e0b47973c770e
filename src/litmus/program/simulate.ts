/**
 * All outcomes of a small program: those that RC11 allows, those that only weaker readings of the standard
 * allow, and possible races.
 *
 * Invariant: it is exhaustive, or says that the program is too large; it never gives a partial answer.
 */
import { type Effort, forEachExecution } from '../model/executions.ts';
import { fillGraph, type Graph, type GraphEvent, makeGraph, type orderBits } from '../model/graph.ts';
import { type Clause, type Rc11, racingPair, rc11, tolerantClauses } from '../model/rc11.ts';
import { MAX_EVENTS } from '../model/relation.ts';
import { allTraces, forEachChoice } from './choices.ts';
import { isPlausible, tooLarge, type Trace } from './interpret.ts';
import { outcomeOf } from './outcome.ts';
import type { LitmusProgram } from './syntax.ts';

export type Permission = 'allowed' | 'tolerated';

export interface Simulation {
  /** Outcomes by the observed values, as `0:r0=1; [x]=2;`. */
  readonly outcomes: ReadonlyMap<string, Permission>;
  /** A description of two accesses that race; such a program has no meaning. */
  readonly race: string | undefined;
  readonly candidates: number;
}

export interface SimulateOptions {
  readonly maxCandidates?: number;
  /** Clauses to leave out, for tests that show that each clause is needed. */
  readonly dropped?: readonly Clause[];
  /** Limit of rounds of a loop in an execution. */
  readonly rounds?: number;
}

const MAX_CANDIDATES = 5_000_000;

const graph: Graph = makeGraph();
const strict = rc11([]);
const tolerant = rc11(tolerantClauses);
const last = new Int32Array(MAX_EVENTS + 1);

export function simulate(program: LitmusProgram, options: SimulateOptions = {}): Simulation {
  const simulating = new Simulating(program, options);
  forEachChoice(allTraces(program, options.rounds), (traces) => simulating.combine(traces));
  return simulating.result();
}

class Simulating {
  readonly #program: LitmusProgram;
  readonly #strict: Rc11;
  readonly #tolerant: Rc11;
  readonly #isUnpruned: boolean;
  readonly #outcomes = new Map<string, Permission>();
  readonly #budget: Effort;
  readonly #found: { race: string | undefined; candidates: number } = { race: undefined, candidates: 0 };

  constructor(program: LitmusProgram, { dropped = [], maxCandidates = MAX_CANDIDATES }: SimulateOptions) {
    this.#program = program;
    this.#strict = dropped.length === 0 ? strict : rc11(dropped);
    this.#tolerant = dropped.length === 0 ? tolerant : rc11([...tolerantClauses, ...dropped]);
    this.#isUnpruned = dropped.length > 0;
    this.#budget = { left: maxCandidates };
  }

  result(): Simulation {
    return { outcomes: this.#outcomes, ...this.#found };
  }

  /** One trace for each thread. */
  combine(traces: readonly Trace[]): void {
    this.#count();
    const events = traces.map((trace) => trace.events);
    const initial = this.#program.locations.map((location) => location.initial);
    if (!isPlausible(initial, events)) return;
    const size = events.reduce((sum, list) => sum + list.length, initial.length);
    if (size > MAX_EVENTS) throw tooLarge(`over ${MAX_EVENTS} events`);
    fillGraph(graph, initial, events);
    const isRacy = hasPlain(events);
    const known = new Map<number, string>();
    const isDone = forEachExecution(
      graph,
      initial.length,
      () => {
        this.#found.candidates++;
        this.#count();
        const key = this.#finalKey();
        let outcome = known.get(key);
        if (outcome === undefined) known.set(key, (outcome = outcomeOf(this.#program, traces, graph, last)));
        this.#judge(outcome, isRacy);
        return false;
      },
      { isUnpruned: this.#isUnpruned, last, budget: this.#budget },
    );
    if (!isDone) throw tooLarge('too many orders of the writes of a location');
  }

  /** Counts candidates, and combinations of traces that have none. */
  #count(): void {
    if (--this.#budget.left < 0) throw tooLarge('too many candidate executions');
  }

  #judge(outcome: string, isRacy: boolean): void {
    const looksForRace = isRacy && this.#found.race === undefined;
    const permission = this.#outcomes.get(outcome);
    if (permission === 'allowed' && !looksForRace) return;
    if (this.#strict.violated(graph) === undefined) {
      this.#outcomes.set(outcome, 'allowed');
      const pair = looksForRace ? racingPair(this.#strict, graph) : undefined;
      if (pair !== undefined) this.#found.race = describePair(this.#program, graph, pair);
    } else if (permission === undefined && this.#tolerant.violated(graph) === undefined) {
      this.#outcomes.set(outcome, 'tolerated');
    }
  }

  /** The writes that give the observed final values, as one number. */
  #finalKey(): number {
    let key = 0;
    for (const observed of this.#program.observed) {
      if (observed.kind === 'location') key = key * MAX_EVENTS + last[this.#index(observed.name)]!;
    }
    return key;
  }

  #index(name: string): number {
    return this.#program.locations.findIndex((location) => location.name === name);
  }
}

function hasPlain(threads: readonly (readonly GraphEvent[])[]): boolean {
  const plain: (typeof orderBits)['na'] = 0;
  return threads.some((events) => events.some(({ order, kind }) => order === plain && kind !== 4));
}

function describePair(
  program: LitmusProgram,
  { kind, location, thread }: Graph,
  pair: readonly number[],
): string {
  return pair
    .map((event) => {
      const what = (kind[event]! & 2) !== 0 ? 'a write' : 'a read';
      return `${what} of ${program.locations[location[event]!]!.name} in thread ${thread[event]}`;
    })
    .join(' and ');
}
