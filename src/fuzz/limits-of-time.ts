/**
 * Limits of time: the time that a test may take, learnt from the times of other tests, and kept between runs.
 *
 * A test that takes far longer than nearly all others costs as much as dozens of them, and rarely reaches
 * more. A test that is cut off teaches nothing, so a limit stays well above the usual time. Invariants: a
 * learnt limit never exceeds the ceiling, which is the source's own limit if the source has one. A limit that
 * is too low rises by itself.
 */
import { type SourceDefinition, usualGeneratorLimits } from '../source/index.ts';
import { usualExecutionLimits } from '../serve/index.ts';
import { fuzzTuning } from './tuning.ts';

export interface TimeoutOptions {
  readonly leastMs: number;
  readonly ceilingMs: number;
  /** True if the ceiling is always the limit. */
  readonly isFixed: boolean;
  /** True if equal campaigns must have equal limits: see {@link steadyLimit}. */
  readonly isSteady?: boolean;
}

/** The saved state of a timeout. */
export interface TimeoutState {
  readonly tests: number;
  readonly meanMs: number;
  /** The longest of the first tests, by the clock; absent if limits need not be equal. */
  readonly longestMs?: number;
}

/**
 * The limit after some first tests, for campaigns whose costs are counted. It is far above their longest time,
 * and in large steps, so that two equal campaigns nearly always have the same limit.
 */
function steadyLimit(longestMs: number): number {
  return (
    2 **
    Math.ceil(Math.log2(Math.max(fuzzTuning.leastSteadyMs.value, longestMs * fuzzTuning.steadyFactor.value)))
  );
}

export class Timeout {
  readonly #options: TimeoutOptions;
  #tests = 0;
  #meanMs = 0;
  #longestMs = 0;

  constructor(options: TimeoutOptions) {
    this.#options = options;
  }

  get ms(): number {
    const { leastMs, ceilingMs, isFixed, isSteady } = this.#options;
    if (isSteady === true && this.#tests >= fuzzTuning.testsForSteadyLimit.value)
      return Math.min(ceilingMs, steadyLimit(this.#longestMs));
    if (isFixed || isSteady === true || this.#tests < fuzzTuning.minTestsForLimit.value) return ceilingMs;
    return Math.round(Math.min(ceilingMs, Math.max(leastMs, this.#meanMs * fuzzTuning.limitFactor.value)));
  }

  /** A test that was cut off counts with its time so far, so that a limit that is too low rises. */
  learn(tookMs: number, measuredMs: number = tookMs): void {
    this.#tests++;
    if (this.#tests <= fuzzTuning.testsForSteadyLimit.value)
      this.#longestMs = Math.max(this.#longestMs, measuredMs);
    this.#meanMs += (tookMs - this.#meanMs) / Math.min(this.#tests, fuzzTuning.meanOver.value);
  }

  get state(): TimeoutState {
    const { isSteady } = this.#options;
    const longest = isSteady === true ? { longestMs: this.#longestMs } : {};
    return { tests: this.#tests, meanMs: this.#meanMs, ...longest };
  }

  /** Ignores a value that is no such state. */
  restore(state: TimeoutState | undefined): void {
    if (!(Number.isFinite(state?.tests) && Number.isFinite(state?.meanMs))) return;
    this.#tests = Math.max(0, state!.tests);
    this.#meanMs = Math.max(0, state!.meanMs);
    // Without it, as in campaigns of older versions, the ceiling stays the limit.
    this.#longestMs = Number.isFinite(state?.longestMs) ? Math.max(0, state!.longestMs!) : Infinity;
  }
}

export interface LimitsState {
  /** The build of the target that compile times belong to. */
  readonly build: string;
  readonly compilation: TimeoutState;
  readonly generation: Readonly<Record<string, TimeoutState>>;
}

export interface LimitsOptions {
  readonly sources: readonly Pick<SourceDefinition, 'name' | 'limits'>[];
  readonly build: string;
  /** True if equal campaigns must be equal. */
  readonly isFixed: boolean;
  /** True if the target is a compiler; tests of other programs mostly take a few milliseconds. */
  readonly isCompiler: boolean;
  /** A person's limit for a test. */
  readonly testMs?: number | undefined;
}

/** The limits of a campaign: a limit for each source, and a limit for the target. */
export class LimitsOfTime {
  readonly compilation: Timeout;
  readonly #generation: ReadonlyMap<string, Timeout>;
  readonly #options: LimitsOptions;

  constructor(options: LimitsOptions) {
    const { sources, isFixed, isCompiler, testMs } = options;
    this.#options = options;
    this.compilation = new Timeout({
      leastMs: (isCompiler ? fuzzTuning.leastCompileMs : fuzzTuning.leastProgramMs).value,
      ceilingMs: testMs ?? usualExecutionLimits.cpuMs,
      isFixed: testMs !== undefined,
      isSteady: isFixed && testMs === undefined,
    });
    this.#generation = new Map(
      sources.map(({ name, limits }) => {
        const ceilingMs = limits?.timeMs ?? usualGeneratorLimits.timeMs;
        return [name, new Timeout({ leastMs: fuzzTuning.leastGenerationMs.value, ceilingMs, isFixed })];
      }),
    );
  }

  generationOf(source: string): Timeout {
    return this.#generation.get(source)!;
  }

  /**
   * The time for one test. A request for more than the usual time is granted, up to the source's own limit.
   */
  generationMs(source: string, askedMs: number | undefined): number {
    if (askedMs === undefined) return this.generationOf(source).ms;
    const own = this.#options.sources.find(({ name }) => name === source)?.limits?.timeMs;
    return own ?? askedMs;
  }

  get state(): LimitsState {
    return {
      build: this.#options.build,
      compilation: this.compilation.state,
      generation: Object.fromEntries([...this.#generation].map(([name, { state }]) => [name, state])),
    };
  }

  /**
   * A state that is unreadable, or belongs to another build or source, is ignored: limits are learnt again.
   */
  restore(state: LimitsState | undefined): void {
    if (state?.build === this.#options.build) this.compilation.restore(state.compilation);
    for (const [name, timeout] of this.#generation) timeout.restore(state?.generation?.[name]);
  }
}
