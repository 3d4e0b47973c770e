/**
 * The reason why an outcome is forbidden: the candidates that would show it, the axiom that each breaks, and
 * one cycle.
 *
 * The text tells the cycle of the candidate that breaks the least obvious axiom. A person would not rule out
 * that candidate at once.
 */
import { forEachExecution } from '../model/executions.ts';
import { ACQUIRE, eventBits, fillGraph, type Graph, makeGraph, RELEASE, SEQUENTIAL } from '../model/graph.ts';
import { type Axiom, type Rc11, rc11 } from '../model/rc11.ts';
import { imageOf, MAX_EVENTS, relation, shortestCycle, shortestPath } from '../model/relation.ts';
import { allTraces, forEachChoice } from './choices.ts';
import { outcomeOf } from './outcome.ts';
import type { LitmusProgram } from './syntax.ts';

export interface Explanation {
  readonly candidates: number;
  /** Number of candidates that each axiom rules out. */
  readonly broken: ReadonlyMap<Axiom, number>;
  readonly axiom: Axiom;
  /** Events, each with its connection to the next; the last is connected to the first. */
  readonly circle: readonly CircleStep[];
}

export interface CircleStep {
  readonly event: string;
  readonly edge: string;
}

/** The later, the less obvious. */
const rank: readonly Axiom[] = ['atomicity', 'no thin air', 'coherence', 'seq_cst'];
const MAX_CANDIDATES = 300_000;

/** Explains every forbidden outcome that combines values written somewhere. */
export function explainForbidden(program: LitmusProgram): Map<string, Explanation> | undefined {
  const explanations = new Map<string, Explanation>();
  const allowed = new Set<string>();
  const model = rc11();
  const graph = makeGraph();
  const last = new Int32Array(MAX_EVENTS + 1);
  const initial = program.locations.map((location) => location.initial);
  let count = 0;
  forEachChoice(allTraces(program), (traces) => {
    const events = traces.map((trace) => trace.events);
    if (count > MAX_CANDIDATES || events.flat().length + initial.length > MAX_EVENTS) return;
    fillGraph(graph, initial, events);
    const visit = (): boolean => {
      const outcome = outcomeOf(program, traces, graph, last);
      const axiom = model.violated(graph);
      if (axiom === undefined) {
        allowed.add(outcome);
        return ++count > MAX_CANDIDATES;
      }
      const known = explanations.get(outcome);
      const broken = new Map(known?.broken);
      broken.set(axiom, (broken.get(axiom) ?? 0) + 1);
      const isBetter = known === undefined || rank.indexOf(axiom) > rank.indexOf(known.axiom);
      explanations.set(outcome, {
        candidates: (known?.candidates ?? 0) + 1,
        broken,
        axiom: isBetter ? axiom : known.axiom,
        circle: isBetter ? circleOf(program, graph, model, axiom) : known.circle,
      });
      return ++count > MAX_CANDIDATES;
    };
    if (!forEachExecution(graph, initial.length, visit, { isUnpruned: true, last })) count = Infinity;
  });
  if (count > MAX_CANDIDATES) return undefined;
  for (const outcome of allowed) explanations.delete(outcome);
  return explanations;
}

function circleOf(program: LitmusProgram, graph: Graph, model: Rc11, axiom: Axiom): CircleStep[] {
  const events = pathOf(graph, model, axiom);
  return events.map((event, index) => ({
    event: eventText(program, graph, event),
    edge: edgeText(graph, model, event, events[(index + 1) % events.length]!, axiom),
  }));
}

function pathOf(graph: Graph, { relations }: Rc11, axiom: Axiom): number[] {
  const { size, before, readsFrom, modified, masks } = graph;
  const rows = relation();
  if (axiom === 'no thin air') {
    for (let event = 0; event < size; event++) rows[event] = before[event]! | relations.readersOf[event]!;
    return shortestCycle(rows, size);
  }
  const isUpdate = (event: number): boolean => ((masks.updates >> event) & 1) !== 0;
  for (let event = 0; event < size; event++) {
    if (!isUpdate(event)) continue;
    const write = readsFrom[event]!;
    if (((modified[write]! >> event) & 1) === 0) return write === event ? [event] : [event, write];
    if (axiom !== 'atomicity') continue;
    for (let between = 0; between < size; between++) {
      const isBetween = (modified[write]! >> between) & (modified[between]! >> event) & 1;
      if (isBetween !== 0) return [event, between];
    }
  }
  for (let event = 0; event < size; event++) rows[event] = before[event]! | relations.synchronises[event]!;
  if (axiom === 'coherence') return coherencePath(graph, relations, rows);
  for (let event = 0; event < size; event++) {
    rows[event]! |= modified[event]! | relations.readBefore[event]! | relations.readersOf[event]!;
  }
  const sequential = shortestCycle(relations.psc, size);
  return sequential.flatMap((event, index) => {
    const next = sequential[(index + 1) % sequential.length]!;
    return shortestPath(rows, event, next)?.slice(0, -1) ?? [event];
  });
}

/** One step of communication, and a shortest path back along happens-before. */
function coherencePath({ size }: Graph, relations: Rc11['relations'], rows: Int32Array): number[] {
  let best: number[] = [];
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      if (((relations.communicates[from]! >> to) & 1) === 0) continue;
      const back = shortestPath(rows, to, from);
      if (back !== undefined && (best.length === 0 || back.length < best.length)) best = back;
    }
  }
  return best;
}

function edgeText(graph: Graph, { relations }: Rc11, from: number, to: number, axiom: Axiom): string {
  const has = (rows: Int32Array): boolean => ((rows[from]! >> to) & 1) !== 0;
  if (has(graph.before) && axiom !== 'atomicity') return 'sb';
  if (has(relations.readersOf) && axiom === 'no thin air') return 'rf';
  if (has(relations.synchronises) && axiom !== 'atomicity') return 'sw';
  if (has(relations.readersOf)) return 'rf';
  if (has(graph.modified)) return 'mo';
  if (has(relations.readBefore)) return 'rb';
  if (((imageOf(graph.modified[from]!, relations.readersOf) >> to) & 1) !== 0) return 'mo, rf';
  if (((imageOf(relations.readBefore[from]!, relations.readersOf) >> to) & 1) !== 0) return 'rb, rf';
  return 'then';
}

function eventText(program: LitmusProgram, graph: Graph, event: number): string {
  const order = orderText(graph.order[event]!);
  const thread = graph.thread[event]! < 0 ? 'at first' : `P${graph.thread[event]}`;
  const kind = graph.kind[event]!;
  if (kind === eventBits.fence) return `${thread}: fence ${order}`;
  const place = program.locations[graph.location[event]!]!.name;
  const read = graph.valueRead[event]!;
  const written = graph.valueWritten[event]!;
  if (thread === 'at first') return `${thread}: ${place} is ${written}`;
  if (kind === eventBits.read) return `${thread}: read ${place}, ${read} (${order})`;
  if (kind === eventBits.write) return `${thread}: write ${place}, ${written} (${order})`;
  return `${thread}: update ${place}, ${read} to ${written} (${order})`;
}

function orderText(order: number): string {
  if (order === 0) return 'plain';
  if ((order & SEQUENTIAL) !== 0) return 'seq_cst';
  const acquires = (order & ACQUIRE) !== 0;
  const releases = (order & RELEASE) !== 0;
  return acquires && releases ? 'acq_rel' : acquires ? 'acquire' : releases ? 'release' : 'relaxed';
}
