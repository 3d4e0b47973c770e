/**
 * Known bases: programs as they leave the generator, by the choices that made them.
 *
 * A record replays to itself, so that a chain whose stages alone are changed needs no generator. Least recently used
 * first out. Invariant: what is found is what the generator would make, since records are compared whole.
 */
import type { Alphabet, ChoiceSequence } from '../../choice/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import { stageTuning } from '../../stage/index.ts';

export interface Base {
  readonly program: Program;
  readonly record: ChoiceSequence;
}

const ofAlphabets = new WeakMap<Alphabet, Map<string, KnownBases>>();

/** Sources of one definition that share an alphabet share what they know. */
export function knownBasesOf(name: string, alphabet: Alphabet): KnownBases {
  let all = ofAlphabets.get(alphabet);
  if (all === undefined) ofAlphabets.set(alphabet, (all = new Map()));
  let known = all.get(name);
  if (known === undefined) all.set(name, (known = new KnownBases()));
  return known;
}

export class KnownBases {
  /** In the order of their last use. */
  readonly #bases = new Map<string, Base>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number = stageTuning.cacheBytes.value) {
    this.#maxBytes = maxBytes;
  }

  find(record: ChoiceSequence): Base | undefined {
    const key = record.fingerprint();
    const found = this.#bases.get(key);
    if (found === undefined || !found.record.equals(record)) return undefined;
    this.#bases.delete(key);
    this.#bases.set(key, found);
    return found;
  }

  add(base: Base): void {
    const key = base.record.fingerprint();
    this.#drop(key);
    this.#bases.set(key, base);
    this.#bytes += sizeOf(base);
    for (const oldest of this.#bases.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const base = this.#bases.get(key);
    if (base === undefined) return;
    this.#bases.delete(key);
    this.#bytes -= sizeOf(base);
  }
}

function sizeOf({ program, record: { ops, words } }: Base): number {
  return programSize(program) + ops.byteLength + words.byteLength;
}
