/** A generator makes one program at a time: a request that comes while it is at work waits. */
import type { Made } from './made.ts';
import { type GenerationRequest, runAll, type Source } from './source.ts';
import { OneAtATime } from '../util/one-at-a-time.ts';

export function inTurn(source: Source): Source {
  return new TakenInTurn(source);
}

class TakenInTurn implements Source {
  readonly name: string;
  readonly alphabet: Source['alphabet'];
  readonly #source: Source;
  readonly #turns = new OneAtATime();

  constructor(source: Source) {
    this.name = source.name;
    this.alphabet = source.alphabet;
    this.#source = source;
  }

  run(request: GenerationRequest): Promise<Made> {
    return this.#turns.do(() => this.#source.run(request));
  }

  runAll(requests: readonly GenerationRequest[]): Promise<readonly Made[]> {
    return this.#turns.do(() => runAll(this.#source, requests));
  }

  seen(): ReadonlyMap<string, number> {
    return this.#source.seen();
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}
