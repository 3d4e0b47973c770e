/** What a finding is, and how it lies on the disk. */
export { FindingFolder, type Render, type RenderedFile, type ShownFiles } from './finding-folder.ts';
export { type Failure, type Finding, Findings } from './findings.ts';
export type { Difference, FindingRecord, FindingOrigin, ReductionState } from './record.ts';
export { type Verified, verifyFinding } from './verify.ts';
