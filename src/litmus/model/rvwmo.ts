/**
 * RVWMO: the part of the program order that a RISC-V machine keeps, by the thirteen rules of its
 * specification.
 *
 * An updating instruction is one event; a pair of LR and SC is two.
 */
import { eventBits, type Graph } from './graph.ts';
import type { MachineEvent, MachineModel } from './machine.ts';
import { addFrom, lowestBit, relation } from './relation.ts';

/** Bits of the order of an event; the last four belong to a fence, and name the accesses that it orders. */
export const riscvBits = {
  acquire: 1,
  release: 2,
  /** An SC; a later load of the thread must wait for its value. */
  conditional: 4,
  readsBefore: 8,
  writesBefore: 16,
  readsAfter: 32,
  writesAfter: 64,
  /** A fence that lets loads overtake stores. */
  total: 128,
} as const;

const kept = relation();
const pairs: number[] = [];
/** For each read of its own thread's write, the reads that the write depends on: rule 12. */
const forwarded = relation();

export const rvwmo: MachineModel = {
  name: 'RVWMO',
  ordersOwn: true,
  isTotalStoreOrder: false,
  pairs,
  forwarded,
  settle(graph, traces) {
    pairs.length = 0;
    kept.fill(0);
    forwarded.fill(0);
    let start = graph.size - traces.reduce((sum, events) => sum + events.length, 0);
    for (let event = 0; event < start; event++) kept[event] = graph.before[event]!;
    for (const events of traces) {
      for (const [place, event] of events.entries()) {
        if (event.pairedWith !== undefined) {
          pairs.push(start + event.pairedWith, start + place);
          kept[start + event.pairedWith]! |= 1 << (start + place);
        }
        if (event.settled !== undefined) {
          kept[start + place]! |= event.settled.before << start;
          forwarded[start + place]! |= event.settled.forwarded << start;
          continue;
        }
        keepDependencies(events, place, start);
        keepOrders(graph, start + place);
      }
      start += events.length;
    }
  },
  keep(graph, rows) {
    for (let event = 0; event < graph.size; event++) rows[event] = kept[event]!;
    keepValues(graph, rows);
  },
};

function keepDependencies(events: readonly MachineEvent[], place: number, start: number): void {
  const { kind, depends } = events[place]!;
  if (depends === undefined) return;
  const { address, data, control } = depends;
  const isWrite = (kind & eventBits.write) !== 0 && kind !== eventBits.fence;
  addFrom(kept, address | data | (isWrite ? control : 0), start, 1 << (start + place));
  if (isWrite) {
    for (let rest = address | data; rest !== 0; rest &= rest - 1)
      forwarded[start + place]! |= 1 << (start + lowestBit(rest));
  }
  for (let later = place + 1; later < events.length; later++) {
    const next = events[later]!.kind;
    if (next !== eventBits.fence && (next & eventBits.write) !== 0)
      addFrom(kept, address, start, 1 << (start + later));
  }
}

function keepOrders({ kind, order, location, before, thread, size }: Graph, at: number): void {
  const mine = order[at]!;
  const after = before[at]!;
  const isRead = (event: number): boolean => kind[event] !== eventBits.fence && (kind[event]! & 1) !== 0;
  const isWrite = (event: number): boolean => kind[event] !== eventBits.fence && (kind[event]! & 2) !== 0;
  if (kind[at] === eventBits.fence) {
    const named = (event: number, reads: number, writes: number): boolean =>
      ((mine & reads) !== 0 && isRead(event)) || ((mine & writes) !== 0 && isWrite(event));
    for (let first = 0; first < at; first++) {
      if (thread[first] !== thread[at] || !named(first, riscvBits.readsBefore, riscvBits.writesBefore))
        continue;
      for (let second = at + 1; second < size; second++) {
        if (((after >> second) & 1) === 0 || !named(second, riscvBits.readsAfter, riscvBits.writesAfter))
          continue;
        const isOvertaking = kind[first] === eventBits.write && kind[second] === eventBits.read;
        if ((mine & riscvBits.total) === 0 || !isOvertaking) kept[first]! |= 1 << second;
      }
    }
    return;
  }
  if ((mine & riscvBits.acquire) !== 0) kept[at]! |= after;
  for (let first = 0; first < at; first++) {
    if (thread[first] !== thread[at] || kind[first] === eventBits.fence) continue;
    const isSame = location[first] === location[at] && isWrite(at);
    const isSequential = annotated(order[first]!) && annotated(mine);
    if (isSame || (mine & riscvBits.release) !== 0 || isSequential) kept[first]! |= 1 << at;
  }
}

/** All annotations that acquire or release are of the strong kind. */
function annotated(order: number): boolean {
  return (order & (riscvBits.acquire | riscvBits.release)) !== 0;
}

/** Rules that depend on the writes that reads read from: 2, 3 and 12. */
function keepValues(graph: Graph, rows: Int32Array): void {
  const { kind, order, location, thread, readsFrom, masks } = graph;
  for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
    const read = lowestBit(rest);
    const write = readsFrom[read]!;
    if (thread[write] === thread[read] && write < read) {
      if (kind[write] === eventBits.update || (order[write]! & riscvBits.conditional) !== 0)
        rows[write]! |= 1 << read;
      for (let from = forwarded[write]!; from !== 0; from &= from - 1) rows[lowestBit(from)]! |= 1 << read;
    }
    for (let first = read - 1; first >= 0 && thread[first] === thread[read]; first--) {
      if (location[first] !== location[read] || kind[first] === eventBits.fence) continue;
      if ((kind[first]! & eventBits.read) !== 0 && readsFrom[first] !== write) rows[first]! |= 1 << read;
      if ((kind[first]! & eventBits.write) !== 0) break;
    }
  }
}
