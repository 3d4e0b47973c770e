/**
 * Worker: makes tests and executes them, one at a time, with generators and a compile server of its own.
 *
 * Invariant: an interruption ends every wait at once; closing the worker then ends everything that still
 * runs.
 */
import type { Alphabet } from '../choice/index.ts';
import { type GenerationRequest, type Made, type SourceDefinition, SourcePool } from '../source/index.ts';
import type { ExecuteRequest, Execution } from '../serve/index.ts';
import type { Target } from '../target/index.ts';
import type { Interruption } from '../util/interruption.ts';

export class Worker {
  readonly target: Target;
  /** The compiler before a change. */
  readonly control: Target | undefined;
  readonly interruption: Interruption;
  readonly #sources = new Map<string, SourcePool>();

  constructor(
    target: Target,
    definitions: readonly SourceDefinition[],
    alphabets: ReadonlyMap<string, Alphabet>,
    interruption: Interruption,
    note: (text: string) => void,
    control?: Target,
  ) {
    this.target = target;
    this.control = control;
    this.interruption = interruption;
    for (const definition of definitions) {
      const alphabet = alphabets.get(definition.name);
      this.#sources.set(
        definition.name,
        new SourcePool(definition, 1, { tell: note, ...(alphabet === undefined ? {} : { alphabet }) }),
      );
    }
  }

  make(source: string, request: GenerationRequest): Promise<Made> {
    return this.interruption.wait(this.#sources.get(source)!.make(request));
  }

  /** Makes tests of one source; small ones cost less together. */
  makeAll(source: string, requests: readonly GenerationRequest[]): Promise<readonly Made[]> {
    return this.interruption.wait(this.#sources.get(source)!.makeAll(requests));
  }

  /** Executes one request after the other. */
  async executeAll(requests: readonly ExecuteRequest[]): Promise<readonly (readonly Execution[])[]> {
    if (requests.length === 0) return [];
    const { target, interruption } = this;
    if (target.executeAll !== undefined) return interruption.wait(target.executeAll(requests));
    const all: (readonly Execution[])[] = [];
    for (const request of requests) all.push(await interruption.wait(target.execute(request)));
    return all;
  }

  async close(): Promise<void> {
    await Promise.all([
      this.target.close(),
      this.control?.close(),
      ...[...this.#sources.values()].map((source) => source.close()),
    ]);
  }
}
