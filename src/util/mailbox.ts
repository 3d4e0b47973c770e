/** Messages in the order of their arrival, and the one reader that waits for the next. */
export class Mailbox<T> {
  readonly #arrived: T[] = [];
  #waiting: ((message: T) => void) | undefined;

  get isEmpty(): boolean {
    return this.#arrived.length === 0;
  }

  clear(): void {
    this.#arrived.length = 0;
  }

  deliver(message: T): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) waiting(message);
    else this.#arrived.push(message);
  }

  async next(): Promise<T> {
    if (this.#arrived.length > 0) return this.#arrived.shift() as T;
    return new Promise((resolve) => (this.#waiting = resolve));
  }

  /** The next message, without taking it. */
  async peek(): Promise<T> {
    const message = await this.next();
    this.#arrived.unshift(message);
    return message;
  }
}
