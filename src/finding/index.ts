/** Findings, and their files on the disk. */
export { findingShape } from './record-shape.ts';
export { FindingFolder, type Render, type ShownFiles } from './finding-folder.ts';
export { saveGivenFinding } from './given-finding.ts';
export { KnownBugs, knownNote, spanOf } from './known-bugs.ts';
export { type Failure, type Finding, Findings } from './findings.ts';
export type { Difference, MissedBlock } from '../oracle/index.ts';
export type { FindingRecord, FindingOrigin, TextReductionRecord, Variation } from './record.ts';
export {
  countKnown,
  headlineOf,
  programOfTrophy,
  shippedText,
  trophies,
  trophiesLike,
  type Trophy,
} from './shipped-bug.ts';
export { foreignCommand, refuseCommands, refusedArgument } from './refused-arguments.ts';
export { type Weight, weightOf, weightOfTrophy, weightRules } from './weight.ts';
export { type Verified, verifyFinding } from './verify.ts';
