/** Oracles: from what became of a program to a finding. */
export { findAffected, summariseFailing, wrongCodeSignature, type Affected } from './affected.ts';
export { Laboratory, type Behaviour, type BehaviourOptions } from './behaviour.ts';
export { classify, type FailureKind } from './classify.ts';
export {
  familyOf,
  installedCompilers,
  labelOf,
  matrixOf,
  parseMatrix,
  usualLevels,
  type CompilerConfiguration,
} from './configurations.ts';
export { crashSignature, type Crash, type Signature } from './crash-signature.ts';
export { findCulprit, type Culprit } from './culprit.ts';
export { expandHeaders } from './expand-headers.ts';
export { investigate, type InvestigateOptions, type Investigation } from './investigate.ts';
export {
  Sandbox,
  type Confinement,
  type Run,
  type RunEnd,
  type RunLimits,
  type RunRequest,
} from './sandbox.ts';
export { askScript, checkScript, type ScriptAnswer, writeProgram } from './script.ts';
export {
  checkLimits,
  checkValidity,
  verdictRank,
  undefinedOrInvalid,
  type CheckerAnswer,
  type CheckerReport,
  type Validity,
  type ValidityOptions,
} from './validity.ts';
export type { Suspect } from './trials.ts';
export { type Opinion, type Truth, type Verdict } from './vote.ts';
export { compare, type CompareOptions, type Comparison, findOddity } from './wrong-code.ts';
