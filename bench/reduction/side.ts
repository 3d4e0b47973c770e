/**
 * One side of the comparison on one subject, in a process of its own: so that what it and all that it started used is its
 * alone, compilers, generators and the engine itself included.
 */
import { cpuClock } from '../../src/cli/cpu-clock.ts';
import { SourcePool } from '../../src/source/index.ts';
import { reduceTest } from '../../src/triage/index.ts';
import { programSize, type Program } from '../../src/program/index.ts';
import { LazyValidity } from '../../src/triage/reduction/lazy-validity.ts';
import { runTextReducer, type TextReducer } from '../../src/triage/reduction/text-reducer.ts';
import { runTextSteps } from '../../src/triage/reduction/text-steps.ts';
import { ValidityGuard } from '../../src/triage/reduction/validity-guard.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { Laboratory } from '../../src/oracle/index.ts';
import type { TargetWorld } from '../../src/target/index.ts';
import { compilerArgs } from '../planted/programs.ts';
import { ReductionTest } from './open-test.ts';
import type { Subject } from './subjects.ts';
import { countTokens } from './tokens.ts';

export const sides = [
  'ours',
  'ours with text',
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
}

const tools: Readonly<Record<Side, TextReducer | undefined>> = {
  ours: undefined,
  'ours with text': undefined,
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
  const cpuMs = cpuClock(() => performance.now());
  const generators = new SourcePool(csmithScoped, 1);
  const laboratory = await Laboratory.open(world);
  const stop = new AbortController();
  let evaluations = 0;
  let refused = 0;
  try {
    const made = await generators.make({ seed: subject.seed });
    const original = made.outcome === 'ok' ? made.program : undefined;
    const test = original && (await ReductionTest.open(laboratory, subject, original));
    if (original === undefined || test === undefined)
      throw new Error(`the program of seed ${subject.seed} does not show ${subject.name} any more`);
    const startMs = cpuMs();
    const isShown = async (program: Program): Promise<boolean> => {
      evaluations++;
      if (cpuMs() - startMs > capMs) stop.abort();
      return !stop.signal.aborted && test.isInteresting(program);
    };
    const onChoices = async (): Promise<Program> => {
      const validity = new LazyValidity({
        laboratory,
        argsFor: () => compilerArgs,
        isPromised: true,
        original,
        mayMeanNothing: false,
      });
      let best = original;
      const run = (): Promise<unknown> =>
        reduceTest(
          generators,
          made.record,
          async (program) => (await isShown(program)) && validity.allows(program),
          {
            jobs: 1,
            signal: stop.signal,
            onImproved: (_, program) => (best = program),
          },
        );
      await run();
      validity.isStrict = true;
      if (!(await validity.allows(best))) {
        refused++;
        best = original;
        await run();
      }
      return best;
    };
    const onText = async (from: Program): Promise<Program> => {
      const isGuarded = side !== 'unguarded cvise';
      const guard = isGuarded ? await ValidityGuard.open(laboratory, original, compilerArgs) : undefined;
      const tool = tools[side];
      const how = {
        isInteresting: async (program: Program) => {
          if (!(await isShown(program))) return false;
          const isAllowed = guard === undefined || (await guard.allows(program));
          if (!isAllowed) refused++;
          return isAllowed;
        },
        jobs: 1,
        signal: stop.signal,
        onLine: () => undefined,
      };
      // Alone, a text reducer does what it does for anybody.
      if (tool !== undefined && !side.startsWith('ours'))
        return runTextReducer(tool, from, { ...how, isLean: false });
      return runTextSteps(from, { ...how, tool });
    };
    const ours = side.startsWith('ours') ? await onChoices() : original;
    const reduced = side === 'ours' || stop.signal.aborted ? ours : await onText(ours);
    const spentMs = Math.round(cpuMs() - startMs);
    return {
      cpuMs: spentMs,
      isFinished: !stop.signal.aborted,
      evaluations,
      refused,
      bytes: programSize(reduced),
      tokens: await countTokens(reduced),
      ...(await test.judge(reduced)),
      program: Buffer.from(reduced.files[0]?.bytes ?? []).toString(),
    };
  } finally {
    await laboratory.close();
    await generators.close();
  }
}
