/**
 * Meanings: the names of the options that choices stand for, if a generator drew from a list of nameable things.
 *
 * The player collects them only on demand, to show or file a sequence, because it costs time at every draw.
 */

import type { Alphabet, ChoiceKind } from './alphabet.ts';
import { choiceTuning } from '../tuning.ts';

/** Names of the options of one question; null for an option with two different names. */
export interface Meaning {
  /** Label of the innermost scope; empty outside all scopes. */
  readonly label: string;
  readonly kind: ChoiceKind;
  readonly names: readonly (string | null)[];
}

const MAX_OPTIONS = choiceTuning.maxNamedOptions.value;
const MAX_NAME_LENGTH = choiceTuning.maxNameLength.value;

export class Meanings {
  readonly #alphabet: Alphabet;
  readonly #names = new Map<number, (string | null)[]>();

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
  }

  note(label: number, symbol: number, options: readonly unknown[]): void {
    if (options.length > MAX_OPTIONS) return;
    const key = label * 65_536 + symbol;
    const names = options.map(nameOf);
    const known = this.#names.get(key);
    if (known === undefined) {
      this.#names.set(key, names);
    } else {
      for (let i = 0; i < names.length; i++) if (known[i] !== names[i]) known[i] = null;
    }
  }

  all(): Meaning[] {
    return [...this.#names]
      .filter(([, names]) => names.some((name) => name !== null))
      .map(([key, names]) => {
        const label = Math.floor(key / 65_536);
        return {
          label: label === 0 ? '' : this.#alphabet.labelOf(label),
          kind: this.#alphabet.kindOf(key % 65_536),
          names,
        };
      });
  }
}

function nameOf(option: unknown): string | null {
  switch (typeof option) {
    case 'string':
      return option.slice(0, MAX_NAME_LENGTH);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(option);
    case 'function':
      return option.name === '' ? null : option.name.slice(0, MAX_NAME_LENGTH);
    default:
      return null;
  }
}
