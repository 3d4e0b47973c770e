/**
 * Size classes: whether a program is worth executing, now that it is made and its size is known.
 *
 * What making it took is spent either way. What executing it takes is well spent where tests of its size earn as much for
 * that as the campaign does for all its time, since otherwise that time goes into other tests. Generators make small
 * programs whatever they are asked for, and those reach little that is new once there are many.
 *
 * Invariant: no size is given up for good; one test in a few is executed whatever its size.
 */
import { EXTRA_MS, KEEP } from './parents.ts';

/** Tests of a size before anything is concluded from what they earned. */
const MIN_TESTS = 20;
/** One of so many tests is executed in any case. */
const EXECUTE_EVERY = 16;

interface Class {
  tests: number;
  earned: number;
  spentMs: number;
}

export type SizeClassesState = readonly Readonly<Class>[];

export class SizeClasses {
  /** One for each doubling of the size. */
  readonly #classes: Class[] = [];

  /** `usual` is what the whole campaign earns in a millisecond; the number of the test decides where chance would. */
  isWorthwhile(bytes: number, usual: number, test: number): boolean {
    const { tests, earned, spentMs } = this.#classOf(bytes);
    // One more, as with arms: where nothing is found any more, no size is worse than the others.
    return tests < MIN_TESTS || test % EXECUTE_EVERY === 0 || earned + 1 >= usual * spentMs;
  }

  learn(bytes: number, earned: number, executionMs: number): void {
    for (const each of this.#classes) {
      each.tests *= KEEP;
      each.earned *= KEEP;
      each.spentMs *= KEEP;
    }
    const own = this.#classOf(bytes);
    own.tests++;
    own.earned += earned;
    own.spentMs += executionMs + EXTRA_MS;
  }

  get state(): SizeClassesState {
    return this.#classes;
  }

  restore(state: SizeClassesState): void {
    this.#classes.splice(0, this.#classes.length, ...state.map((each) => ({ ...each })));
  }

  #classOf(bytes: number): Class {
    const index = Math.ceil(Math.log2(Math.max(1, bytes)));
    while (this.#classes.length <= index) this.#classes.push({ tests: 0, earned: 0, spentMs: 0 });
    return this.#classes[index]!;
  }
}
