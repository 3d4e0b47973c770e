/** The sequences that were used lately, decoded: decoding a large one takes milliseconds. */
import { totalmem } from 'node:os';
import { ChoiceSequence } from '../choice/index.ts';
import type { Parent } from './parents.ts';
import { tuning } from './tuning.ts';

/** Memory of the machine, or of the container that this runs in; 0 stands for no limit. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const MAX_BYTES = Math.min(memory * tuning.cacheShare.value, tuning.maxCacheBytes.value);

export class SequenceCache {
  readonly #read: (parent: Parent) => ChoiceSequence;
  /** Those used last, with what mutation has come to know about them: three times their size. */
  readonly #known: Recent;
  readonly #bare: Recent;

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
    for (const [id, { alphabet, ops, words, choiceCount }] of this.#known.put(parent.info.id, sequence)) {
      this.#bare.put(id, new ChoiceSequence(alphabet, ops, words, choiceCount));
    }
  }
}

/** The values that were put last, as many as there is room for. */
class Recent {
  readonly #maxBytes: number;
  readonly #sequences = new Map<string, ChoiceSequence>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  take(id: string): ChoiceSequence | undefined {
    const sequence = this.#sequences.get(id);
    if (sequence === undefined) return undefined;
    this.#sequences.delete(id);
    this.#bytes -= bytesOf(sequence);
    return sequence;
  }

  /** Returns what had to go. */
  put(id: string, sequence: ChoiceSequence): [id: string, sequence: ChoiceSequence][] {
    this.take(id);
    this.#sequences.set(id, sequence);
    this.#bytes += bytesOf(sequence);
    const gone: [string, ChoiceSequence][] = [];
    for (const oldest of this.#sequences) {
      if (this.#bytes <= this.#maxBytes) break;
      gone.push(oldest);
      this.take(oldest[0]);
    }
    return gone;
  }
}

function bytesOf({ ops, words }: ChoiceSequence): number {
  return ops.byteLength + words.byteLength;
}
