/**
 * Wrong code by difference: builds of one program by many configurations must behave the same. A program with
 * a truth must show that behaviour, so one compiler is enough to check it.
 *
 * A difference counts if a second compile and run of the odd configurations and of a right one shows it
 * again. If an odd build does something else the second time, `unstable.ts` decides whether that counts.
 * `validity.ts` checks later, and only if needed, that the program has no undefined behaviour.
 */
import type { Program, Truth } from '../../program/index.ts';
import { type Run, runLimits } from '../../sandbox/index.ts';
import type { Behaviour, BehaviourOptions } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { oracleTuning } from '../tuning.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import type { RunBudget } from './run-budget.ts';
import type { Scout } from './scout.ts';
import type { LitmusBug } from '../../laboratory/index.ts';
import { judgeChanging, outputsOf, runUntilWrong } from './unstable.ts';
import { countsAccesses } from '../../laboratory/index.ts';
import {
  bugIn,
  describeRun,
  type Expectation,
  expectationOf,
  heardFrom,
  isRight,
  judge,
  type Verdict,
} from './vote.ts';

const AGAIN = oracleTuning.wrongAgain.value;

export interface Comparison {
  readonly verdict: Verdict | { readonly kind: 'flaky'; readonly labels: readonly string[] };
  readonly behaviours: readonly Behaviour[];
  /** The compilers that failed: findings of another kind. */
  readonly failures: readonly Extract<Behaviour, { kind: 'not-compiled' }>[];
}

export interface CompareOptions extends BehaviourOptions {
  /** Default is the program's own truth; builds that count accesses have no default. */
  readonly truth?: Truth;
  /** Number of times that a difference must come again. */
  readonly repeats?: number;
}

export async function compare(
  laboratory: Laboratory,
  program: Program,
  matrix: readonly CompilerConfiguration[],
  { truth = truthFor(program, matrix), repeats = 1, ...options }: CompareOptions = {},
): Promise<Comparison> {
  const behaviours = await laboratory.behave(program, matrix, options);
  const failures = behaviours.filter((behaviour) => behaviour.kind === 'not-compiled');
  const verdict = judge(behaviours, truth);
  const suspects = new Set(whoIsAskedAgain(verdict));
  const again = behaviours.filter(({ label }) => suspects.has(label));
  if (again.length === 0) return { verdict, behaviours, failures };
  for (let turn = 0; turn < repeats; turn++) {
    const repeated = await laboratory.behave(
      program,
      again.map(({ configuration }) => configuration),
      { ...options, giveUpAfterTimeouts: Infinity },
    );
    const changed = again.filter((before, index) => !isSame(before, repeated[index]));
    if (changed.length === 0) continue;
    const labels = changed.map(({ label }) => label);
    const judged = await judgeChanging(
      laboratory,
      program,
      { behaviours, changed: new Set(labels), truth },
      options,
    );
    return { verdict: judged ?? { kind: 'flaky', labels }, behaviours, failures };
  }
  return { verdict, behaviours, failures };
}

/** None for builds that count accesses: they print the counts as well. */
function truthFor(program: Program, matrix: readonly CompilerConfiguration[]): Truth | undefined {
  return matrix.some(({ args }) => countsAccesses(args)) ? undefined : program.truth;
}

export interface OddityOptions extends BehaviourOptions {
  /** The run budget, which the candidates of a reduction share, like the scout. */
  readonly budget?: RunBudget;
  readonly scout?: Scout | undefined;
  /** One answer against the difference is enough: the scout's if it serves, else the first reference's. */
  readonly isTrusting?: boolean;
  /** The suspect does something else each time, so one run says too little. */
  readonly isUnstable?: boolean;
  /** The suspect never ends, so its end by the limit is its behaviour. */
  readonly isEndless?: boolean;
}

/** The wrong behaviour, and the correct one. */
export interface Oddity extends Expectation {
  readonly actual: string;
  readonly bug?: LitmusBug;
}

/**
 * The behaviour that this configuration gets wrong, by the program's truth, or by references that all agree.
 * Undefined if the configuration is right.
 *
 * Configurations run one after the other, and the first "no" ends the question. For most candidates of a
 * reduction the first compiler refuses, or the behaviour is right. So the scout, if there is one, comes
 * first.
 */
export async function findOddity(
  laboratory: Laboratory,
  program: Program,
  suspect: CompilerConfiguration,
  references: readonly CompilerConfiguration[],
  {
    budget,
    scout,
    isTrusting = false,
    isUnstable = false,
    isEndless = false,
    ...options
  }: OddityOptions = {},
): Promise<Oddity | undefined> {
  const runs: Run[] = [];
  let bug: ReturnType<typeof bugIn> = {};
  const limits = budget?.limits ?? runLimits;
  const { args = [] } = options;
  const hear = async (configuration: CompilerConfiguration): Promise<string | undefined> => {
    const how = { ...options, limits, ...scout?.linking };
    const [behaviour] = await laboratory.behave(program, [configuration], how);
    const isLate = isEndless && configuration === suspect;
    if (isLate) return behaviour?.kind === 'ran' ? describeRun(behaviour.run) : undefined;
    if (behaviour?.kind === 'ran') runs.push(behaviour.run);
    if (configuration === suspect) bug = bugIn(behaviour);
    return heardFrom(behaviour);
  };
  const found = (expectation: Expectation, actual: string): Oddity => {
    budget?.learn(runs);
    return { ...expectation, ...(isUnstable ? { isUnstable } : {}), actual, ...bug };
  };
  const hearSuspect = async (right: string | undefined): Promise<string | undefined> => {
    const said = await hear(suspect);
    if (!isUnstable || said === undefined) return said;
    const others = await outputsOf(laboratory, program, suspect, { ...options, limits, ...scout?.linking });
    return [said, ...others].find((each) => each !== right);
  };
  const truth = truthFor(program, [suspect]);
  const known = truth && expectationOf(truth);
  const isScouted = known === undefined && scout?.serves === true;
  const scouted = isScouted ? await scout.expectation(program, args, limits) : undefined;
  if (isScouted && scouted === undefined) return undefined;
  const actual = await hearSuspect(scouted ?? known?.expected);
  if (actual === undefined || actual === scouted) return undefined;
  if (known) {
    if (isRight(actual, known)) return undefined;
    await scout?.learn(program, suspect, args, limits, { expected: undefined, actual });
    return found(known, actual);
  }
  if (isTrusting && scouted !== undefined) return found({ expected: scouted }, actual);
  let expected: string | undefined;
  for (const reference of references) {
    const said = await hear(reference);
    if (said === actual || (said !== undefined && expected !== undefined && said !== expected))
      return undefined;
    if (budget?.isEnough(runs.at(-1)) === true) return undefined;
    expected ??= said;
    if (isTrusting && expected !== undefined) break;
  }
  if (expected === undefined) return undefined;
  if (isTrusting) return found({ expected }, actual);
  await scout?.learn(program, suspect, args, limits, { expected, actual });
  return found({ expected }, actual);
}

/**
 * True if the configuration is wrong each time. Wrong code that reads memory without a value is sometimes
 * right by chance, and such a program proves nothing.
 */
export async function staysWrong(
  laboratory: Laboratory,
  program: Program,
  suspect: CompilerConfiguration,
  expectation: Expectation,
  options: BehaviourOptions = {},
): Promise<boolean> {
  for (let turn = 0; turn < AGAIN; turn++) {
    const { isWrong, behaviour } = await runUntilWrong(laboratory, program, suspect, expectation, options);
    const isLate = behaviour?.kind === 'ran' && behaviour.run.end === 'timeout';
    if (!isWrong || (heardFrom(behaviour) === undefined && !isLate)) return false;
  }
  return true;
}

function whoIsAskedAgain(verdict: Verdict): readonly string[] {
  if (verdict.kind === 'undecided') return verdict.opinions.flatMap(({ labels }) => labels);
  if (verdict.kind !== 'differ') return [];
  return [...verdict.odd.flatMap(({ labels }) => labels), ...verdict.right.slice(0, 1)];
}

function isSame(before: Behaviour, after: Behaviour | undefined): boolean {
  if (before.kind === 'judged') return heardFrom(after) === heardFrom(before);
  if (before.kind !== 'ran' || after?.kind !== 'ran') return false;
  return (
    before.run.end === after.run.end &&
    before.run.exitCode === after.run.exitCode &&
    before.run.signal === after.run.signal &&
    before.run.stdout === after.run.stdout
  );
}
