/** False avoidance: fresh programs that match the pattern of an avoided bug, and do not show the bug. */
import { PatternFinder } from '../../src/choice/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { findSource } from '../../src/generators/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { compilerArgsFor, openSource } from '../../src/source/index.ts';
import { openTarget } from '../../src/target/index.ts';
import { AvoidedBugs, isSeenAtOnce } from '../../src/triage/index.ts';
import { cacheFolder } from '../../src/build/index.ts';
import { planting } from './truth.ts';

/** Far from the seeds of campaigns. */
const FIRST_SEED = 2_000_000;

interface Asked {
  readonly source: string;
  readonly count: number;
  readonly defects: readonly string[];
}

export interface FalseAvoidance {
  readonly avoided: number;
  readonly matching: number;
  readonly wrongly: number;
}

/** Another failure may hide the bug, so that it counts as the bug. */
export async function falseAvoidance(
  campaign: string,
  { source: name, count, defects }: Asked,
): Promise<FalseAvoidance> {
  const findings = new Findings(new CampaignFolder(campaign).findings, findingFiles).all();
  const ids = new Set(findings.map(({ record }) => record.id));
  const bugs = new AvoidedBugs(campaign).all().filter((bug) => isSeenAtOnce(bug) && ids.has(bug.id));
  if (bugs.length === 0) return { avoided: 0, matching: 0, wrongly: 0 };
  const definition = await findSource(name, '/');
  const source = openSource(definition);
  const { compiler, args } = planting(...defects);
  const target = await openTarget(compiler, {
    cache: cacheFolder(process.env),
    searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
  });
  const finders = bugs.map(({ pattern }) => new PatternFinder(pattern));
  let [matching, wrongly] = [0, 0];
  try {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
      const made = await source.run({ seed, limits: { maxTimeMs: 10_000 } });
      if (made.outcome !== 'ok' || !finders.some((finder) => finder.find(made.record) !== undefined))
        continue;
      matching++;
      const configuration = {
        args: [...args, ...compilerArgsFor(definition, made.program)],
        emit: 'nothing' as const,
      };
      const [execution] = await target.execute({
        program: made.program,
        configurations: [configuration],
        remember: false,
      });
      if (execution?.outcome === 'ok') wrongly++;
    }
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
  return { avoided: bugs.length, matching, wrongly };
}
