/** The balance of a fleet: the part of what its workers sent that a reader can still get. */
import { type FleetView, isPruned } from '../fuzz/index.ts';
import { LOOK_BYTES } from './collect.ts';

/** For each worker, the ids of its tests whose notes and files a reader gets, or whose files a service pruned. */
export async function testsThere(view: FleetView): Promise<Map<string, Set<string>>> {
  const there = new Map<string, Set<string>>();
  for (;;) {
    const arrivals = await view.receive(LOOK_BYTES);
    if (arrivals.length === 0) return there;
    for (const arrival of arrivals) {
      const { from, note } = arrival;
      if (note.kind !== 'test') continue;
      if (!isPruned(arrival) && (await arrival.read('sequence')) === undefined) continue;
      const ids = there.get(from) ?? new Set<string>();
      there.set(from, ids.add(note.test.id));
    }
  }
}
