/**
 * Known bases: programs before their stages, by the choices that made them.
 *
 * A record replays to itself, so a chain in which only stages change needs no generator. The least recently
 * used goes first. Invariant: a known program equals the generator's program, since whole records are
 * compared.
 */
import type { Alphabet, ChoiceSequence } from '../../choice/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import { stageTuning } from '../../stage/index.ts';
import { Recent } from '../../util/recent.ts';

export interface Base {
  readonly program: Program;
  readonly record: ChoiceSequence;
}

const ofAlphabets = new WeakMap<Alphabet, Map<string, KnownBases>>();

/** Sources with one definition and one alphabet share their known programs. */
export function knownBasesOf(name: string, alphabet: Alphabet): KnownBases {
  let all = ofAlphabets.get(alphabet);
  if (all === undefined) ofAlphabets.set(alphabet, (all = new Map()));
  let known = all.get(name);
  if (known === undefined) all.set(name, (known = new KnownBases()));
  return known;
}

export class KnownBases {
  readonly #bases: Recent<Base>;

  constructor(maxBytes: number = stageTuning.cacheBytes.value) {
    this.#bases = new Recent(maxBytes);
  }

  find(record: ChoiceSequence): Base | undefined {
    const found = this.#bases.get(record.fingerprint());
    return found?.record.equals(record) === true ? found : undefined;
  }

  add(base: Base): void {
    this.#bases.put(base.record.fingerprint(), base, sizeOf(base));
  }
}

function sizeOf({ program, record: { ops, words } }: Base): number {
  return programSize(program) + ops.byteLength + words.byteLength;
}
