/** Messages between a campaign and its processes. JSON carries them. */
import type { CampaignSettings, StatsLine } from '../../campaign/index.ts';

export interface ProcessOrder {
  readonly settings: CampaignSettings;
  readonly cwd: string;
  readonly isTrusted: boolean;
}

/** The only other message to a process is `end`. */
export type ToProcess = ProcessOrder | 'end';

export type FromProcess =
  /** The process is about to make tests. */
  | { readonly type: 'begun' }
  | { readonly type: 'progress'; readonly line: StatsLine }
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'disk-full'; readonly text: string }
  | { readonly type: 'disk-free' }
  | { readonly type: 'done'; readonly line: StatsLine }
  /** A mistake of the person's, or something missing on the machine. */
  | { readonly type: 'mistake'; readonly message: string; readonly hints: readonly string[] }
  /** An error of ours. */
  | { readonly type: 'error'; readonly stack: string };
