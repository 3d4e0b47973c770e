/** Oracles: from what became of a program to a finding. */
export { Laboratory, type Behaviour, type BehaviourOptions } from './compare/behaviour.ts';
export {
  familyOf,
  installedCompilers,
  labelOf,
  matrixOf,
  parseMatrix,
  usualLevels,
  type CompilerConfiguration,
} from './compare/configurations.ts';
export { investigate, type InvestigateOptions, type Investigation } from './compare/investigate.ts';
export { findBlindness } from './compare/self-check.ts';
export type { Suspect } from './compare/trials.ts';
export { type Expectation, expectationIn, type Opinion, type Verdict } from './compare/vote.ts';
export { compare, type CompareOptions, type Comparison, findOddity } from './compare/wrong-code.ts';
export { classify, type FailureKind } from './crash/classify.ts';
export { crashSignature, type Crash, type Signature } from './crash/crash-signature.ts';
export { findAffected, summariseFailing, wrongCodeSignature, type Affected } from './culprit/affected.ts';
export { findCulprit, type Culprit } from './culprit/culprit.ts';
export {
  Sandbox,
  type Confinement,
  type Run,
  type RunEnd,
  type RunLimits,
  type RunRequest,
} from './sandbox/sandbox.ts';
export { expandHeaders } from './validity/expand-headers.ts';
export {
  checkLimits,
  checkValidity,
  verdictRank,
  undefinedOrInvalid,
  type CheckerAnswer,
  type CheckerReport,
  type Validity,
  type ValidityOptions,
} from './validity/validity.ts';
