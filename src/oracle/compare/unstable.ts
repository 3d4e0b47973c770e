/**
 * Wrong code that does something else each time: the code reads a register, or memory, that holds no value of the
 * program.
 *
 * A program without undefined behaviour does the same each time, unless it prints an address or the time. So a
 * build that changes is wrong if all other builds agree and stay the same. All changing builds must come from one
 * family of compilers, and the other builds must have another family or no optimisation. Sanitizers decide later.
 */
import type { Program, Truth } from '../../program/index.ts';
import { oracleTuning } from '../tuning.ts';
import type { Behaviour, BehaviourOptions } from '../../laboratory/index.ts';
import { type CompilerConfiguration, familyOf, isOptimised } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
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

const RUNS = oracleTuning.unstableRuns.value;

/** Runs a program with other contents of fresh memory, and with its stack elsewhere. */
function poisoned(turn: number): readonly string[] {
  return ['env', `MALLOC_PERTURB_=${1 + ((turn * 83) % 255)}`, `CGFUZZ_PAD=${'x'.repeat(turn * 40)}`];
}

export interface Changing {
  readonly behaviours: readonly Behaviour[];
  /** Labels of the builds that did something else in a second run. */
  readonly changed: ReadonlySet<string>;
  readonly truth: Truth | undefined;
}

/** Undefined if the change proves nothing. */
export async function judgeChanging(
  laboratory: Laboratory,
  program: Program,
  { behaviours, changed, truth }: Changing,
  options: BehaviourOptions,
): Promise<Extract<Verdict, { kind: 'differ' }> | undefined> {
  const heard = behaviours.filter((each) => heardFrom(each) !== undefined);
  const changing = heard.filter(({ label }) => changed.has(label));
  const stable = heard.filter(({ label }) => !changed.has(label));
  const expectation = expectationFrom(stable, truth);
  if (expectation === undefined || !mayBlame(changing, stable)) return undefined;
  const again = await laboratory.behave(
    program,
    stable.map(({ configuration }) => configuration),
    { ...options, runner: poisoned(1), giveUpAfterTimeouts: Infinity },
  );
  const stays = stable.every((each, at) => heardFrom(again[at]) === heardFrom(each));
  if (!stays) return undefined;
  const odd = [];
  for (const { configuration, label } of changing) {
    const said = await outputsOf(laboratory, program, configuration, options);
    const wrong = said.filter((each) => !isRight(each, expectation));
    if (wrong.length === 0 || said.length === 1) return undefined;
    odd.push({ behaviour: wrong[0]!, labels: [label], ...bugIn(undefined) });
  }
  return {
    kind: 'differ',
    by: truth === undefined ? 'vote' : 'truth',
    ...expectation,
    isUnstable: true,
    right: stable.map(({ label }) => label),
    odd,
  };
}

/** The behaviours of a build in several runs, each of them once; the second one ends the search. */
export async function outputsOf(
  laboratory: Laboratory,
  program: Program,
  configuration: CompilerConfiguration,
  options: BehaviourOptions,
): Promise<readonly string[]> {
  const said = new Set<string>();
  for (let turn = 0; turn < RUNS && said.size < 2; turn++) {
    const [behaviour] = await laboratory.behave(program, [configuration], {
      ...options,
      runner: poisoned(turn),
    });
    const does = heardFrom(behaviour);
    if (does === undefined) break;
    said.add(does);
  }
  return [...said];
}

/** One run of a build. An unstable build runs until it is wrong, but not more often than RUNS. */
export async function runUntilWrong(
  laboratory: Laboratory,
  program: Program,
  configuration: CompilerConfiguration,
  expectation: Expectation,
  options: BehaviourOptions,
): Promise<{ readonly behaviour: Behaviour | undefined; readonly isWrong: boolean }> {
  const runs = expectation.isUnstable === true ? RUNS : 1;
  let behaviour: Behaviour | undefined;
  for (let turn = 0; turn < runs; turn++) {
    const runner = turn === 0 ? {} : { runner: poisoned(turn) };
    [behaviour] = await laboratory.behave(program, [configuration], { ...options, ...runner });
    const does = behaviour?.kind === 'ran' ? describeRun(behaviour.run) : heardFrom(behaviour);
    if (does === undefined) break;
    if (!isRight(does, expectation)) return { behaviour, isWrong: true };
  }
  return { behaviour, isWrong: false };
}

function expectationFrom(stable: readonly Behaviour[], truth: Truth | undefined): Expectation | undefined {
  const verdict = judge(stable, truth);
  if (verdict.kind === 'differ') return undefined;
  const known = truth && expectationOf(truth);
  if (known !== undefined) return known;
  const [first, ...others] = stable.map((each) => heardFrom(each));
  return first !== undefined && others.every((each) => each === first) ? { expected: first } : undefined;
}

function mayBlame(changing: readonly Behaviour[], stable: readonly Behaviour[]): boolean {
  const families = new Set(changing.map(({ configuration }) => familyOf(configuration)));
  if (families.size !== 1 || stable.length === 0) return false;
  return stable.some(
    ({ configuration }) => !families.has(familyOf(configuration)) || !isOptimised(configuration),
  );
}
