/**
 * A pool of things that each serve one caller at a time. If all are taken, a caller waits for the next free
 * one.
 */
export class Pool<T> {
  readonly #free: T[];
  readonly #waiting: ((item: T) => void)[] = [];

  constructor(items: readonly T[]) {
    this.#free = [...items];
  }

  async use<Result>(work: (item: T) => Promise<Result>): Promise<Result> {
    const item = this.#free.pop() ?? (await new Promise<T>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(item);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(item);
      else next(item);
    }
  }
}
