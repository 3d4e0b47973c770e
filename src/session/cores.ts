/** The number of usable cores, and the number of tests that a campaign makes at the same time. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { CampaignSettings } from '../campaign/index.ts';

/**
 * The loop is one thread and needs a twentieth of a test's time, so more jobs than this would wait for it.
 */
export const MOST_JOBS = 16;

/** The quota of all cores together, if a container limits it; undefined if there is no limit. */
export function coreQuota(): number | undefined {
  let text = '';
  try {
    text = readFileSync('/sys/fs/cgroup/cpu.max', 'utf8');
  } catch {
    // Another kind of kernel, or of container.
  }
  const quota = /^(\d+) (\d+)/.exec(text);
  return quota === null ? undefined : Number(quota[1]) / Number(quota[2]);
}

export function usableCores(
  cores: number = availableParallelism(),
  quota: number | undefined = coreQuota(),
): number {
  return quota === undefined ? cores : Math.min(cores, Math.floor(quota) || 1);
}

/** Default of `--jobs`. Equal seeds give equal corpora only if tests run one after another. */
export function usualJobs(cores: number, about: { readonly isRepeatable: boolean }): number {
  return about.isRepeatable ? 1 : cores;
}

/** The jobs of a campaign, over all of its processes. Alone: nothing is built beside it. */
export function jobsOf({ jobs, execs }: Pick<CampaignSettings, 'jobs' | 'execs'>, isAlone: boolean): number {
  return jobs ?? usualJobs(isAlone ? usableCores() : 1, { isRepeatable: execs !== undefined });
}
