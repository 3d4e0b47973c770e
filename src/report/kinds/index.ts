/** A row for each kind of finding: its words, commands and script. */
import type { FindingRecord } from '../../finding/index.ts';
import { isOfExecutable } from '../finding/executable-finding.ts';
import { isJudged } from '../finding/finding-command.ts';
import { crashReport, hangReport, outOfMemoryReport, rejectedReport } from './compiled.ts';
import { dependsReport } from './depends.ts';
import { executableReport } from './executable.ts';
import type { ReportKind } from './kind.ts';
import { litmusReport } from './litmus.ts';
import { missedReport } from './missed.ts';
import { refutedReport } from './refuted.ts';
import { unreportedReport } from './unreported.ts';
import { wrongCodeReport } from './wrong-code.ts';
import { wrongIrReport } from './wrong-ir.ts';

export const reportKinds: Readonly<Record<FindingRecord['kind'], ReportKind>> = {
  crash: crashReport,
  hang: hangReport,
  'out-of-memory': outOfMemoryReport,
  rejected: rejectedReport,
  'wrong-code': wrongCodeReport,
  'wrong-ir': wrongIrReport,
  refuted: refutedReport,
  depends: dependsReport,
  missed: missedReport,
  unreported: unreportedReport,
};

/** The row of a finding; a program that is no compiler and a concurrent program have rows of their own. */
export function reportKindOf(record: Pick<FindingRecord, 'kind' | 'targetKind' | 'difference'>): ReportKind {
  if (isOfExecutable(record)) return executableReport;
  return isJudged(record) ? litmusReport : reportKinds[record.kind];
}
