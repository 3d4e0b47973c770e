/**
 * The common part of the memory models of machines. A machine keeps a part of the program order; this part
 * and the communication between threads make no cycle.
 *
 * Every candidate is already coherent per location and has atomic updates.
 */
import { INITIAL, type Graph, NOWHERE } from './graph.ts';
import { closeRelation, isAcyclic, lowestBit, relation, type Relation, shortestCycle } from './relation.ts';

export interface MachineModel {
  readonly name: string;
  /**
   * True if communication within one thread counts for the order, too. On Armv8 it does not: only effects
   * that other threads see count.
   */
  readonly ordersOwn: boolean;
  /**
   * True if only a queue of stores changes the order. Then an access that only one thread can see orders
   * nothing.
   */
  readonly isTotalStoreOrder: boolean;
  /** The read and the write of each update, alternating; `settle` fills the list. */
  readonly pairs: readonly number[];
  /** For each write, earlier reads that a later read of this write must wait for; `settle` fills them. */
  readonly forwarded?: Relation;
  /** Further orders of each thread that `keep` fills, closed, so that they hold if events between are left out. */
  readonly parts?: readonly Relation[];
  /** True if the machine shows a candidate; for models that ask for more than a kept order without a cycle. */
  readonly allows?: (graph: Graph) => boolean;
  /** Called once for the traces that the graph was filled with, before its candidates. */
  settle(graph: Graph, traces: readonly (readonly MachineEvent[])[]): void;
  /** For one candidate, fills in the kept order: for each event, the events that all threads see after it. */
  keep(graph: Graph, kept: Relation): void;
}

/** An event of compiled code, with the facts that models of weak machines need. */
export interface MachineEvent {
  readonly kind: number;
  /** Bits that mean something to the model of the machine. */
  readonly order: number;
  readonly location: number;
  readonly valueRead: number;
  readonly valueWritten: number;
  /** The instruction, for people. */
  readonly text?: string;
  /** Masks of earlier events of the thread, by their places in the trace. */
  readonly depends?: Dependencies;
  /**
   * The place in the trace of the read that this write is paired with: no other write may come between them.
   */
  readonly pairedWith?: number;
  /** The order that accesses outside the trace would have kept. */
  readonly settled?: SettledOrder;
}

/** Masks of events of the thread, by their places in the trace. */
export interface SettledOrder {
  /** Later events that all threads see after this one. */
  readonly before: number;
  /** Earlier events that must be complete before a later read may read this write. */
  readonly forwarded: number;
  /** Rows of the model's `parts`. */
  readonly own?: readonly number[];
}

/** Earlier reads of the thread that the event depends on. */
export interface Dependencies {
  /** The address of the access. */
  readonly address: number;
  /** The value that is written. */
  readonly data: number;
  /** Whether it is reached. */
  readonly control: number;
  /** Reads for which an earlier instruction barrier waits: the reads that decided jumps before the barrier, or more. */
  readonly fenced: number;
  /** The same through a value that was chosen without a jump, which orders less. */
  readonly addressChoice: number;
  readonly dataChoice: number;
}

const order = relation();

export function isAllowedBy(model: MachineModel, graph: Graph): boolean {
  const { size, thread, modified, readsFrom, masks, location } = graph;
  if (!isAtomic(model, graph)) return false;
  if (model.allows !== undefined) return model.allows(graph);
  const { ordersOwn } = model;
  model.keep(graph, order);
  if (ordersOwn) {
    for (let event = 0; event < size; event++)
      if (location[event] !== NOWHERE) order[event]! |= modified[event]!;
  } else {
    for (let event = 0; event < size; event++) order[event]! |= foreign(graph, event, modified[event]!);
  }
  for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
    const read = lowestBit(rest);
    const write = readsFrom[read]!;
    const later = modified[write]! & ~(1 << read);
    order[read]! |= ordersOwn ? later : foreign(graph, read, later);
    if (thread[write] !== thread[read]) order[write]! |= 1 << read;
  }
  return isAcyclic(order, size);
}

/** True if no other thread writes between the read and the write of an update. */
function isAtomic({ pairs }: MachineModel, { readsFrom, modified, thread }: Graph): boolean {
  for (let place = 0; place < pairs.length; place += 2) {
    const read = pairs[place]!;
    const write = pairs[place + 1]!;
    for (let rest = modified[readsFrom[read]!]!; rest !== 0; rest &= rest - 1) {
      const between = lowestBit(rest);
      if (thread[between] !== thread[write] && ((modified[between]! >> write) & 1) !== 0) return false;
    }
  }
  return true;
}

/** The events of the mask that other threads did. */
export function foreign({ thread }: Graph, event: number, mask: number): number {
  let others = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const other = lowestBit(rest);
    if (thread[other] !== thread[event]) others |= 1 << other;
  }
  return others;
}

/** Two events of one thread that a machine executes in reverse order. */
export interface Overtaking {
  readonly first: number;
  readonly second: number;
}

export interface MachineCircle {
  /** Events in the order of the program and the communication. */
  readonly events: readonly number[];
  readonly overtaken: readonly Overtaking[];
}

/**
 * The reason why a candidate needs a machine that reorders: a cycle that would forbid it if every thread kept
 * its order. It has no events if every machine can show the candidate.
 */
export function circleOnMachine(model: MachineModel, graph: Graph): MachineCircle {
  const { size, thread, before, modified, readsFrom, masks } = graph;
  const rows = relation();
  for (let event = 0; event < size; event++)
    rows[event] = (thread[event] === INITIAL ? 0 : before[event]!) | modified[event]!;
  for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
    const read = lowestBit(rest);
    const write = readsFrom[read]!;
    rows[read]! |= modified[write]! & ~(1 << read);
    if (write !== read) rows[write]! |= 1 << read;
  }
  const events = shortestCycle(rows, size);
  const kept = relation();
  model.keep(graph, kept);
  closeRelation(kept, size);
  const overtaken = events.flatMap((first, place) => {
    const second = events[(place + 1) % events.length]!;
    const isPair = thread[first] === thread[second] && ((before[first]! >> second) & 1) !== 0;
    return isPair && ((kept[first]! >> second) & 1) === 0 ? [{ first, second }] : [];
  });
  return { events, overtaken };
}
