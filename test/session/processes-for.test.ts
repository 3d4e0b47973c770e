/** How many processes a campaign takes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { processesFor, sharesOf, tooManyForWorker } from '../../src/session/processes/processes-for.ts';
import { sessionTuning } from '../../src/session/tuning.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const most = sessionTuning.jobsOfProcess.value;
const guided = { strategy: 'guided' } as const;

describe('the processes of a campaign', () => {
  it('have all jobs together, and none more than one process feeds', () => {
    const folder = new CampaignFolder(temporaryFolder());
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 256 }), (jobs) => {
        const shares = processesFor(guided, folder, jobs, {});
        if (jobs <= most) return shares === undefined;
        expect(shares!.reduce((sum, share) => sum + share, 0)).toBe(jobs);
        expect(Math.max(...shares!)).toBeLessThanOrEqual(most);
        expect(Math.max(...shares!) - Math.min(...shares!)).toBeLessThanOrEqual(1);
        return true;
      }),
    );
    expect(sharesOf(64, 7)).toEqual([10, 9, 9, 9, 9, 9, 9]);
  });

  it('are one for a strategy that makes the same tests in each of them', () => {
    const folder = new CampaignFolder(temporaryFolder());
    expect(processesFor({ strategy: 'enumerate' }, folder, 64, {})).toBeUndefined();
  });

  it('stay below a process of their own once a campaign was split, with few jobs too', () => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'processes'));
    expect(processesFor(guided, new CampaignFolder(path), 2, {})).toEqual([2]);
  });

  it('is one for a worker of a fleet, which says how many workers would feed its jobs', () => {
    expect(tooManyForWorker(most, {})).toBeUndefined();
    expect(tooManyForWorker(64, {})).toContain('for 64, start 7 workers, each with a --worker and --jobs 10');
  });
});
