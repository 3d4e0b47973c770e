/**
 * A row for each kind of finding: the test by which reduction recognises it, and the facts that complete its
 * report.
 */
import type { FindingRecord } from '../../finding/index.ts';
import { crashTriage, executableTriage, hangTriage, outOfMemoryTriage, rejectedTriage } from './compiled.ts';
import { dependsTriage } from './depends.ts';
import type { TriageKind } from './kind.ts';
import { missedTriage } from './missed.ts';
import { refutedTriage } from './refuted.ts';
import { unreportedTriage } from './unreported.ts';
import { wrongCodeTriage } from './wrong-code.ts';
import { wrongIrTriage } from './wrong-ir.ts';

export const triageKinds: Readonly<Record<FindingRecord['kind'], TriageKind>> = {
  crash: crashTriage,
  hang: hangTriage,
  'out-of-memory': outOfMemoryTriage,
  rejected: rejectedTriage,
  'wrong-code': wrongCodeTriage,
  'wrong-ir': wrongIrTriage,
  refuted: refutedTriage,
  depends: dependsTriage,
  missed: missedTriage,
  unreported: unreportedTriage,
};

/** The row of a finding. A program that is no compiler has a report of its own. */
export function triageKindOf({ kind, targetKind }: Pick<FindingRecord, 'kind' | 'targetKind'>): TriageKind {
  return targetKind === 'executable' ? { ...triageKinds[kind], ...executableTriage } : triageKinds[kind];
}
