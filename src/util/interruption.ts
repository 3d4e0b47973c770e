/**
 * Interruption: lets a waiting caller continue at once when a signal is aborted, however long the work takes.
 *
 * The work continues by itself: the code that began it must end it. One listener for any number of waits,
 * since a campaign waits many times for each test.
 */
export class Interruption {
  readonly #signal: AbortSignal;
  readonly #waits = new Set<(reason: unknown) => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#interrupt(), { once: true });
  }

  /** The result or the error of the work, or the signal's reason, whichever comes first. */
  async wait<T>(work: Promise<T>): Promise<T> {
    if (this.#signal.aborted) {
      // Its failure is ignored from here on.
      work.catch(() => undefined);
      throw this.#signal.reason;
    }
    return new Promise<T>((resolve, reject) => {
      this.#waits.add(reject);
      const settle = (then: () => void): void => {
        this.#waits.delete(reject);
        then();
      };
      work.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      );
    });
  }

  #interrupt(): void {
    for (const reject of this.#waits) reject(this.#signal.reason);
    this.#waits.clear();
  }
}
