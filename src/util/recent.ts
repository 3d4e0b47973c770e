/**
 * The most recently used values, as many as there is room for.
 *
 * Invariant: the sizes of all kept values add up to no more than the limit.
 */
export class Recent<Value> {
  /** Values in the order of their last use. */
  readonly #values = new Map<string, { readonly value: Value; readonly size: number }>();
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns a value, which becomes the most recent. */
  get(key: string): Value | undefined {
    const found = this.#values.get(key);
    if (found === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  /** Returns a value and removes it. */
  take(key: string): Value | undefined {
    const found = this.#values.get(key);
    if (found === undefined) return undefined;
    this.#values.delete(key);
    this.#size -= found.size;
    return found.value;
  }

  /**
   * Keeps a value under this key, and returns the values that had to go, which may include the value itself.
   */
  put(key: string, value: Value, size: number): [key: string, value: Value][] {
    this.take(key);
    this.#values.set(key, { value, size });
    this.#size += size;
    const gone: [string, Value][] = [];
    for (const [oldest, each] of this.#values) {
      if (this.#size <= this.#limit) break;
      gone.push([oldest, each.value]);
      this.take(oldest);
    }
    return gone;
  }
}
