/**
 * Validity, asked for when it pays. Sanitizers cost more than everything else about a candidate, and a source that
 * promises defined behaviour nearly always keeps its word.
 *
 * So a program of such a source is checked if it has shrunk to half since the last check, and at the very end. A
 * program of any other source is checked every time. A program that crashed a compiler may mean nothing if the original
 * had no meaning.
 */
import { checkValidity, type Laboratory } from '../../oracle/index.ts';
import { type Program, programKey, programSize } from '../../program/index.ts';

export interface LazyValidityOptions {
  readonly laboratory: Laboratory;
  /** Flags of the compiler under test. */
  readonly argsFor: (program: Program) => readonly string[];
  readonly isPromised: boolean;
  /** The program as it was found. */
  readonly original: Program;
  /**
   * If the original has no meaning, a smaller one need not have any: a compiler must not crash, whatever it is given.
   */
  readonly mayMeanNothing: boolean;
}

export class LazyValidity {
  readonly #options: LazyValidityOptions;
  #checkedBytes: number;
  #checkedKey = '';
  /** Whether the original has a meaning; undefined as long as nobody had to ask. */
  #hadMeaning: boolean | undefined;
  /** Nothing is taken on trust any more: the source broke its promise. */
  isStrict: boolean;
  /** Everything is allowed: another part guards the result, such as the step on text. */
  isGuarded = false;

  constructor(options: LazyValidityOptions) {
    this.#options = options;
    this.#checkedBytes = programSize(options.original);
    this.isStrict = !options.isPromised;
  }

  async allows(program: Program): Promise<boolean> {
    if (this.isGuarded) return true;
    const bytes = programSize(program);
    if (!this.isStrict && bytes > this.#checkedBytes / 2) return true;
    if (await this.#hasMeaning(program)) {
      this.#checkedBytes = bytes;
      this.#checkedKey = programKey(program);
      return true;
    }
    const { mayMeanNothing, original } = this.#options;
    if (!mayMeanNothing) return false;
    this.#hadMeaning ??= await this.#hasMeaning(original);
    return !this.#hadMeaning;
  }

  /** The same without trust, for a program that others start from. */
  async stands(program: Program): Promise<boolean> {
    this.#checkedBytes = Infinity;
    return this.allows(program);
  }

  async #hasMeaning(program: Program): Promise<boolean> {
    const { laboratory, argsFor, mayMeanNothing } = this.#options;
    const { verdict, isEndless } = await checkValidity(laboratory, program, {
      args: argsFor(program),
      quick: !this.isStrict,
      // A program that does not end means something to a compiler, but what it does then says nothing.
      atLeast: mayMeanNothing ? 'undefined' : 'suspicious',
    });
    return verdict !== 'undefined' && (mayMeanNothing || !isEndless);
  }

  /** Whether this very program is the last one that was checked. */
  wasChecked(program: Program): boolean {
    return programKey(program) === this.#checkedKey;
  }
}
