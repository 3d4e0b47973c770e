/** A finding that lies in a folder: it may come from somebody else, and it may be a bug that cgfuzz knows. */
import { foreignCommand, type FindingFolder, type FindingRecord } from '../finding/index.ts';
import { findingFiles } from '../report/index.ts';
import type { TargetWorld } from '../target/index.ts';
import { recogniseBug } from '../triage/index.ts';
import { UserError } from '../util/user-error.ts';

/** Refuses a finding whose flags or compiler would start a program. The person's own flags are free. */
export function refuseForeign(record: FindingRecord, own: readonly string[] = []): void {
  const foreign = foreignCommand(record, { target: '', args: own });
  if (foreign === undefined) return;
  throw new UserError(`the finding ${record.id} is not compiled: ${foreign}`, [
    'arguments of a finding only say how its program is compiled; take that one out of meta.json',
  ]);
}

/** The record after it was held against the known bugs. A record that would start a program stays as it is. */
export async function heldFinding(folder: FindingFolder, world: TargetWorld): Promise<FindingRecord> {
  const record = folder.read();
  if (foreignCommand(record, { target: record.compiler, args: [] }) !== undefined) return record;
  const found = await recogniseBug({ record, folder }, world);
  if (found === undefined) return record;
  const now = { ...record, ...found };
  folder.save(now, findingFiles);
  return now;
}
