/**
 * Several generators of one source, with one alphabet, for several tests at once. Each starts at its first
 * use.
 */
import { Alphabet } from '../choice/index.ts';
import { Pool } from '../util/pool.ts';
import type { SourceDefinition } from './definition.ts';
import type { Made } from './made.ts';
import { openSource } from './open-source.ts';
import { type GenerationRequest, runAll, type Source, type SourceSettings } from './source.ts';

export class SourcePool {
  readonly definition: SourceDefinition;
  readonly alphabet: Alphabet;
  readonly #sources: readonly Source[];
  readonly #free: Pool<Source>;
  /** Spent so far. */
  cpuMs = 0;

  constructor(definition: SourceDefinition, count: number, options: SourceSettings = {}) {
    const alphabet = options.alphabet ?? new Alphabet();
    this.definition = definition;
    this.alphabet = alphabet;
    this.#sources = Array.from({ length: count }, () => openSource(definition, { ...options, alphabet }));
    this.#free = new Pool(this.#sources);
  }

  async make(request: GenerationRequest): Promise<Made> {
    const made = await this.#free.use((source) => source.run(request));
    this.cpuMs += made.cost.cpuUs / 1_000;
    return made;
  }

  async makeAll(requests: readonly GenerationRequest[]): Promise<readonly Made[]> {
    const all = await this.#free.use((source) => runAll(source, requests));
    for (const { cost } of all) this.cpuMs += cost.cpuUs / 1_000;
    return all;
  }

  async close(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.close()));
  }
}
