/**
 * The fleet of a campaign on its page: its workers, the contribution of each, and the time since each one's
 * last sign.
 */
import { duration, grouped, roughTime } from '../../util/text.ts';
import type { CampaignData } from '../campaign-data.ts';
import { workerState } from '../fleet-text.ts';
import { htmlTable } from '../../util/html.ts';
import type { Section } from './page.ts';

export function fleetSection({ fleet }: Pick<CampaignData, 'fleet'>): Section[] {
  if (fleet === undefined || fleet.workers.length === 0) return [];
  const rows = fleet.workers.map((worker) => [
    worker.name,
    workerState(worker),
    worker.silentMs === undefined ? '' : duration(worker.silentMs),
    roughTime(worker.cpuMs),
    grouped(worker.executions),
    grouped(worker.tests),
    grouped(worker.features),
    grouped(worker.findings),
  ]);
  const head = [
    'worker',
    'state',
    'last sign',
    'CPU',
    'executions',
    'tests sent',
    'new features',
    'findings',
  ];
  return [
    {
      title: 'Fleet',
      about: `Workers that share what they find, as they were at ${new Date(fleet.atMs).toISOString()}. New features are those that the fleet did not have when the worker's test arrived.`,
      html: `<div class="scroll">${htmlTable(head, rows, [3, 4, 5, 6, 7])}</div>`,
    },
  ];
}
