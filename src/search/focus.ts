/**
 * Focus: the part of a target that a search should reach, by name, and the part that was reached.
 *
 * Invariant: only edges count, each once. Without a focus all features count alike.
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

  /** Adds new features of the target, and returns the number of them in the focus. */
  add(features: Uint32Array): number {
    for (const feature of features) {
      const cell = cellOf(feature);
      if (this.place.edges.has(cell)) this.#reached.add(cell);
    }
    return this.count(features);
  }

  /** Number of the features that lie in the focus. */
  count(features: Uint32Array): number {
    let count = 0;
    for (const feature of features) if (this.place.edges.has(cellOf(feature))) count++;
    return count;
  }
}
