/** The outcome of an execution as text: the observed names and their values. */
import type { Graph } from '../model/graph.ts';
import type { Trace } from './interpret.ts';
import { type LitmusProgram, observedName } from './syntax.ts';

/** `last` has the last write of each location. */
export function outcomeOf(
  program: Pick<LitmusProgram, 'locations' | 'observed'>,
  traces: readonly Trace[],
  graph: Graph,
  last: Int32Array,
): string {
  return program.observed
    .map((observed) => {
      const value =
        observed.kind === 'local'
          ? (traces[observed.thread]?.locals.get(observed.name) ?? 0)
          : graph.valueWritten[last[program.locations.findIndex(({ name }) => name === observed.name)]!]!;
      return `${observedName(observed)}=${value};`;
    })
    .join(' ');
}

/** The values of an outcome, by the observed names. */
export function valuesOf(outcome: string): Map<string, number> {
  return new Map(
    [...outcome.matchAll(/(\S+)=(-?\d+);/g)].map(([, name = '', value]) => [name, Number(value)]),
  );
}
