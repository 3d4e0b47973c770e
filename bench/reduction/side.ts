/**
 * One side of the comparison on one subject, in a process of its own. So its account holds all that it started:
 * compilers, generators and the engine itself.
 */
import { readFileSync } from 'node:fs';
import { decodeSequence } from '../../src/choice/index.ts';
import { cpuClock } from '../../src/session/cpu-clock.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { findSource } from '../../src/generators/sources.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { programSize, type Program } from '../../src/program/index.ts';
import { reduceTuning } from '../../src/reduce/index.ts';
import { type Made, SourcePool } from '../../src/source/index.ts';
import type { TargetWorld } from '../../src/target/index.ts';
import { reduceTest } from '../../src/triage/index.ts';
import { LazyValidity } from '../../src/triage/reduction/lazy-validity.ts';
import { runTextReducer, type TextReducer } from '../../src/triage/reduction/text-reducer.ts';
import { runTextSteps } from '../../src/triage/reduction/text-steps.ts';
import { ValidityGuard } from '../../src/triage/reduction/validity-guard.ts';
import { ReductionTest } from './open-test.ts';
import type { Subject } from './subjects.ts';
import { countTokens } from './tokens.ts';
import { Trace, type TraceLine } from './trace.ts';

export const sides = [
  'ours',
  'ours with text',
  'text alone',
  'cvise',
  'ours then cvise',
  'creduce',
  'unguarded cvise',
] as const;
export type Side = (typeof sides)[number];

export interface Result {
  readonly cpuMs: number;
  /** It came to its end within the time that it had. */
  readonly isFinished: boolean;
  readonly evaluations: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly isSameBug: boolean;
  readonly validity: string;
  readonly program: string;
  /** Programs on the way that passed the test and were refused by the guard. */
  readonly refused: number;
  readonly trace: readonly TraceLine[];
}

const tools: Readonly<Record<Side, TextReducer | undefined>> = {
  ours: undefined,
  'ours with text': undefined,
  'text alone': undefined,
  cvise: 'cvise',
  'ours then cvise': 'cvise',
  creduce: 'creduce',
  'unguarded cvise': 'cvise',
};

export async function runSide(
  side: Side,
  subject: Subject,
  world: TargetWorld,
  capMs: number,
): Promise<Result> {
  const definition = subject.source === undefined ? csmithScoped : await findSource(subject.source, '/');
  const generators = new SourcePool(definition, 1);
  const laboratory = await Laboratory.open(world);
  try {
    const made = await remade(generators, subject);
    const test =
      made.outcome === 'ok'
        ? await ReductionTest.open(laboratory, subject, made.program, definition)
        : undefined;
    if (made.outcome !== 'ok' || test === undefined)
      throw new Error(`the program of seed ${subject.seed} does not show ${subject.name} any more`);
    return await new SideRun(side, { generators, laboratory, test, made, capMs }).run();
  } finally {
    await laboratory.close();
    await generators.close();
  }
}

async function remade(generators: SourcePool, { seed, sequence }: Subject): Promise<Made> {
  if (sequence === undefined) return generators.make({ seed });
  return generators.make({
    sequence: decodeSequence(readFileSync(sequence), generators.alphabet).sequence,
    seed,
  });
}

interface Bench {
  readonly generators: SourcePool;
  readonly laboratory: Laboratory;
  readonly test: ReductionTest;
  readonly made: Extract<Made, { outcome: 'ok' }>;
  readonly capMs: number;
}

class SideRun {
  readonly #side: Side;
  readonly #bench: Bench;
  readonly #cpuMs = cpuClock(() => performance.now());
  readonly #startMs = this.#cpuMs();
  readonly #stop = new AbortController();
  readonly #trace: Trace;
  #evaluations = 0;
  /** Size of the last program on text that the guard allowed. */
  #allowedBytes: number;
  #refused = 0;

  constructor(side: Side, bench: Bench) {
    this.#side = side;
    this.#bench = bench;
    const { laboratory, generators, made, test } = bench;
    const spentMs = (): number => this.#cpuMs() - this.#startMs;
    this.#allowedBytes = programSize(made.program);
    this.#trace = new Trace(spentMs, { laboratory, generators, scout: test.scout }, this.#allowedBytes);
  }

  async run(): Promise<Result> {
    const { test, made } = this.#bench;
    const ours = this.#side.startsWith('ours') ? await this.#onChoices() : made.program;
    const { aborted } = this.#stop.signal;
    const reduced = this.#side === 'ours' || aborted ? ours : await this.#onText(ours);
    const cpuMs = Math.round(this.#cpuMs() - this.#startMs);
    return {
      cpuMs,
      isFinished: !this.#stop.signal.aborted,
      evaluations: this.#evaluations,
      refused: this.#refused,
      bytes: programSize(reduced),
      tokens: await countTokens(reduced),
      ...(await test.judge(reduced)),
      program: Buffer.from(reduced.files[0]?.bytes ?? []).toString(),
      trace: this.#trace.lines,
    };
  }

  async #isShown(
    program: Program,
    ask = (asked: Program): Promise<boolean> => this.#bench.test.isInteresting(asked),
  ): Promise<boolean> {
    this.#evaluations++;
    this.#trace.bytes = programSize(program);
    if (this.#cpuMs() - this.#startMs > this.#bench.capMs) this.#stop.abort();
    return !this.#stop.signal.aborted && ask(program);
  }

  async #onChoices(): Promise<Program> {
    const { laboratory, generators, test, made } = this.#bench;
    const trace = this.#trace;
    const validity = new LazyValidity({
      laboratory,
      argsFor: () => test.args,
      isPromised: true,
      original: made.program,
      mayMeanNothing: false,
    });
    let best = made.program;
    const run = (): Promise<unknown> =>
      reduceTest(
        generators,
        made.record,
        async (program) => (await this.#isShown(program)) && trace.checking(() => validity.allows(program)),
        {
          jobs: 1,
          signal: this.#stop.signal,
          ...(this.#side === 'ours' ? {} : { patience: reduceTuning.patience.value }),
          onImproved: (_, program) => {
            best = program;
            trace.best = programSize(program);
          },
          onTried: (fate, pass, record) =>
            trace.note({ step: 'choices', pass, fate, choices: record?.choiceCount ?? 0 }),
        },
      );
    await run();
    validity.isStrict = true;
    if (!(await validity.allows(best))) {
      this.#refused++;
      best = made.program;
      await run();
    }
    return best;
  }

  async #onText(from: Program): Promise<Program> {
    const { laboratory, test } = this.#bench;
    const trace = this.#trace;
    this.#allowedBytes = programSize(from);
    const isGuarded = this.#side !== 'unguarded cvise';
    const guard = isGuarded ? await ValidityGuard.open(laboratory, from, test.args) : undefined;
    const note = (fate: string): void => trace.note({ step: 'text', pass: `text ${fate}`, fate, choices: 0 });
    const seemsInteresting = async (program: Program): Promise<boolean> => {
      const isShown = await this.#isShown(program, (asked) => test.seemsInteresting(asked));
      if (isShown) trace.best = programSize(program);
      note(isShown ? 'interesting' : 'dull');
      return isShown;
    };
    // If a check says no, the steps taken on trust since the last check do not count.
    const checked = (program: Program, isFine: boolean): void => {
      if (isFine) this.#allowedBytes = programSize(program);
      trace.best = this.#allowedBytes;
    };
    const isInteresting = async (program: Program): Promise<boolean> => {
      const isShown = await this.#isShown(program);
      if (!isShown) checked(program, false);
      note(isShown ? 'shown' : 'not shown');
      return isShown;
    };
    const allows = async (program: Program): Promise<boolean> => {
      trace.bytes = programSize(program);
      const isAllowed = guard === undefined || (await trace.checking(() => guard.allows(program)));
      if (!isAllowed) this.#refused++;
      checked(program, isAllowed);
      note(isAllowed ? 'allowed' : 'refused');
      return isAllowed;
    };
    const seemsAllowed = async (program: Program): Promise<boolean> => {
      trace.bytes = programSize(program);
      const isFine = guard === undefined || (await trace.checking(() => guard.seemsFine(program)));
      if (isFine) return true;
      trace.best = this.#allowedBytes;
      note('warned of');
      return false;
    };
    const how = { jobs: 1, signal: this.#stop.signal, onLine: () => undefined };
    const tool = tools[this.#side];
    // Alone, a text reducer does what it does for anybody.
    if (tool !== undefined && !this.#side.startsWith('ours')) {
      const both = async (program: Program): Promise<boolean> =>
        (await isInteresting(program)) && allows(program);
      return runTextReducer(tool, from, { ...how, isInteresting: both, isLean: false });
    }
    return runTextSteps(from, { ...how, isInteresting, seemsInteresting, allows, seemsAllowed, tool });
  }
}
