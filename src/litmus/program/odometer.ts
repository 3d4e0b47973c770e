/** A run that is repeated with every list of answers to its questions, as an odometer counts. */

/** Answers to the questions of one run, in order; `advance` changes them to the next list. */
export class Odometer {
  readonly #digits: { value: number; readonly count: number }[] = [];
  #asked = 0;

  ask(count: number): number {
    const digit = this.#digits[this.#asked++];
    if (digit !== undefined) return digit.value;
    this.#digits.push({ value: 0, count });
    return 0;
  }

  advance(): boolean {
    this.#asked = 0;
    for (;;) {
      const last = this.#digits.pop();
      if (last === undefined) return false;
      if (last.value + 1 === last.count) continue;
      this.#digits.push({ value: last.value + 1, count: last.count });
      return true;
    }
  }
}
