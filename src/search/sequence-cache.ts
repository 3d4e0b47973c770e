/** The recently used sequences, decoded: decoding a large one takes milliseconds. */
import { totalmem } from 'node:os';
import { ChoiceSequence } from '../choice/index.ts';
import { Recent } from '../util/recent.ts';
import type { Parent } from './parents.ts';
import { tuning } from './tuning.ts';

/** Memory of the machine, or of the container that this runs in; 0 stands for no limit. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const MAX_BYTES = Math.min(memory * tuning.cacheShare.value, tuning.maxCacheBytes.value);

export class SequenceCache {
  readonly #read: (parent: Parent) => ChoiceSequence;
  /** The recently used sequences, with mutation's indices for them: three times their size. */
  readonly #known: Recent<ChoiceSequence>;
  readonly #bare: Recent<ChoiceSequence>;

  constructor(read: (parent: Parent) => ChoiceSequence, maxBytes: number = MAX_BYTES) {
    this.#read = read;
    this.#known = new Recent(maxBytes / 12);
    this.#bare = new Recent(maxBytes);
  }

  get(parent: Parent): ChoiceSequence {
    const { id } = parent.info;
    const sequence = this.#known.take(id) ?? this.#bare.take(id) ?? this.#read(parent);
    this.put(parent, sequence);
    return sequence;
  }

  put(parent: Parent, sequence: ChoiceSequence): void {
    for (const [id, { alphabet, ops, words, choiceCount }] of this.#known.put(
      parent.info.id,
      sequence,
      bytesOf(sequence),
    )) {
      const bare = new ChoiceSequence(alphabet, ops, words, choiceCount);
      this.#bare.put(id, bare, bytesOf(bare));
    }
  }
}

function bytesOf({ ops, words }: ChoiceSequence): number {
  return ops.byteLength + words.byteLength;
}
