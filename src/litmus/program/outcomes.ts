/** All outcomes that a model allows, for threads whose traces are known: for compiled code. */
import { forEachExecution } from '../model/executions.ts';
import { fillGraph, type Graph, makeGraph } from '../model/graph.ts';
import { MAX_EVENTS } from '../model/relation.ts';
import { forEachChoice } from './choices.ts';
import { isPlausible, type Trace, tooLarge } from './interpret.ts';
import { outcomeOf } from './outcome.ts';
import type { LitmusProgram } from './syntax.ts';

const graph = makeGraph();
const last = new Int32Array(MAX_EVENTS + 1);
/** Candidates, and choices of traces that make none. */
const MAX_TRIES = 500_000;

export function outcomesUnder(
  program: LitmusProgram,
  traces: readonly (readonly Trace[])[],
  isAllowed: (graph: Graph) => boolean,
): Set<string> {
  const outcomes = new Set<string>();
  const initial = program.locations.map((location) => location.initial);
  const budget = { left: MAX_TRIES };
  let tries = 0;
  const count = (): void => {
    if (++tries > MAX_TRIES) throw tooLarge(`over ${MAX_TRIES} candidate executions`);
  };
  forEachChoice(traces, (chosen) => {
    count();
    const events = chosen.map((trace) => trace.events);
    if (!isPlausible(initial, events)) return;
    if (events.flat().length + initial.length > MAX_EVENTS) throw tooLarge(`over ${MAX_EVENTS} events`);
    fillGraph(graph, initial, events);
    const isDone = forEachExecution(
      graph,
      initial.length,
      () => {
        count();
        const outcome = outcomeOf(program, chosen, graph, last);
        if (!outcomes.has(outcome) && isAllowed(graph)) outcomes.add(outcome);
        return false;
      },
      { last, budget },
    );
    if (!isDone) throw tooLarge('too many orders of the writes of a location');
  });
  return outcomes;
}
