/** Triage: examines tests that stood out: comparing, reducing, finishing findings. */
export { askTarget } from './ask-target.ts';
export { Avoidance } from './avoid/avoidance.ts';
export { type AvoidedBug, AvoidedBugs, newlyAvoided, noLooks } from './avoid/avoided-bugs.ts';
export { heldAgainstBy, recogniseBug } from './known/recognise-bug.ts';
export { learnPattern } from './avoid/learn-pattern.ts';
export type { CareOptions } from './care/care-options.ts';
export { mayHaveTruth } from './care/truth-line.ts';
export { checkProgram, type CheckedConfiguration, type ProgramCheck } from './check/check-program.ts';
export { checkedFailure } from './check/checked-failure.ts';
export { checkTest } from './reduction/check-test.ts';
export { explainFinding } from './reduction/explain-finding.ts';
export { finishFinding } from './reduction/finish-finding.ts';
export { openFailureTest, type OpenedTest } from './reduction/open-failure-test.ts';
export { reduceFinding } from './reduction/reduce-finding.ts';
export { reduceTest } from './reduction/reduce-test.ts';
export {
  findTextReducer,
  reduceText,
  type TextReduced,
  type TextReductionOptions,
} from './reduction/reduce-text.ts';
export { triageKinds } from './kinds/index.ts';
export type { FailureTest } from './kinds/kind.ts';
export { checkScript, writeProgram, askScript } from './script/script.ts';
export type { ComparisonCandidate } from './care/candidates.ts';
export { Care } from './care/care.ts';
