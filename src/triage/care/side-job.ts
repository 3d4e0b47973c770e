/**
 * Side job: work in steps, between the tests of a campaign. So with any number of jobs in a campaign, only
 * one step runs at a time.
 *
 * The work calls `pause` at each point of possible interruption; the work between two pauses is one step.
 */
export type SideWork = (pause: () => Promise<void>) => Promise<void>;

export class SideJob {
  readonly #work: SideWork;
  #isOver = false;
  /** The running step. */
  #step: Promise<void> | undefined;
  #goOn: (() => void) | undefined;
  #stopped: () => void = () => undefined;
  #error: { readonly thrown: unknown } | undefined;

  constructor(work: SideWork) {
    this.#work = work;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isStepping(): boolean {
    return this.#step !== undefined;
  }

  /**
   * Continues until the next pause or the end; throws the work's errors. A caller during a step waits for the
   * same step.
   */
  step(): Promise<void> {
    return (this.#step ??= this.#takeStep().finally(() => (this.#step = undefined)));
  }

  async #takeStep(): Promise<void> {
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    if (this.#goOn === undefined) this.#start();
    else this.#goOn();
    await stopped;
    if (this.#error !== undefined) throw this.#error.thrown;
  }

  #start(): void {
    this.#goOn = () => undefined;
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
