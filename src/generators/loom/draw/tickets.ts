/**
 * Tickets: names and references that survive changes elsewhere.
 *
 * A declaration draws its name as a number; the next free one is taken on a clash. A use draws a ticket: among what is
 * visible it means the candidate with the highest hash of ticket and name. So a declaration that comes or goes re-points
 * only the uses that meant it, where an index into a list would re-point nearly all.
 */
import type { Draw } from '../../../choice/index.ts';
import type { DataClass, Variable } from '../ir/nodes.ts';
import { bestOf, Visibles, TICKETS, type Visible } from './visibles.ts';

const NAMES = 4096;

/** The letters that names begin with. */
const letters: Readonly<Record<DataClass | 'struct' | 'function' | 'label', string>> = {
  struct: 'S',
  function: 'f',
  label: 'L',
  hidden: 'h',
  input: 'i',
  mixed: 'm',
  output: 'o',
  local: 'l',
  iterator: 'k',
};

export class Names {
  /** By kind: what follows a number that is taken, so that nobody goes over a long run of them one by one. */
  readonly #after = new Map<keyof typeof letters, Map<number, number>>();

  draw(draw: Draw, what: keyof typeof letters): string {
    let after = this.#after.get(what);
    if (after === undefined) this.#after.set(what, (after = new Map()));
    const drawn = draw.pick(NAMES);
    let free = drawn;
    for (let next = after.get(free); next !== undefined; next = after.get(free)) free = next;
    after.set(drawn, free + 1);
    after.set(free, free + 1);
    return `${letters[what]}_${free.toString(36)}`;
  }
}

/** One of a short list, whose end is where the next one is added. */
export function byIndex<T>(draw: Draw, candidates: readonly T[]): T | undefined {
  return candidates[draw.pick(TICKETS) % Math.max(1, candidates.length)];
}

export function byTicket(draw: Draw, candidates: Visibles | readonly Visible[]): Variable | undefined {
  const ticket = draw.pick(TICKETS);
  const best = candidates instanceof Visibles ? candidates.best(ticket) : bestOf(candidates, ticket);
  return best?.variable;
}
