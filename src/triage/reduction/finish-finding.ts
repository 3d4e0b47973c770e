/**
 * Finishing a finding: all further facts for a report are found after the program is small. These are the
 * compiler's message, the releases that show the bug, the blamed pass, and each checker's verdict.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { triageKindOf } from '../kinds/index.ts';

export async function finishFinding(
  finding: Finding,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const { record, folder } = finding;
  const program = folder.program(folder.smallest(record.program), record.program);
  return program === undefined ? {} : triageKindOf(record).finish(finding, program, laboratory);
}
