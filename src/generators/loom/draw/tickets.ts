/**
 * Tickets: names and references that survive changes elsewhere.
 *
 * A declaration draws its name as a number; if the number is taken, it gets the next free one. A use draws a
 * ticket: it means the visible candidate with the highest hash of ticket and name. So a new or removed
 * declaration changes only the uses that mean it; an index into a list would change nearly all uses.
 */
import type { Draw } from '../../../choice/index.ts';
import type { DataClass, Variable } from '../ir/nodes.ts';
import { bestOf, Visibles, TICKETS, type Visible } from './visibles.ts';

const NAMES = 4096;

/** The letters at the start of names. */
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
  /**
   * For each kind: the number to try after a taken number, so that the search does not step through a long
   * series.
   */
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

/** One element of a short list, to whose end new elements are added. */
export function byIndex<T>(draw: Draw, candidates: readonly T[]): T | undefined {
  return candidates[draw.pick(TICKETS) % Math.max(1, candidates.length)];
}

export function byTicket(draw: Draw, candidates: Visibles | readonly Visible[]): Variable | undefined {
  const ticket = draw.pick(TICKETS);
  const best = candidates instanceof Visibles ? candidates.best(ticket) : bestOf(candidates, ticket);
  return best?.variable;
}
