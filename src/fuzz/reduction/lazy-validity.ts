/**
 * Validity, asked for when it pays: sanitizers cost more than everything else about a candidate, and a source that
 * promises defined behaviour nearly always keeps its word.
 *
 * So a program of such a source is checked when it has shrunk to half of the last one that was, and at the very end; of
 * any other source, every time.
 */
import { checkValidity, type Laboratory } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import { programKey, programSize } from '../worker.ts';

export interface LazyValidityOptions {
  readonly laboratory: Laboratory;
  /** As for the compiler under test. */
  readonly args: readonly string[];
  readonly isPromised: boolean;
  /** Of a program that is known to be valid. */
  readonly bytes: number;
}

export class LazyValidity {
  readonly #options: LazyValidityOptions;
  #checkedBytes: number;
  #checkedKey = '';
  /** Nothing is taken on trust any more: the source broke its promise. */
  isStrict: boolean;

  constructor(options: LazyValidityOptions) {
    this.#options = options;
    this.#checkedBytes = options.bytes;
    this.isStrict = !options.isPromised;
  }

  async allows(program: Program): Promise<boolean> {
    const bytes = programSize(program);
    if (!this.isStrict && bytes > this.#checkedBytes / 2) return true;
    const { laboratory, args } = this.#options;
    const { verdict } = await checkValidity(laboratory, program, { args, quick: !this.isStrict });
    if (verdict === 'undefined') return false;
    this.#checkedBytes = bytes;
    this.#checkedKey = programKey(program);
    return true;
  }

  /** Whether this very program is the last one that was checked. */
  wasChecked(program: Program): boolean {
    return programKey(program) === this.#checkedKey;
  }
}
