/** All outcomes that a machine allows, for threads whose traces are known: for compiled code. */
import { forEachExecution } from '../model/executions.ts';
import { eventBits, fillGraph, type Graph, makeGraph, NOWHERE } from '../model/graph.ts';
import {
  circleOnMachine,
  isAllowedBy,
  type MachineCircle,
  type MachineEvent,
  type MachineModel,
} from '../model/machine.ts';
import { MAX_EVENTS } from '../model/relation.ts';
import { forEachChoice } from './choices.ts';
import { withoutForgotten } from './forgotten.ts';
import { isPlausible, type Trace, tooLarge } from './interpret.ts';
import { outcomeOf } from './outcome.ts';
import type { LitmusProgram } from './syntax.ts';

/** The part of a program that outcomes are about. */
export type Observable = Pick<LitmusProgram, 'locations' | 'observed'>;

export interface MachineTrace extends Trace {
  readonly events: readonly MachineEvent[];
}

const graph = makeGraph();
const last = new Int32Array(MAX_EVENTS + 1);
/** Candidates, and choices of traces that make none. */
const MAX_TRIES = 500_000;

export function outcomesUnder(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  model: MachineModel,
): Set<string> {
  const outcomes = new Set<string>();
  const small = model.isTotalStoreOrder ? withoutForgotten(program, traces) : { program, traces };
  forEachCandidate(small.program, small.traces, model, (outcome) => {
    if (!outcomes.has(outcome) && isAllowedBy(model, graph)) outcomes.add(outcome);
    return false;
  });
  return outcomes;
}

/** One step of an execution of compiled code. */
export interface MachineStep {
  readonly thread: number;
  /** The instruction. */
  readonly instruction: string;
  /** The effect on memory. */
  readonly effect: string;
  /** The location that it is about; undefined for a fence. */
  readonly location?: string;
  /** Whether it reads, writes or updates. */
  readonly kind: number;
}

export interface MachineWitness {
  /** The circle that a machine without reordering could not show; empty where it could. */
  readonly circle: readonly MachineStep[];
  /** The pairs of it that the machine may swap. */
  readonly overtaken: readonly { readonly first: MachineStep; readonly second: MachineStep }[];
  /** All accesses, thread by thread. */
  readonly steps: readonly MachineStep[];
}

/** An execution that shows this outcome. */
export function witnessOf(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  model: MachineModel,
  wanted: string,
): MachineWitness | undefined {
  let found: MachineWitness | undefined;
  // All accesses are told where they are not too many.
  const isLarge = program.locations.length + longest(traces) > MAX_EVENTS;
  const shown = isLarge && model.isTotalStoreOrder ? withoutForgotten(program, traces) : { program, traces };
  forEachCandidate(shown.program, shown.traces, model, (outcome, chosen) => {
    if (outcome !== wanted || !isAllowedBy(model, graph)) return false;
    found = told(shown.program, graph, chosen, circleOnMachine(model, graph));
    return true;
  });
  return found;
}

function longest(traces: readonly (readonly MachineTrace[])[]): number {
  return traces.reduce((sum, of) => sum + Math.max(0, ...of.map(({ events }) => events.length)), 0);
}

/** Until `visit` says that it is enough. */
function forEachCandidate(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  model: MachineModel,
  visit: (outcome: string, chosen: readonly MachineTrace[]) => boolean,
): void {
  const initial = program.locations.map((location) => location.initial);
  const budget = { left: MAX_TRIES };
  let tries = 0;
  let isEnough = false;
  const count = (): void => {
    if (++tries > MAX_TRIES) throw tooLarge(`over ${MAX_TRIES} candidate executions`);
  };
  forEachChoice(traces, (chosen) => {
    if (isEnough) return;
    count();
    const events = chosen.map((trace) => trace.events);
    if (!isPlausible(initial, events)) return;
    if (events.flat().length + initial.length > MAX_EVENTS) throw tooLarge(`over ${MAX_EVENTS} events`);
    fillGraph(graph, initial, events);
    model.settle(graph, events);
    const isDone = forEachExecution(
      graph,
      initial.length,
      () => {
        count();
        return (isEnough = visit(outcomeOf(program, chosen, graph, last), chosen));
      },
      { last, budget },
    );
    if (!isDone) throw tooLarge('too many orders of the writes of a location');
  });
}

function told(
  program: Observable,
  { thread }: Graph,
  chosen: readonly MachineTrace[],
  { events, overtaken }: MachineCircle,
): MachineWitness {
  const initial = program.locations.length;
  const all = chosen.flatMap((trace, index) =>
    trace.events.map((event): MachineStep => ({
      thread: index,
      instruction: event.text ?? '',
      effect: effectOf(program, event),
      kind: event.kind,
      ...(event.location === NOWHERE ? {} : { location: program.locations[event.location]!.name }),
    })),
  );
  const step = (event: number): MachineStep =>
    all[event - initial] ?? {
      thread: -1,
      instruction: '',
      effect: `${program.locations[event]!.name} is ${program.locations[event]!.initial} at first`,
      location: program.locations[event]!.name,
      kind: eventBits.write,
    };
  return {
    circle: events.filter((event) => thread[event]! >= 0 || event < initial).map(step),
    overtaken: overtaken.map(({ first, second }) => ({ first: step(first), second: step(second) })),
    steps: all,
  };
}

function effectOf(program: Observable, { kind, location, valueRead, valueWritten }: MachineEvent): string {
  if (kind === eventBits.fence) return 'fence';
  const name = program.locations[location]!.name;
  if (kind === eventBits.read) return `reads ${name}, ${valueRead}`;
  if (kind === eventBits.write) return `writes ${name}, ${valueWritten}`;
  return `updates ${name}, ${valueRead} to ${valueWritten}`;
}
