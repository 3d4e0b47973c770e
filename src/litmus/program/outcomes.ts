/** All outcomes that a machine allows for threads with known traces: for compiled code. */
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
import { UserError } from '../../util/user-error.ts';
import { forEachChoice } from './choices.ts';
import { withoutForgotten } from './forgotten.ts';
import { outcomesByQueues, runByQueues } from './queues.ts';
import { withoutSettled } from './settled.ts';
import { isPlausible, type Trace, tooLarge } from './interpret.ts';
import { outcomeOf } from './outcome.ts';
import type { LitmusProgram } from './syntax.ts';

/** The part of a program that determines its outcomes. */
export type Observable = Pick<LitmusProgram, 'locations' | 'observed'>;

export interface MachineTrace extends Trace {
  readonly events: readonly MachineEvent[];
}

const graph = makeGraph();
const last = new Int32Array(MAX_EVENTS + 1);
/** Limit of candidates, counting combinations of traces that have none. */
const MAX_TRIES = 500_000;

export function outcomesUnder(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  model: MachineModel,
): Set<string> {
  if (model.isTotalStoreOrder) {
    const small = withoutForgotten(program, traces);
    return outcomesByQueues(small.program, small.traces);
  }
  const outcomes = new Set<string>();
  const small = withoutSettled(program, traces, model);
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
  /** The accessed location; undefined for a fence. */
  readonly location?: string;
  /** Whether it reads, writes or updates. */
  readonly kind: number;
}

export interface MachineWitness {
  /** The cycle that a machine without reordering could not show; empty if it could. */
  readonly circle: readonly MachineStep[];
  /** The pairs in the cycle that the machine may swap. */
  readonly overtaken: readonly { readonly first: MachineStep; readonly second: MachineStep }[];
  /** All accesses, thread by thread. */
  readonly steps: readonly MachineStep[];
}

/**
 * An execution that shows this outcome. It contains all accesses if they are few, and otherwise only those
 * without which no execution would be possible.
 */
export function witnessOf(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  model: MachineModel,
  wanted: string,
): MachineWitness | undefined {
  try {
    return witnessAmong(program, traces, model, wanted);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
  if (model.isTotalStoreOrder) return witnessByQueues(program, traces, model, wanted);
  const small = withoutSettled(program, traces, model);
  return witnessAmong(small.program, small.traces, model, wanted);
}

function witnessAmong(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  model: MachineModel,
  wanted: string,
): MachineWitness | undefined {
  let found: MachineWitness | undefined;
  forEachCandidate(program, traces, model, (outcome, chosen) => {
    if (outcome !== wanted || !isAllowedBy(model, graph)) return false;
    found = told(
      program,
      graph,
      chosen.map(({ events }) => events),
      circleOnMachine(model, graph),
    );
    return true;
  });
  return found;
}

function witnessByQueues(
  program: Observable,
  traces: readonly (readonly MachineTrace[])[],
  model: MachineModel,
  wanted: string,
): MachineWitness | undefined {
  const small = withoutForgotten(program, traces);
  const run = runByQueues(small.program, small.traces, wanted);
  const initial = small.program.locations.map((location) => location.initial);
  if (run === undefined || initial.length + run.threads.flat().length > MAX_EVENTS) return undefined;
  fillGraph(graph, initial, run.threads);
  model.settle(graph, run.threads);
  const starts = run.threads.map((_, thread) => initial.length + run.threads.slice(0, thread).flat().length);
  const numberOf = ([thread, place]: readonly [number, number]): number => starts[thread]! + place;
  const order = [...initial.keys(), ...run.written.map(numberOf)];
  for (const [at, write] of order.entries())
    graph.modified[write] = order
      .slice(at + 1)
      .reduce((mask, later) => mask | (graph.location[later] === graph.location[write] ? 1 << later : 0), 0);
  for (const [thread, events] of run.threads.entries())
    for (const [place, { kind, location }] of events.entries()) {
      const from = run.readsFrom[thread]![place];
      if (kind !== eventBits.fence && (kind & eventBits.read) !== 0)
        graph.readsFrom[starts[thread]! + place] = from === undefined ? location : numberOf(from);
    }
  return told(small.program, graph, run.threads, circleOnMachine(model, graph));
}

/** Ends when `visit` says that it has enough. */
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
  threads: readonly (readonly MachineEvent[])[],
  { events, overtaken }: MachineCircle,
): MachineWitness {
  const initial = program.locations.length;
  const all = threads.flatMap((ofThread, index) =>
    ofThread.map((event): MachineStep => ({
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
