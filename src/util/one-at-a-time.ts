/** Runs one piece of work at a time, in the order of the calls. A failure does not stop later work. */
export class OneAtATime {
  #last: Promise<unknown> | undefined;

  do<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const turn = before === undefined ? work() : before.then(work);
    const done: Promise<void> = turn.then(
      () => this.#free(done),
      () => this.#free(done),
    );
    this.#last = done;
    return turn;
  }

  #free(done: Promise<void>): void {
    if (this.#last === done) this.#last = undefined;
  }
}
