/**
 * Side job: work that goes on in steps, between the tests of a campaign. So however many jobs a campaign has, no more
 * run at once.
 *
 * The work asks for a pause wherever it may be interrupted; the work between two pauses is one step.
 */
export type SideWork = (pause: () => Promise<void>) => Promise<void>;

export class SideJob {
  readonly #work: SideWork;
  #isOver = false;
  /** The step that is under way. */
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

  /** Goes on until the next pause or the end; throws what the work throws. A caller that asks meanwhile waits for the same step. */
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
