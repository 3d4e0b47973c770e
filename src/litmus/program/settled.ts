/**
 * Traces of a weak machine without accesses whose effect is settled before any execution is chosen.
 *
 * This leaves out locations that only one thread uses, that nobody writes, or that nobody reads or observes.
 * For the first two, the write that each read reads is known; writes of the third may come in any order that
 * fits the rest. So only the order that such an access keeps among others of its thread remains. The same
 * holds for a fence. The remaining events carry that order (`settled`). Invariant: no outcome is lost or
 * added.
 */
import { eventBits, fillGraph, makeGraph, NOWHERE } from '../model/graph.ts';
import type { MachineEvent, MachineModel } from '../model/machine.ts';
import { closeRelation, lowestBit, MAX_EVENTS, relation } from '../model/relation.ts';
import { readsItsOwn, type Remembered, locationUses, whatMatters } from './forgotten.ts';
import type { MachineTrace, Observable } from './outcomes.ts';

const graph = makeGraph();
const rows = relation();

export function withoutSettled(
  { locations, observed }: Observable,
  traces: readonly (readonly MachineTrace[])[],
  model: MachineModel,
): Remembered {
  const first = locations.map(({ initial }) => initial | 0);
  const uses = locationUses(first, traces);
  const { program, places } = whatMatters({ locations, observed }, uses, ({ isWritten }) => isWritten);
  const remembered = traces.map((ofThread) =>
    ofThread.flatMap((trace) => {
      if (!readsItsOwn(trace.events, first, places)) return [];
      return [{ ...trace, events: settledEvents(trace.events, places, model) }];
    }),
  );
  return {
    program,
    traces: remembered,
  };
}

function settledEvents(
  events: readonly MachineEvent[],
  places: ReadonlyMap<number, number>,
  model: MachineModel,
): MachineEvent[] {
  // A trace that is too long by itself is refused at its enumeration.
  if (events.length > MAX_EVENTS) return [...events];
  fillGraph(graph, [], [events]);
  graph.masks.reads = readsOfOthers(events, places);
  model.settle(graph, [events]);
  model.keep(graph, rows);
  closeRelation(rows, events.length);
  const kept = events.flatMap((event, place) => (places.has(event.location) ? [place] : []));
  const newPlaces = new Map(kept.map((place, index) => [place, index]));
  const moved = (mask: number): number =>
    kept.reduce((bits, place, index) => bits | (((mask >> place) & 1) << index), 0);
  const before = (place: number): number =>
    kept.reduce((bits, each, index) => bits | (((rows[each]! >> place) & 1) << index), 0);
  return kept.map((place) => {
    const { pairedWith, ...event } = events[place]!;
    let forwarded = 0;
    for (let rest = model.forwarded?.[place] ?? 0; rest !== 0; rest &= rest - 1) {
      const from = lowestBit(rest);
      const index = newPlaces.get(from);
      forwarded |= index === undefined ? before(from) : 1 << index;
    }
    return {
      ...event,
      location: places.get(event.location)!,
      settled: {
        before: moved(rows[place]!),
        forwarded,
        ...(model.parts === undefined ? {} : { own: model.parts.map((part) => moved(part[place]!)) }),
      },
      ...(pairedWith === undefined ? {} : { pairedWith: newPlaces.get(pairedWith)! }),
    };
  });
}

/** Reads of omitted locations, as a mask; the graph gets the write of the thread that each of them reads. */
function readsOfOthers(events: readonly MachineEvent[], places: ReadonlyMap<number, number>): number {
  const latest = new Map<number, number>();
  let reads = 0;
  for (const [place, { kind, location }] of events.entries()) {
    if (location === NOWHERE || places.has(location)) continue;
    if ((kind & eventBits.read) !== 0) {
      reads |= 1 << place;
      graph.readsFrom[place] = latest.get(location) ?? -1;
    }
    if ((kind & eventBits.write) !== 0) latest.set(location, place);
  }
  return reads;
}
