/**
 * The trace of a reduction, one line for each candidate. A line holds the candidate's end, and the CPU time of making,
 * compiling, running and checking it. A candidate that was never evaluated has a line too.
 *
 * The parts are measured where the work is handed over: generators say what they used, and so do compilers and
 * programs. The rest is the engine's.
 */
import type { Laboratory } from '../../src/laboratory/index.ts';
import type { Scout } from '../../src/oracle/index.ts';
import type { SourcePool } from '../../src/source/index.ts';

export interface TraceLine {
  /** CPU time of everything since the start, when its fate was known. */
  readonly atMs: number;
  readonly step: 'choices' | 'text';
  readonly pass: string;
  readonly fate: string;
  /** Choices of the record, or none on text. */
  readonly choices: number;
  /** Bytes of the program where it was evaluated, and of the best so far. */
  readonly bytes: number;
  readonly best: number;
  readonly makeMs: number;
  readonly scoutMs: number;
  readonly compileMs: number;
  readonly runMs: number;
  readonly checkMs: number;
}

type Parts = Record<'makeMs' | 'scoutMs' | 'compileMs' | 'runMs' | 'checkMs', number>;

interface Watched {
  readonly laboratory: Laboratory;
  readonly generators: SourcePool;
  readonly scout: Scout;
}

export class Trace {
  readonly lines: TraceLine[] = [];
  readonly #cpuMs: () => number;
  readonly #generators: SourcePool;
  #spent: Parts = { makeMs: 0, scoutMs: 0, compileMs: 0, runMs: 0, checkMs: 0 };
  #madeMs: number;
  #isChecking = false;
  /** The sizes of the program that is evaluated, and of the best so far. */
  bytes = 0;
  best: number;

  constructor(cpuMs: () => number, { laboratory, generators, scout }: Watched, best: number) {
    this.#cpuMs = cpuMs;
    this.#generators = generators;
    this.#madeMs = generators.cpuMs;
    this.best = best;
    this.#watch(laboratory, laboratory, 'compile', 'compileMs');
    this.#watch(laboratory.linking, laboratory, 'link', 'runMs');
    this.#watch(scout, laboratory, 'expectation', 'scoutMs');
  }

  note(line: Pick<TraceLine, 'step' | 'pass' | 'fate' | 'choices'>): void {
    this.#spent.makeMs = this.#generators.cpuMs - this.#madeMs;
    const { bytes, best } = this;
    const parts = Object.fromEntries(
      Object.entries(this.#spent).map(([part, ms]) => [part, Math.round(ms * 10) / 10]),
    ) as Parts;
    this.lines.push({ atMs: Math.round(this.#cpuMs()), ...line, bytes, best, ...parts });
    this.#spent = { makeMs: 0, scoutMs: 0, compileMs: 0, runMs: 0, checkMs: 0 };
    this.#madeMs = this.#generators.cpuMs;
    this.bytes = 0;
  }

  /** Work meanwhile belongs to the check that the program has a meaning. */
  async checking<T>(work: () => Promise<T>): Promise<T> {
    this.#isChecking = true;
    try {
      return await work();
    } finally {
      this.#isChecking = false;
    }
  }

  #watch<Name extends string>(
    who: { readonly [name in Name]: (...args: never[]) => Promise<unknown> },
    laboratory: Laboratory,
    name: Name,
    part: keyof Parts,
  ): void {
    const work = who[name].bind(who) as (...args: readonly unknown[]) => Promise<unknown>;
    const timed = async (...args: readonly unknown[]): Promise<unknown> => {
      const beforeMs = laboratory.cpuMs;
      const result = await work(...args);
      this.#spent[this.#isChecking ? 'checkMs' : part] += laboratory.cpuMs - beforeMs;
      return result;
    };
    Object.assign(who, { [name]: timed });
  }
}
