/**
 * From a difference to what a report needs: is the program valid, who is to blame, who is affected, and the signature
 * that joins duplicates.
 *
 * Validity first: nobody is blamed for a program without a meaning. It is the source's finding then, if the source
 * promised better.
 */
import type { Program } from '../program/index.ts';
import { findAffected, wrongCodeSignature, type Affected } from './affected.ts';
import type { BehaviourOptions, Laboratory } from './behaviour.ts';
import { labelOf, type CompilerConfiguration } from './configurations.ts';
import type { Signature } from './crash-signature.ts';
import { findCulprit, type Culprit } from './culprit.ts';
import type { Suspect } from './trials.ts';
import { checkValidity, type Validity } from './validity.ts';
import type { Verdict } from './vote.ts';

export type Investigation =
  | { readonly kind: 'invalid-program'; readonly validity: Validity }
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
  /** Where else to look: other versions and levels than those that were compared. */
  readonly matrix: readonly CompilerConfiguration[];
}

export async function investigate(
  laboratory: Laboratory,
  program: Program,
  { expected, odd }: Extract<Verdict, { kind: 'differ' }>,
  { matrix, ...options }: InvestigateOptions,
): Promise<Investigation> {
  const { args = [] } = options;
  const validity = await checkValidity(laboratory, program, { args });
  if (validity.verdict === 'undefined') return { kind: 'invalid-program', validity };
  const wrong = new Set(odd.flatMap(({ labels }) => labels));
  const affected = await findAffected(laboratory, program, expected, matrix, options);
  const configuration = matrix.find((each) => wrong.has(labelOf(each)));
  if (!configuration) throw new Error('the matrix holds none of those that are wrong');
  const suspect = { configuration, expected };
  const culprit = await findCulprit(laboratory, program, suspect, options);
  return {
    kind: 'wrong-code',
    validity,
    suspect,
    culprit,
    affected,
    signature: signatureOf(culprit, affected),
  };
}

function signatureOf(culprit: Culprit, affected: Affected): Signature {
  const pass = culprit.kind === 'pass' ? culprit.pass : undefined;
  return { kind: 'wrong-code', key: wrongCodeSignature(culprit, affected), message: '', frames: [], pass };
}
