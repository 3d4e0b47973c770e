/** Oracles: from the outcome of a program to a finding. */
export { inspectWrongCode } from './compare/inspect-wrong-code.ts';
export { firstWrong } from './compare/first-wrong.ts';
export { investigate, type Investigation, wrongCodeNamed } from './compare/investigate.ts';
export { findBlindness } from './compare/self-check.ts';
export { RunBudget } from './compare/run-budget.ts';
export { Scout } from './compare/scout.ts';
export {
  describeRun,
  type Difference,
  type Expectation,
  expectationIn,
  expectationOf,
  heardFrom,
  isHeard,
  isRight,
  type Verdict,
} from './compare/vote.ts';
export { compare, type Comparison, findOddity, staysWrong } from './compare/wrong-code.ts';
export { classify, type FailureKind, failureKinds } from './crash/classify.ts';
export { wordsIn } from './crash/words-in.ts';
export { describeFailure, signatureOf } from './crash/signature-of.ts';
export { crashSignature, type Signature } from './crash/crash-signature.ts';
export { isSameKey } from './crash/shared-frames.ts';
export { unnamedCaller } from './crash/stack.ts';
export {
  findAffected,
  summariseBehaviours,
  summariseFailing,
  summed,
  versionSpans,
  wrongCodeSignature,
  type Affected,
} from './culprit/affected.ts';
export { findCulprit, type Culprit } from './culprit/culprit.ts';
export { checkRelation, plainArgsOf, type RelationQuestion } from './invariance/check-relation.ts';
export { sectionsOfElf } from './invariance/elf.ts';
export { findDifferingPass } from './invariance/differing-pass.ts';
export {
  type BrokenRelation,
  inspectRelation,
  isBroken,
  isSameBreach,
  passOfCulprit,
  saidBy,
} from './invariance/inspect-relation.ts';
export {
  drawBackEnd,
  drawRelation,
  KEEP_USES,
  nameOfRelation,
  NO_PASSES,
  relationWays,
} from './invariance/relations.ts';
export { findMends, RTL_PASS } from './missed/dropping-pass.ts';
export {
  findMissed,
  inspectMissed,
  levelBelow,
  lossKinds,
  type MissedBlock,
  withoutFacts,
} from './missed/inspect-missed.ts';
export { keptBy } from './missed/kept-markers.ts';
export { patternOfReport, reportsOf } from './unreported/inspect-unreported.ts';
export { findBlindJudge, GivenJudge, judgedParts, type JudgeCommand } from './given/given-judge.ts';
export { inspectRefutation, judgedConfiguration } from './given/refutation.ts';
export type { Inspection, Judge, TestToJudge, JudgeGround, OpenJudge, Seen } from './judges/judge.ts';
export { findJudge, prepareJudge } from './ir/build-judge.ts';
export { evidenceBy, evidenceOf } from './ir/evidence.ts';
export { evidenceByRunning, onePassOfCrash } from './ir/one-pass.ts';
export { refutedStep } from './ir/pass-questions.ts';
export { type Complaint, complaintShape, IrJudge, type Judged } from './ir/ir-judge.ts';
export type { IrTools } from './ir/ir-trials.ts';
export { describeFault, faultWords, inspectIr } from './ir/wrong-ir.ts';
export { expandHeaders } from './validity/expand-headers.ts';
export {
  checkLimits,
  checkValidity,
  isWarnedOf,
  verdictRank,
  undefinedOrInvalid,
  type CheckerReport,
  type Validity,
} from './validity/validity.ts';
