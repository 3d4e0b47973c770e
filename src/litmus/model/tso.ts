/**
 * x86-TSO: what an x86 machine does with loads, stores, locked instructions and mfence.
 *
 * Each processor has a queue of its own stores: a plain load may overtake an older plain store, nothing else is out of order.
 * Coherence of each location and atomicity of updates are what every candidate has already.
 */
import { eventBits, type Graph, NOWHERE } from './graph.ts';
import { isAcyclic, lowestBit, relation } from './relation.ts';

const order = relation();

export function isAllowedOnTso({
  size,
  kind,
  location,
  thread,
  before,
  modified,
  readsFrom,
  masks,
}: Graph): boolean {
  for (let event = 0; event < size; event++) {
    let row = before[event]!;
    if (kind[event] === eventBits.write && thread[event]! >= 0) {
      for (let rest = row & masks.reads & ~masks.updates; rest !== 0; rest &= rest - 1) {
        const read = lowestBit(rest);
        // A locked instruction or a fence in between is ordered with both, so the closure orders them again.
        if (kind[read] === eventBits.read) row &= ~(1 << read);
      }
    }
    order[event] = location[event] === NOWHERE ? row : row | modified[event]!;
  }
  for (let rest = masks.reads; rest !== 0; rest &= rest - 1) {
    const read = lowestBit(rest);
    const write = readsFrom[read]!;
    order[read]! |= modified[write]! & ~(1 << read);
    if (thread[write] !== thread[read]) order[write]! |= 1 << read;
  }
  return isAcyclic(order, size);
}
