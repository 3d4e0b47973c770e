/**
 * From a difference to what a report needs: who is to blame, who is affected, the signature that joins duplicates, and
 * is the program valid.
 *
 * Sanitizers come last, since they cost most and what is known already needs none. Invariant: nobody is blamed for a
 * program without a meaning, which is the source's finding, if the source promised better; nor for one that does not end
 * unless it is optimised, since compilers may take it that loops end, and do what they like behind one that does not.
 */
import type { Program } from '../../program/index.ts';
import { findAffected, summarise, wrongCodeSignature, type Affected } from '../culprit/affected.ts';
import type { Behaviour, BehaviourOptions, Laboratory } from './behaviour.ts';
import { labelOf, type CompilerConfiguration } from './configurations.ts';
import type { Signature } from '../crash/crash-signature.ts';
import { litmusSignature } from '../litmus/on-paper.ts';
import { findCulprit, type Culprit } from '../culprit/culprit.ts';
import type { Suspect } from './trials.ts';
import { checkValidity, type Validity } from '../validity/validity.ts';
import { expectationIn, type Verdict } from './vote.ts';

export type Investigation =
  | { readonly kind: 'invalid-program'; readonly validity: Validity }
  | { readonly kind: 'endless-program' }
  | { readonly kind: 'known'; readonly signature: Signature }
  | {
      readonly kind: 'wrong-code';
      readonly validity: Validity;
      /** The one that was asked for the culprit, of those that are wrong. */
      readonly suspect: Suspect;
      readonly culprit: Culprit;
      readonly affected: Affected;
      readonly signature: Signature;
    };

export interface InvestigateOptions extends BehaviourOptions {
  /** More configurations to ask: other versions and levels than those that were compared. */
  readonly matrix: readonly CompilerConfiguration[];
  /** Behaviours of the whole matrix, if it was asked already. */
  readonly behaviours?: readonly Behaviour[];
  /** Whether a bug with this signature was looked into before: nothing more is asked then. */
  readonly isKnown?: (signature: string) => boolean;
}

export async function investigate(
  laboratory: Laboratory,
  program: Program,
  verdict: Extract<Verdict, { kind: 'differ' }>,
  { matrix, behaviours, isKnown = () => false, ...options }: InvestigateOptions,
): Promise<Investigation> {
  const wrong = new Set(verdict.odd.flatMap(({ labels }) => labels));
  const configuration = matrix.find((each) => wrong.has(labelOf(each)));
  if (!configuration) throw new Error('the matrix holds none of those that are wrong');
  const expectation = expectationIn(verdict);
  const affected = behaviours
    ? summarise(behaviours, expectation)
    : await findAffected(laboratory, program, expectation, matrix, options);
  const suspect = { configuration, ...expectation };
  const culprit = await findCulprit(laboratory, program, suspect, options);
  const actual = verdict.odd.find(({ labels }) => labels.includes(labelOf(configuration)))?.behaviour ?? '';
  const signature = signatureOf(actual, culprit, affected);
  if (isKnown(signature.key)) return { kind: 'known', signature };
  const { args = [] } = options;
  const validity = await checkValidity(laboratory, program, {
    args: [...configuration.args, ...args],
    quick: true,
    atLeast: 'suspicious',
  });
  if (validity.verdict === 'undefined') return { kind: 'invalid-program', validity };
  if (validity.isEndless) return { kind: 'endless-program' };
  return { kind: 'wrong-code', validity, suspect, culprit, affected, signature };
}

function signatureOf(actual: string, culprit: Culprit, affected: Affected): Signature {
  const pass = culprit.kind === 'pass' ? culprit.pass : undefined;
  const key = litmusSignature(actual) ?? wrongCodeSignature(culprit, affected);
  return { kind: 'wrong-code', key, message: '', frames: [], pass };
}
