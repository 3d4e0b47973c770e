/**
 * Slowdown: the effect of answering a generator's draws on its CPU time.
 *
 * For unmodified binaries it is exact. Libc gives its usual answers, and cgfuzz records them. Then the same
 * program is made again from that record, with scopes and without. A rebuilt generator draws other choices
 * than without cgfuzz. For it, CPU time per byte of program is compared between programs with the same
 * options.
 */
import { Alphabet } from '../../choice/index.ts';
import { programSize } from '../../program/index.ts';
import { enginesOf, type ProcessDefinition } from '../definition.ts';
import { openSource } from '../open-source.ts';
import type { MadeProgram } from '../made.ts';
import type { Source, SourceSettings } from '../source.ts';
import { median } from '../../util/numbers.ts';

export interface Slowdown {
  /** CPU time with answered draws, as a multiple of the time without cgfuzz. */
  readonly times: number;
  /** A line for people. */
  readonly text: string;
}

/** Undefined if the generator makes nothing by itself. */
export async function slowdown(
  definition: ProcessDefinition,
  programs: number,
  options: SourceSettings,
): Promise<Slowdown | undefined> {
  // Such a generator waits for requests, so it makes no program by itself.
  if (definition.reach === 'stream' || definition.process === 'persistent') return undefined;
  const sources = new Sources({ ...definition, process: 'exec' }, options);
  try {
    const seeds = Array.from({ length: programs }, (_, seed) => seed);
    const exact = definition.reach === 'preload' ? await sources.sameProgram(seeds) : [];
    if (exact.length > 0) {
      const all = median(exact.map((one) => one.all));
      const bare = median(exact.map((one) => one.bare));
      const why = definition.scopes === 'stack' ? `; ${written(bare)} without scopes` : '';
      return {
        times: all,
        text: `slowdown: ${written(all)} the CPU of the same programs by themselves${why}`,
      };
    }
    const rough = await sources.similarProgram(seeds);
    if (rough.length === 0) return undefined;
    const times = median(rough);
    return {
      times,
      text: `slowdown: about ${written(times)} the CPU that it takes by itself for as much program`,
    };
  } finally {
    await sources.close();
  }
}

class Sources {
  /** The generator by itself, without cgfuzz. */
  readonly #alone: Source;
  /** The same, with recorded draws. */
  readonly #heard: Source;
  readonly #answered: Source;
  readonly #withoutScopes: Source;

  constructor(definition: ProcessDefinition, options: SourceSettings) {
    const shared = { ...options, alphabet: options.alphabet ?? new Alphabet() };
    this.#alone = openSource({ ...definition, reach: 'linked' }, { ...shared, isAlone: true });
    this.#heard = openSource(definition, { ...shared, listens: true });
    this.#answered = openSource(definition, shared);
    this.#withoutScopes = openSource(
      { ...definition, scopes: 'own', engines: enginesOf(definition) },
      shared,
    );
  }

  /**
   * CPU time with scopes and without, as multiples of the generator's own time; over programs that could be
   * made again.
   */
  async sameProgram(seeds: readonly number[]): Promise<{ all: number; bare: number }[]> {
    const ratios: { all: number; bare: number }[] = [];
    for (const seed of seeds) {
      const heard = await this.#heard.run({ seed });
      if (heard.outcome !== 'ok' || heard.record.choiceCount === 0) continue;
      const request = { seed, sequence: heard.record, resync: 'position' } as const;
      const all = await this.#answered.run(request);
      const bare = await this.#withoutScopes.run(request);
      // Every recorded answer was used and there was no other question, so the work was the same.
      const isSame = [all, bare].every(
        ({ outcome, freshCount, record }) =>
          outcome === 'ok' && freshCount === 0 && record.choiceCount === heard.record.choiceCount,
      );
      if (!isSame) continue;
      ratios.push({ all: all.cost.cpuUs / heard.cost.cpuUs, bare: bare.cost.cpuUs / heard.cost.cpuUs });
    }
    return ratios;
  }

  async similarProgram(seeds: readonly number[]): Promise<number[]> {
    const ratios: number[] = [];
    for (const seed of seeds) {
      const [here, there] = [await this.#answered.run({ seed }), await this.#alone.run({ seed })];
      if (here.outcome === 'ok' && there.outcome === 'ok') ratios.push(cpuPerByte(here) / cpuPerByte(there));
    }
    return ratios;
  }

  async close(): Promise<void> {
    await Promise.all(
      [this.#alone, this.#heard, this.#answered, this.#withoutScopes].map((source) => source.close()),
    );
  }
}

function cpuPerByte(made: MadeProgram): number {
  return made.cost.cpuUs / programSize(made.program);
}

function written(times: number): string {
  return `${times.toFixed(2)} times`;
}
