/**
 * x86-TSO: the order of loads, stores, locked instructions and mfence on x86.
 *
 * Each processor has a queue of its own stores: a plain load may overtake an older plain store, and nothing
 * else changes the order.
 */
import { eventBits, type Graph } from './graph.ts';
import type { MachineModel } from './machine.ts';
import { lowestBit, type Relation } from './relation.ts';

export const tso: MachineModel = {
  name: 'x86-TSO',
  ordersOwn: true,
  isTotalStoreOrder: true,
  pairs: [],
  settle: () => undefined,
  keep({ size, kind, thread, before, masks }: Graph, kept: Relation): void {
    for (let event = 0; event < size; event++) {
      let row = before[event]!;
      if (kind[event] === eventBits.write && thread[event]! >= 0) {
        for (let rest = row & masks.reads & ~masks.updates; rest !== 0; rest &= rest - 1) {
          const read = lowestBit(rest);
          // A locked instruction or a fence in between is ordered with both, so the closure orders them again.
          if (kind[read] === eventBits.read) row &= ~(1 << read);
        }
      }
      kept[event] = row;
    }
  },
};
