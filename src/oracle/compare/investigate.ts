/**
 * From a difference to the facts for a report: the pass to blame, affected versions, a signature that joins
 * duplicates, and the program's validity.
 *
 * Sanitizers come last, since they cost most, and a known bug needs none. Invariant: no compiler is blamed
 * for a program without a meaning. Such a program is a finding about the source, if the source promised a
 * meaning. Nor is a compiler blamed if the program ends only when optimised: compilers may assume that loops
 * end.
 */
import type { Program } from '../../program/index.ts';
import { findAffected, summariseBehaviours, wrongCodeSignature, type Affected } from '../culprit/affected.ts';
import type { Behaviour, BehaviourOptions } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { labelOf, type CompilerConfiguration } from '../../laboratory/index.ts';
import type { Signature } from '../crash/crash-signature.ts';
import { type LitmusBug, litmusKey } from '../../laboratory/index.ts';
import { findCulprit, type Culprit } from '../culprit/culprit.ts';
import type { Suspect } from './trials.ts';
import { checkValidity, type Validity } from '../validity/validity.ts';
import { countsAccesses } from '../../laboratory/index.ts';
import { expectationIn, type Verdict } from './vote.ts';

export type Investigation =
  | { readonly kind: 'invalid-program'; readonly validity: Validity }
  | { readonly kind: 'endless-program' }
  | { readonly kind: 'known'; readonly signature: Signature }
  | {
      readonly kind: 'wrong-code';
      readonly validity: Validity;
      /** The wrong configuration in which the culprit is searched. */
      readonly suspect: Suspect;
      readonly culprit: Culprit;
      readonly affected: Affected;
      readonly signature: Signature;
    };

export interface InvestigateOptions extends BehaviourOptions {
  /** Further configurations to run: versions and levels besides the compared ones. */
  readonly matrix: readonly CompilerConfiguration[];
  /** Behaviours of the whole matrix, if it already ran. */
  readonly behaviours?: readonly Behaviour[];
  /** Counts a bug that was investigated before, and ends the investigation; false if the bug is new. */
  readonly countAgain?: (signature: string) => boolean;
  /** The program before its stages, if stages changed it. */
  readonly unstaged?: Program | undefined;
}

export async function investigate(
  laboratory: Laboratory,
  program: Program,
  verdict: Extract<Verdict, { kind: 'differ' }>,
  { matrix, behaviours, countAgain = () => false, unstaged, ...options }: InvestigateOptions,
): Promise<Investigation> {
  const wrong = new Set(verdict.odd.flatMap(({ labels }) => labels));
  const configuration = matrix.find((each) => wrong.has(labelOf(each)));
  if (!configuration) throw new Error('the matrix holds none of those that are wrong');
  const { args = [] } = options;
  // Undefined values also make programs do something else each time, so every checker is asked then.
  const quick = verdict.isUnstable !== true;
  const check = (): Promise<Validity> =>
    validityBeside(laboratory, program, unstaged, { args: [...args, ...configuration.args], quick });
  // Most programs of sources with weaker promises have no meaning.
  const checked = unstaged !== undefined && program.promises !== 'defined' ? await check() : undefined;
  if (checked?.verdict === 'undefined') return { kind: 'invalid-program', validity: checked };
  const expectation = expectationIn(verdict);
  const affected = behaviours
    ? summariseBehaviours(behaviours, expectation)
    : await findAffected(laboratory, program, expectation, matrix, options);
  const suspect = { configuration, ...expectation };
  const culprit = await findCulprit(laboratory, program, suspect, options);
  const bug = verdict.odd.find(({ labels }) => labels.includes(labelOf(configuration)))?.bug;
  const signature = signatureOf(bug, culprit, affected, countsAccesses(configuration.args));
  if (countAgain(signature.key)) return { kind: 'known', signature };
  const validity = checked ?? (await check());
  if (validity.verdict === 'undefined') return { kind: 'invalid-program', validity };
  if (validity.isEndless || (!quick && validity.verdict !== 'valid')) return { kind: 'endless-program' };
  return { kind: 'wrong-code', validity, suspect, culprit, affected, signature };
}

/** A complaint counts only if the generator's own program does not have it: then the stages caused it. */
async function validityBeside(
  laboratory: Laboratory,
  program: Program,
  unstaged: Program | undefined,
  how: { readonly args: readonly string[]; readonly quick: boolean },
): Promise<Validity> {
  const asked = { ...how, atLeast: 'suspicious' } as const;
  const validity = await checkValidity(laboratory, program, asked);
  const complaint = validity.reports.find(({ answer }) => answer === 'undefined');
  if (unstaged === undefined || complaint === undefined) return validity;
  const before = await checkValidity(laboratory, unstaged, asked);
  const isOld = before.reports.some(
    ({ checker, answer, detail }) =>
      answer === 'undefined' && checker === complaint.checker && detail === complaint.detail,
  );
  if (!isOld) return validity;
  const reports = validity.reports.map((each) =>
    each === complaint
      ? { ...each, answer: 'suspicious' as const, detail: `${each.detail} (without stages as well)` }
      : each,
  );
  return { ...validity, verdict: 'suspicious', reports };
}

function signatureOf(
  bug: LitmusBug | undefined,
  culprit: Culprit,
  affected: Affected,
  isCounted: boolean,
): Signature {
  const pass = culprit.kind === 'pass' ? culprit.pass : undefined;
  const words = bug === undefined ? wrongCodeSignature(culprit, affected) : litmusKey(bug);
  const key = isCounted ? `volatile | ${words}` : words;
  return wrongCodeNamed(key, pass);
}

/** The signature of wrong code with this key. */
export function wrongCodeNamed(key: string, pass?: string): Signature {
  return { kind: 'wrong-code', key, message: '', frames: [], pass };
}
