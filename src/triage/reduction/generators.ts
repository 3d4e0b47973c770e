/** Several processes of one source, with one alphabet: as many tests are made at once. */
import { Alphabet } from '../../choice/index.ts';
import {
  type GenerationRequest,
  openSource,
  type ProcessGenerated,
  type ProcessSource,
  type ProcessSourceOptions,
  type SourceDefinition,
} from '../../source/index.ts';
import { Pool } from '../../util/pool.ts';

export class Generators {
  readonly definition: SourceDefinition;
  readonly alphabet: Alphabet;
  readonly #sources: readonly ProcessSource[];
  readonly #pool: Pool<ProcessSource>;
  /** Spent so far. */
  cpuMs = 0;

  constructor(definition: SourceDefinition, count: number, options: ProcessSourceOptions = {}) {
    this.definition = definition;
    this.alphabet = new Alphabet();
    this.#sources = Array.from({ length: count }, () =>
      openSource(definition, { ...options, alphabet: this.alphabet }),
    );
    this.#pool = new Pool(this.#sources);
  }

  async make(request: GenerationRequest): Promise<ProcessGenerated> {
    const made = await this.#pool.use((source) => source.run(request));
    this.cpuMs += made.cost.cpuUs / 1_000;
    return made;
  }

  async close(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.close()));
  }
}
