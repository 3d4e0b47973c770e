/** The configurations that a piece of wrong code affects, and the first affected version of each compiler. */
import type { Program } from '../../program/index.ts';
import type { Execution } from '../../serve/index.ts';
import type { Behaviour, BehaviourOptions } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { classify, type FailureKind } from '../crash/classify.ts';
import { normalMessage } from '../crash/message.ts';
import { familyOf, labelOf, type CompilerConfiguration } from '../../laboratory/index.ts';
import type { Culprit } from './culprit.ts';
import { describeRun, type Expectation, isRight } from '../compare/vote.ts';
import { litmusText } from '../../laboratory/index.ts';

export interface Affected {
  /** Labels of configurations. */
  readonly failing: readonly string[];
  readonly right: readonly string[];
  /** Configurations that did not compile, or took too long. */
  readonly unclear: readonly string[];
  /** For each failing family: `clang-15 to clang-19, not clang-14`. */
  readonly versions: Readonly<Record<string, string>>;
}

export async function findAffected(
  laboratory: Laboratory,
  program: Program,
  expectation: Expectation,
  matrix: readonly CompilerConfiguration[],
  options: BehaviourOptions = {},
): Promise<Affected> {
  const behaviours = await laboratory.behave(program, matrix, { ...options, giveUpAfterTimeouts: Infinity });
  return summariseBehaviours(behaviours, expectation);
}

/**
 * The same for a failure that one execution shows, from the outcome of each configuration. A compiler that
 * refuses the program for another reason, such as an unknown machine or option, says nothing.
 */
export function summariseFailing(
  executions: readonly Execution[],
  { kind, message }: { readonly kind: FailureKind; readonly message: string },
  matrix: readonly CompilerConfiguration[],
): Affected {
  return summed(
    matrix.map((configuration, index) => {
      const execution = executions[index];
      const failed = execution && classify(execution);
      const isSame = failed === kind && (kind !== 'rejected' || normalMessage(execution!) === message);
      const state = isSame ? 'failing' : failed === undefined ? 'right' : 'unclear';
      return { configuration, state };
    }),
  );
}

export function summariseBehaviours(behaviours: readonly Behaviour[], expectation: Expectation): Affected {
  const stateOf = (behaviour: Behaviour): AffectedState => {
    if (behaviour.kind === 'judged')
      return isRight(litmusText(behaviour.verdict), expectation) ? 'right' : 'failing';
    if (behaviour.kind !== 'ran' || behaviour.run.end === 'timeout') return 'unclear';
    return isRight(describeRun(behaviour.run), expectation) ? 'right' : 'failing';
  };
  return summed(
    behaviours.map((behaviour) => ({
      configuration: behaviour.configuration,
      state: stateOf(behaviour),
    })),
  );
}

export type AffectedState = 'failing' | 'right' | 'unclear';

/** From what each configuration showed. */
export function summed(
  asked: readonly { readonly configuration: CompilerConfiguration; readonly state: AffectedState }[],
): Affected {
  const labels = (state: AffectedState): string[] =>
    asked.filter((each) => each.state === state).map(({ configuration }) => labelOf(configuration));
  const failing = asked.filter(({ state }) => state === 'failing');
  const compilersOf = (those: typeof asked): string[] =>
    those.map(({ configuration }) => configuration.compiler);
  return {
    failing: labels('failing'),
    right: labels('right'),
    unclear: labels('unclear'),
    versions: versionSpans(compilersOf(asked), compilersOf(failing)),
  };
}

/** For each family with failing compilers: the span of failing versions among all tried versions. */
export function versionSpans(
  asked: readonly string[],
  failing: readonly string[],
): Readonly<Record<string, string>> {
  const familyOfCompiler = (compiler: string): string => familyOf({ compiler, args: [] });
  const families = [...new Set(failing.map(familyOfCompiler))];
  return Object.fromEntries(
    families.map((family) => {
      const theirs = new Set(asked.filter((compiler) => familyOfCompiler(compiler) === family));
      return [family, range([...theirs].toSorted(byVersion), new Set(failing))] as const;
    }),
  );
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** In the order of versions: the failing span, and its neighbours that do not fail. */
function range(compilers: readonly string[], bad: ReadonlySet<string>): string {
  const isBad = compilers.map((compiler) => bad.has(compiler));
  const [first, last] = [isBad.indexOf(true), isBad.lastIndexOf(true)];
  const span = first === last ? compilers[first] : `${compilers[first]} to ${compilers[last]}`;
  const inside = compilers.slice(first, last).filter((_, index) => !isBad[first + index]);
  const not = [compilers[first - 1], ...inside, compilers[last + 1]].filter((each) => each !== undefined);
  return [span, not.length > 0 ? `not ${not.join(', ')}` : ''].filter(Boolean).join(', ');
}

/**
 * Signature of wrong code: the pass to blame and the affected versions. The levels that show it depend on the
 * program as much as on the bug, so they are left out.
 */
export function wrongCodeSignature(culprit: Culprit, { versions }: Pick<Affected, 'versions'>): string {
  const blamed =
    culprit.kind === 'pass'
      ? [culprit.pass, culprit.rewrite].filter((part) => part !== undefined).join(': ')
      : culprit.kind === 'flags'
        ? culprit.flags.join(' ')
        : 'culprit unknown';
  const where = Object.values(versions).toSorted(byVersion).join('; ');
  return [`wrong-code | ${blamed}`, where].filter((part) => part !== '').join(' | ');
}
