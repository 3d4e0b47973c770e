/**
 * Side job: work that goes on in steps, between the tests of a campaign, so that however many jobs a campaign has, no more
 * run at once.
 *
 * The work asks for a pause wherever it may be interrupted; what it does between two pauses is one step.
 */
export class SideJob {
  readonly #work: (pause: () => Promise<void>) => Promise<void>;
  #isStarted = false;
  #isOver = false;
  #goOn: () => void = () => undefined;
  #stopped: () => void = () => undefined;
  #error: { readonly thrown: unknown } | undefined;

  constructor(work: (pause: () => Promise<void>) => Promise<void>) {
    this.#work = work;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Goes on until the next pause or the end; throws what the work throws. */
  async step(): Promise<void> {
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    if (this.#isStarted) this.#goOn();
    else this.#start();
    await stopped;
    if (this.#error !== undefined) throw this.#error.thrown;
  }

  #start(): void {
    this.#isStarted = true;
    const pause = (): Promise<void> =>
      new Promise((resolve) => {
        this.#goOn = resolve;
        this.#stopped();
      });
    void this.#work(pause)
      .catch((thrown: unknown) => (this.#error = { thrown }))
      .then(() => {
        this.#isOver = true;
        this.#stopped();
      });
  }
}
