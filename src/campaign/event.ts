/** What a campaign tells while it runs. Whoever listens decides how it looks. */
import type { StatsLine } from './stats-line.ts';
import type { FindingRecord } from '../finding/index.ts';

export type CampaignEvent =
  | { readonly type: 'progress'; readonly line: StatsLine; readonly rates: ReadonlyMap<string, number> }
  | { readonly type: 'finding'; readonly finding: FindingRecord }
  /** Something a person should know; the campaign goes on. */
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'disk-full'; readonly text: string }
  | { readonly type: 'disk-free' };
