/** The sequences that were used lately, decoded: decoding a large one takes milliseconds. */
import type { ChoiceSequence } from '../choice/index.ts';
import type { Parent } from './parents.ts';

/** All together, in choices; some 12 bytes each, and as much again for what mutation knows about them. */
const MAX_CHOICES = 10_000_000;

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
