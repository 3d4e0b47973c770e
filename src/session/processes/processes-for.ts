/** The number of processes for a campaign, and the number of jobs for each. */
import type { CampaignFolder, CampaignSettings } from '../../campaign/index.ts';
import { sessionTuning } from '../tuning.ts';
import { ProcessFolders } from './process-folders.ts';

/**
 * Strategies with which each process makes different tests. With the other strategies all processes would
 * make the same tests.
 */
const STRATEGIES: readonly string[] = ['guided', 'unguided', 'random'];
/** Only for tests: the number of jobs of one process, so that a small machine can have several processes. */
const VARIABLE = 'CGFUZZ_JOBS_OF_PROCESS';

/** The jobs of each process; undefined if this process runs the campaign by itself. */
export function processesFor(
  { strategy }: Pick<CampaignSettings, 'strategy'>,
  folder: CampaignFolder,
  jobs: number,
  env: Readonly<Record<string, string | undefined>>,
): readonly number[] | undefined {
  const most = jobsOfProcess(env);
  const isSplit = new ProcessFolders(folder.path).exist;
  const count = STRATEGIES.includes(strategy) ? Math.ceil(jobs / most) : 1;
  return count > 1 || isSplit ? sharesOf(jobs, count) : undefined;
}

/**
 * A worker of a fleet is one process, with all of its jobs. Returns a warning if these jobs are more than one
 * process can feed.
 */
export function tooManyForWorker(
  jobs: number,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const most = jobsOfProcess(env);
  if (jobs <= most) return undefined;
  const workers = Math.ceil(jobs / most);
  return `a worker of a fleet is one process, which feeds ${most} jobs: for ${jobs}, start ${workers} workers, each with a --worker and --jobs ${Math.ceil(jobs / workers)}`;
}

function jobsOfProcess(env: Readonly<Record<string, string | undefined>>): number {
  return Number(env[VARIABLE] ?? sessionTuning.jobsOfProcess.value);
}

/** Shares that differ by one at most. */
export function sharesOf(jobs: number, count: number): number[] {
  const least = Math.floor(jobs / count);
  return Array.from({ length: count }, (_, index) => least + (index < jobs % count ? 1 : 0));
}
