/**
 * Validity, checked only if it pays. Sanitizers cost more than everything else about a candidate, and a
 * source's promise of defined behaviour nearly always holds.
 *
 * So such a source's program is checked if it has shrunk to half since the last check, and at the very end. A
 * program of any other source is checked every time. If the original has no meaning, a program that crashes a
 * compiler need not have one.
 */
import { type Laboratory } from '../../laboratory/index.ts';
import { checkValidity } from '../../oracle/index.ts';
import { type Program, programKey, programSize } from '../../program/index.ts';

export interface LazyValidityOptions {
  readonly laboratory: Laboratory;
  /** Flags for the compiler under test. */
  readonly argsFor: (program: Program) => readonly string[];
  readonly isPromised: boolean;
  /** The program of the finding. */
  readonly original: Program;
  /**
   * True if a smaller program may lack a meaning when the original does: a compiler must not crash on any
   * input.
   */
  readonly mayMeanNothing: boolean;
}

export class LazyValidity {
  readonly #options: LazyValidityOptions;
  #checkedBytes: number;
  #checkedKey = '';
  /** True if the original has a meaning; undefined until that was checked. */
  #hadMeaning: boolean | undefined;
  /** True if every program is checked: the source broke its promise. */
  isStrict: boolean;
  /** True if everything is allowed, because another part guards the result, such as the step on text. */
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

  /** The same check without trust, for a program that other steps start from. */
  async stands(program: Program): Promise<boolean> {
    this.#checkedBytes = Infinity;
    return this.allows(program);
  }

  async #hasMeaning(program: Program): Promise<boolean> {
    const { laboratory, argsFor, mayMeanNothing } = this.#options;
    const { verdict, isEndless } = await checkValidity(laboratory, program, {
      args: argsFor(program),
      quick: !this.isStrict,
      // A program without an end means something to a compiler, but its behaviour in a run says nothing.
      atLeast: mayMeanNothing ? 'undefined' : 'suspicious',
    });
    return verdict !== 'undefined' && (mayMeanNothing || !isEndless);
  }

  /** True if exactly this program was the last one checked. */
  wasChecked(program: Program): boolean {
    return programKey(program) === this.#checkedKey;
  }
}
