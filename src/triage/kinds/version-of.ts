/** The full version of a finding's compiler. */
import { compilerVersion } from '../../build/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';

export async function versionOf(
  { compiler }: FindingRecord,
  laboratory: Laboratory,
): Promise<Pick<FindingRecord, 'version'>> {
  const program = (await laboratory.target(compiler)).compiler?.program;
  const version = program === undefined ? undefined : await compilerVersion(program);
  return version === undefined ? {} : { version };
}
