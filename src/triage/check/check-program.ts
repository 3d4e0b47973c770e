/**
 * Checks one program with many compilers, without a campaign. It tells which of them compile it, how it
 * behaves, and what sanitizers and warnings report. It also tells which compilers are odd, and which pass is
 * to blame.
 *
 * Invariant: no compiler is blamed for a program with undefined behaviour.
 */
import {
  type Behaviour,
  type CompilerConfiguration,
  isOptimised,
  labelOf,
  type Laboratory,
} from '../../laboratory/index.ts';
import {
  checkValidity,
  classify,
  compare,
  type Comparison,
  type Culprit,
  describeFailure,
  describeRun,
  expectationIn,
  findCulprit,
  heardFrom,
  isHeard,
  type Signature,
  summariseBehaviours,
  type Validity,
  wrongCodeNamed,
  wrongCodeSignature,
} from '../../oracle/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import type { Program } from '../../program/index.ts';
import { runLimits } from '../../sandbox/index.ts';
import { triageTuning } from '../tuning.ts';
import { recordOfFailure, trophyOf } from '../known/recognise-bug.ts';

const GIVEN_CPU_MS = triageTuning.givenCpuMs.value;
const GIVEN_TIMES = triageTuning.givenTimes.value;

/** The ending of a compile, or of the compiled program. */
export type ConfigurationEnding =
  'ran' | 'judged' | 'not-judged' | 'not-linked' | 'rejected' | 'crash' | 'hang' | 'out-of-memory';

export interface CheckedConfiguration extends CompilerConfiguration {
  readonly ending: ConfigurationEnding;
  /** Text of the program (its end and its output), of the compiler, or of the linker. */
  readonly says: string;
}

/** A compiler that crashed, or took too long. */
export interface CheckedFailure {
  readonly configuration: string;
  readonly kind: string;
  readonly signature: string;
  readonly message: string;
  readonly frames: readonly string[];
  readonly pass?: string | undefined;
  readonly known: FindingRecord['shipped'];
}

/** The first odd configuration of a compiler, with the blamed part of the compiler. */
export interface Blame {
  readonly configuration: string;
  readonly culprit: Culprit;
  readonly signature: string;
  readonly known: FindingRecord['shipped'];
}

export interface ProgramCheck {
  readonly configurations: readonly CheckedConfiguration[];
  readonly verdict: Comparison['verdict']['kind'];
  /** Configurations that are wrong, or that behaved differently in two runs. */
  readonly odd: readonly string[];
  /** The right behaviour; undefined if all agree, or if it is unknown. */
  readonly expected: string | undefined;
  /** True if the odd programs do something else each time. */
  readonly isUnstable: boolean;
  readonly failures: readonly CheckedFailure[];
  readonly validity: Validity;
  readonly blamed: readonly Blame[];
}

/** The validity of a program that no checker was asked about. */
const unasked: Validity = { verdict: 'unknown', isEndless: false, reports: [] };

export interface CheckOptions {
  readonly args?: readonly string[];
  readonly say: TellStep;
  /** Asks sanitizers only if compilers differ, and only the quick ones: a reduction has a guard of its own. */
  readonly isForReduction?: boolean;
}

/** Receives the present step: a check takes seconds, and a thorough one a minute. */
export type TellStep = (step: string) => void;

export async function checkProgram(
  laboratory: Laboratory,
  program: Program,
  matrix: readonly CompilerConfiguration[],
  { args = [], say, isForReduction = false }: CheckOptions,
): Promise<ProgramCheck> {
  say('compiling and running');
  const asked = { args, limits: { ...runLimits, cpuMs: GIVEN_CPU_MS }, isLinkingOptional: true };
  const { verdict: voted, behaviours } = await compare(laboratory, program, matrix, asked);
  const failures: CheckedFailure[] = [];
  for (const each of behaviours) {
    if (each.kind !== 'not-compiled' || classify(each.execution) === 'rejected') continue;
    failures.push(await describedFailure(laboratory, program, each, args));
  }
  const verdict = withEndless(voted, behaviours);
  const isAsked = !isForReduction || verdict.kind === 'differ' || failures.length === 0;
  if (isAsked) say('asking sanitizers and warnings');
  const how = isForReduction ? { quick: true } : { thorough: true };
  const validity = isAsked ? await checkValidity(laboratory, program, { args, ...how }) : unasked;
  const mayBlame = verdict.kind === 'differ' && validity.verdict !== 'undefined' && !validity.isEndless;
  const blamed: Blame[] = [];
  if (mayBlame) {
    const expectation = expectationIn(verdict);
    const { versions } = summariseBehaviours(behaviours, expectation);
    const limits = { ...runLimits, cpuMs: enoughFor(behaviours) };
    for (const configuration of firstOfEach(
      verdict.odd.flatMap(({ labels }) => labels),
      matrix,
    )) {
      say(`looking for the pass: ${labelOf(configuration)}`);
      const culprit = await findCulprit(
        laboratory,
        program,
        { configuration, ...expectation },
        { args, limits },
      );
      const signature = wrongCodeSignature(culprit, { versions });
      const odd = oddIn(verdict);
      const known = await knownBug(laboratory, program, wrongCodeNamed(signature), {
        ...withArgs(configuration, args),
        references: matrix.filter((each) => !odd.includes(labelOf(each))),
        culprit,
        difference: { ...expectation, actual: '' },
      });
      blamed.push({ configuration: labelOf(configuration), culprit, signature, known });
    }
  }
  return {
    configurations: behaviours.map(checkedOf),
    verdict: verdict.kind,
    odd: oddIn(verdict),
    expected: verdict.kind === 'differ' ? verdict.expected : undefined,
    isUnstable: verdict.kind === 'differ' && verdict.isUnstable === true,
    failures,
    validity,
    blamed,
  };
}

/**
 * If some builds never end, and all others end soon and do the same, the endless builds are odd. Compilers may
 * assume that loops end, so builds that end prove nothing unless an unoptimised one does.
 */
function withEndless(
  verdict: Comparison['verdict'],
  behaviours: readonly Behaviour[],
): Comparison['verdict'] {
  if (verdict.kind !== 'agree') return verdict;
  const endless = behaviours.filter((each) => each.kind === 'ran' && each.run.end === 'timeout');
  const ended = behaviours.filter((each) => heardFrom(each) !== undefined);
  const isProved = ended.some(({ configuration }) => !isOptimised(configuration));
  if (endless.length === 0 || !isProved || enoughFor(behaviours) > GIVEN_CPU_MS) return verdict;
  const { behaviour: expected, labels: right } = verdict.opinion;
  const odd = [{ behaviour: 'timeout\n', labels: endless.map(({ label }) => label) }];
  return { kind: 'differ', by: 'vote', expected, right, odd };
}

/** CPU time after which a program counts as endless. */
function enoughFor(behaviours: readonly Behaviour[]): number {
  const times = behaviours.map((each) => (each.kind === 'ran' && isHeard(each.run) ? each.run.cpuMs : 0));
  return Math.max(runLimits.cpuMs, GIVEN_TIMES * Math.max(0, ...times));
}

async function describedFailure(
  laboratory: Laboratory,
  program: Program,
  { configuration, label, execution }: Behaviour,
  args: readonly string[],
): Promise<CheckedFailure> {
  const target = await laboratory.target(configuration.compiler);
  const { signature } = await describeFailure(target, execution, laboratory.world.searchPath);
  const { kind, key, message, frames, pass } = signature;
  const known = await knownBug(laboratory, program, signature, withArgs(configuration, args));
  return { configuration: label, kind, signature: key, message, frames, pass, known };
}

/** The known bug that a failure shows, by running its program. */
async function knownBug(
  { world }: Laboratory,
  program: Program,
  signature: Signature,
  about: Parameters<typeof recordOfFailure>[1],
): Promise<FindingRecord['shipped']> {
  const bug = await trophyOf(recordOfFailure(signature, about, program), program, world);
  return bug && { name: bug.name, title: bug.title, address: bug.address };
}

function withArgs({ compiler, args }: CompilerConfiguration, more: readonly string[]): CompilerConfiguration {
  return { compiler, args: [...more, ...args] };
}

function checkedOf(behaviour: Behaviour): CheckedConfiguration {
  const { compiler, args } = behaviour.configuration;
  return { compiler, args, ...endingOf(behaviour) };
}

function endingOf(behaviour: Behaviour): Pick<CheckedConfiguration, 'ending' | 'says'> {
  switch (behaviour.kind) {
    case 'ran':
      return { ending: 'ran', says: describeRun(behaviour.run) };
    case 'judged':
      return { ending: 'judged', says: heardFrom(behaviour) ?? '' };
    case 'not-judged':
      return { ending: 'not-judged', says: behaviour.what };
    case 'not-linked':
      return { ending: 'not-linked', says: behaviour.said };
    case 'not-compiled': {
      const { execution } = behaviour;
      // A failed compile is one of the classified failures.
      return { ending: classify(execution) as ConfigurationEnding, says: execution.text };
    }
  }
}

function oddIn(verdict: Comparison['verdict']): readonly string[] {
  if (verdict.kind === 'differ') return verdict.odd.flatMap(({ labels }) => labels);
  return verdict.kind === 'flaky' ? verdict.labels : [];
}

/** The first configuration of each compiler, in the order of the matrix. */
function firstOfEach(
  labels: readonly string[],
  matrix: readonly CompilerConfiguration[],
): CompilerConfiguration[] {
  const odd = matrix.filter((each) => labels.includes(labelOf(each)));
  return odd.filter(({ compiler }, at) => odd.findIndex((each) => each.compiler === compiler) === at);
}
