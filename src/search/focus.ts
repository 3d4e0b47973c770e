/**
 * Focus: the part of a target that a search is to reach, by name, and how much of it was reached.
 *
 * Invariant: edges alone are counted, each once. Without a focus everything is as good as anything.
 */
import { cellOf } from '../serve/index.ts';

/** The edges of the files or functions that a person named. */
export interface FocusPlace {
  readonly name: string;
  readonly edges: ReadonlySet<number>;
}

export class Focus {
  readonly place: FocusPlace;
  readonly #reached = new Set<number>();

  constructor(place: FocusPlace) {
    this.place = place;
  }

  /** How many edges of it were reached. */
  get edges(): number {
    return this.#reached.size;
  }

  /** Takes in new features of the target, and says how many of them lie in the focus. */
  add(features: Uint32Array): number {
    for (const feature of features) {
      const cell = cellOf(feature);
      if (this.place.edges.has(cell)) this.#reached.add(cell);
    }
    return this.count(features);
  }

  /** How many of the features lie in the focus. */
  count(features: Uint32Array): number {
    let count = 0;
    for (const feature of features) if (this.place.edges.has(cellOf(feature))) count++;
    return count;
  }
}
