/** A generator makes one program at a time: who asks while it is at work waits for it. */
import type { Made } from './made.ts';
import type { GenerationRequest, Source } from './source.ts';

export function inTurn(source: Source): Source {
  return new TakenInTurn(source);
}

class TakenInTurn implements Source {
  readonly name: string;
  readonly alphabet: Source['alphabet'];
  readonly #source: Source;
  #last: Promise<unknown> | undefined;

  constructor(source: Source) {
    this.name = source.name;
    this.alphabet = source.alphabet;
    this.#source = source;
  }

  run(request: GenerationRequest): Promise<Made> {
    const before = this.#last;
    const made =
      before === undefined ? this.#source.run(request) : before.then(() => this.#source.run(request));
    // Whatever became of it, the next one may begin.
    const done: Promise<void> = made.then(
      () => this.#free(done),
      () => this.#free(done),
    );
    this.#last = done;
    return made;
  }

  seen(): ReadonlyMap<string, number> {
    return this.#source.seen();
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  #free(done: Promise<void>): void {
    if (this.#last === done) this.#last = undefined;
  }
}
