/** The sequences that were used lately, decoded: decoding a large one takes milliseconds. */
import { totalmem } from 'node:os';
import type { ChoiceSequence } from '../choice/index.ts';
import type { Parent } from './parents.ts';

/** With the scopes around it, and what mutation comes to know about where they are. */
const BYTES_A_CHOICE = 40;
/** All together. Of twenty minutes with Csmith, 10 million find every second parent here, 40 million nine in ten. */
const MAX_CHOICES = Math.min(40_000_000, totalmem() / 16 / BYTES_A_CHOICE);

export class SequenceCache {
  readonly #read: (parent: Parent) => ChoiceSequence;
  /** The one used last at the end. */
  readonly #known = new Map<string, ChoiceSequence>();
  #choices = 0;

  constructor(read: (parent: Parent) => ChoiceSequence) {
    this.#read = read;
  }

  get(parent: Parent): ChoiceSequence {
    const { id } = parent.info;
    const known = this.#known.get(id);
    if (known === undefined) {
      const sequence = this.#read(parent);
      this.put(parent, sequence);
      return sequence;
    }
    this.#known.delete(id);
    this.#known.set(id, known);
    return known;
  }

  put(parent: Parent, sequence: ChoiceSequence): void {
    this.#known.set(parent.info.id, sequence);
    this.#choices += sequence.choiceCount;
    for (const [id, oldest] of this.#known) {
      if (this.#choices <= MAX_CHOICES) break;
      this.#known.delete(id);
      this.#choices -= oldest.choiceCount;
    }
  }
}
