/**
 * Checks one program with many compilers, without a campaign. It tells which of them compile it, how it
 * behaves, and what sanitizers and warnings report. It also tells which compilers are odd, and which pass is
 * to blame.
 *
 * Invariant: no compiler is blamed for a program with undefined behaviour.
 */
import {
  type Behaviour,
  checkValidity,
  classify,
  compare,
  type Comparison,
  type CompilerConfiguration,
  type Culprit,
  describeFailure,
  describeRun,
  expectationIn,
  findCulprit,
  heardFrom,
  labelOf,
  type Laboratory,
  summariseBehaviours,
  type Validity,
  wrongCodeSignature,
} from '../../oracle/index.ts';
import { type FindingRecord, shippedBugOf } from '../../finding/index.ts';
import type { Program } from '../../program/index.ts';

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
  readonly failures: readonly CheckedFailure[];
  readonly validity: Validity;
  readonly blamed: readonly Blame[];
}

/** Receives the present step: a check takes seconds, and a thorough one a minute. */
export type TellStep = (step: string) => void;

export async function checkProgram(
  laboratory: Laboratory,
  program: Program,
  matrix: readonly CompilerConfiguration[],
  { args = [], say }: { readonly args?: readonly string[]; readonly say: TellStep },
): Promise<ProgramCheck> {
  say('compiling and running');
  const { verdict, behaviours } = await compare(laboratory, program, matrix, { args });
  const failures: CheckedFailure[] = [];
  for (const each of behaviours) {
    if (each.kind !== 'not-compiled' || classify(each.execution) === 'rejected') continue;
    failures.push(await failureOf(laboratory, each, args));
  }
  say('asking sanitizers and warnings');
  const validity = await checkValidity(laboratory, program, { args, thorough: true });
  const mayBlame = verdict.kind === 'differ' && validity.verdict !== 'undefined' && !validity.isEndless;
  const blamed: Blame[] = [];
  if (mayBlame) {
    const expectation = expectationIn(verdict);
    const { versions } = summariseBehaviours(behaviours, expectation);
    for (const configuration of firstOfEach(
      verdict.odd.flatMap(({ labels }) => labels),
      matrix,
    )) {
      say(`looking for the pass: ${labelOf(configuration)}`);
      const culprit = await findCulprit(laboratory, program, { configuration, ...expectation }, { args });
      const signature = wrongCodeSignature(culprit, { versions });
      const known = shippedBugOf({ signature, ...withArgs(configuration, args) });
      blamed.push({ configuration: labelOf(configuration), culprit, signature, known });
    }
  }
  return {
    configurations: behaviours.map(checkedOf),
    verdict: verdict.kind,
    odd: oddIn(verdict),
    expected: verdict.kind === 'differ' ? verdict.expected : undefined,
    failures,
    validity,
    blamed,
  };
}

async function failureOf(
  laboratory: Laboratory,
  { configuration, label, execution }: Behaviour,
  args: readonly string[],
): Promise<CheckedFailure> {
  const target = await laboratory.target(configuration.compiler);
  const { signature } = await describeFailure(target, execution, laboratory.world.searchPath);
  const { kind, key, message, frames, pass } = signature;
  const known = shippedBugOf({ signature: key, ...withArgs(configuration, args) });
  return { configuration: label, kind, signature: key, message, frames, pass, known };
}

function withArgs({ compiler, args }: CompilerConfiguration, more: readonly string[]): CompilerConfiguration {
  return { compiler, args: [...args, ...more] };
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
