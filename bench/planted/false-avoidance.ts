/** False avoidance: fresh programs that have the pattern of an avoided finding, and do not show its defect. */
import type { CampaignFolder } from '../../src/campaign/index.ts';
import { findSource } from '../../src/generators/index.ts';
import type { Laboratory } from '../../src/laboratory/index.ts';
import { compilerArgsFor, openSource } from '../../src/source/index.ts';
import { type AvoidedBug, AvoidedBugs } from '../../src/triage/index.ts';
import { truthOf } from './truth.ts';

/** Far from the seeds of campaigns. */
const FIRST_SEED = 2_000_000;

interface Asked {
  readonly source: string;
  readonly count: number;
  /** The defect that each finding shows, by the finding's id; without it a finding is left out. */
  readonly owners: ReadonlyMap<string, string>;
}

export interface FalseAvoidance {
  /** Findings that the campaign avoided. */
  readonly avoided: number;
  /** Findings whose pattern the campaign knew, whether it avoided them or not. */
  readonly patterns: number;
  readonly matching: number;
  readonly wrongly: number;
}

/** Each program is asked once about each pattern that it has: the defect alone must end the compiler or change the output. */
export async function falseAvoidance(
  laboratory: Laboratory,
  campaign: CampaignFolder,
  { source: name, count, owners }: Asked,
): Promise<FalseAvoidance> {
  const bugs = new AvoidedBugs(campaign.path);
  const known = bugs.all().filter(({ state }) => state === 'on' || state === 'watched');
  const asked = known.filter(({ id, state }) => state === 'on' && owners.has(id));
  const avoided = known.filter(({ state }) => state === 'on').length;
  const told = { avoided, patterns: known.length };
  if (asked.length === 0) return { ...told, matching: 0, wrongly: 0 };
  const definition = await findSource(name, '/');
  const source = openSource(definition);
  let [matching, wrongly] = [0, 0];
  try {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
      const made = await source.run({ seed, limits: { maxTimeMs: 10_000 } });
      if (made.outcome !== 'ok') continue;
      const has = (bug: AvoidedBug): boolean => bugs.isIn(bug, made.record);
      const found = asked.filter(has);
      if (found.length === 0) continue;
      matching += found.length;
      const args = compilerArgsFor(definition, made.program);
      const { showing } = await truthOf(laboratory, made.program, args);
      wrongly += found.filter(({ id }) => !showing.includes(owners.get(id)!)).length;
    }
  } finally {
    await source.close();
  }
  return { ...told, matching, wrongly };
}
