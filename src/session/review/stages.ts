/**
 * The stages of a review, which share its time: the patch's own tests and then the suite, each as it is and
 * changed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { runSeeds, type SeedsRun } from './seeds-run.ts';

export interface StagesOptions {
  /** The program of seeds with the patch. */
  readonly program: string;
  /** Words for every run: the judge, the control. */
  readonly words: readonly string[];
  /** The file that a run writes its edges to. */
  readonly coverage: string;
  /** CPU seconds of all stages. */
  readonly seconds: number;
  readonly seed: number;
  /** True if the first fault ends the stages, and the stages look for nothing but faults. */
  readonly untilFault?: boolean;
  readonly signal: AbortSignal;
}

export interface Pools {
  /** Undefined if the patch's tests are all that is tried. */
  readonly suite: string | undefined;
  /** Undefined if the patch has no tests. */
  readonly own: string | undefined;
  readonly folders: readonly string[];
}

/**
 * Shares of the time: the patch's tests as they are, and the same changed. Of the time that is left, a share
 * for the suite as it is; the changed suite has the rest.
 */
const SHARES = { own: 0.35, mutated: 0.3, suite: 0.5 };
/** Runs of a function with other arguments: 8 miss bugs that 200 show. Few tests differ from the control's. */
const RUNS_OF_OWN = 200;
const RUNS = 64;
const MOST_FIRST = 300;

/** Seeds whose results the patch alters, as words for a run that changes tests; some hundred at most. */
function firstOf(run: SeedsRun | undefined): string[] {
  const names = new Set(run?.changed.map(({ seed }) => seed));
  return [...names].slice(0, MOST_FIRST).flatMap((name) => ['--first', name]);
}

export class Stages {
  /** The edges of the changed files, in order: the address, and whether a test reached it. */
  readonly reached: Map<bigint, boolean> = new Map();
  readonly runs: SeedsRun[] = [];
  readonly #options: StagesOptions;
  readonly #common: readonly string[];
  #spent = 0;

  constructor(options: StagesOptions) {
    const { words, seed, coverage, untilFault = false } = options;
    this.#options = options;
    const end = untilFault ? ['--faults', '1'] : [];
    this.#common = [...words, ...end, '--seed', String(seed), '--coverage', coverage];
  }

  /** CPU seconds so far. */
  get spent(): number {
    return this.#spent;
  }

  /** The changes that the patch makes to tests of the suite. */
  async all({ suite, own, folders }: Pools): Promise<SeedsRun['changed']> {
    const { program, seconds, signal, untilFault = false } = this.#options;
    const asTheyAre = ['--unmutated', '--passes', 'run'];
    const usual = ['--runs', String(RUNS)];
    if (own !== undefined) {
      const ownRun = await this.#run(own, seconds * SHARES.own, [
        ...asTheyAre,
        '--runs',
        String(RUNS_OF_OWN),
      ]);
      if (!untilFault)
        this.runs.push(await runSeeds(program, ['variants', '--pool', own, ...this.#common], signal));
      await this.#run(own, seconds * SHARES.mutated, [...firstOf(ownRun), ...usual]);
    }
    if (suite === undefined) return [];
    const only = folders.flatMap((each) => ['--only', each]);
    const suiteRun = await this.#run(suite, this.#left() * SHARES.suite, [...asTheyAre, ...usual, ...only]);
    if (this.#left() > 1) await this.#run(suite, this.#left(), [...firstOf(suiteRun), ...usual, ...only]);
    return suiteRun?.changed ?? [];
  }

  #left(): number {
    return Math.max(1, this.#options.seconds - this.#spent);
  }

  async #run(pool: string, seconds: number, words: readonly string[]): Promise<SeedsRun | undefined> {
    const { program, coverage, signal, untilFault = false } = this.#options;
    if (untilFault && this.runs.some(({ faults }) => faults.length > 0)) return undefined;
    const all = ['run', '--pool', pool, '--cpu-seconds', String(seconds), ...this.#common, ...words];
    const run = await runSeeds(program, all, signal);
    this.#spent += run.counts.cpuSeconds;
    this.runs.push(run);
    if (existsSync(coverage))
      for (const line of readFileSync(coverage, 'utf8').trim().split('\n')) {
        const [address = '0', isReached] = line.split(' ');
        const edge = BigInt(address);
        this.reached.set(edge, isReached === '1' || this.reached.get(edge) === true);
      }
    return run;
  }
}
