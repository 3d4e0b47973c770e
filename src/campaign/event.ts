/**
 * Events: everything that a campaign tells while it runs, typed. Statistics, the screen and others listen.
 * The part that tells an event does not know its listeners.
 */
import type { EntryInfo } from '../corpus/index.ts';
import type { FindingRecord } from '../finding/index.ts';
import type { ArmStats, CpuShares, StatsLine } from './stats-line.ts';

/** One worker of a fleet, as another worker sees it. */
export interface FleetWorker {
  readonly name: string;
  readonly isAlive: boolean;
  /** Time since the last sign of life; undefined if the worker ended in order. */
  readonly silentMs?: number | undefined;
  readonly executions: number;
  readonly cpuMs: number;
  readonly findings: number;
  /** Tests that it sent, and features of these tests that were new to the fleet. */
  readonly tests: number;
  readonly features: number;
}

/** The fleet that a campaign is a worker of, as this worker sees it. */
export interface FleetState {
  /** Undefined if this campaign makes no tests and only gathers the findings of its own processes. */
  readonly worker: string | undefined;
  readonly members: readonly FleetWorker[];
  /** All workers so far, and workers that gave a sign of life lately. */
  readonly workers: number;
  readonly living: number;
  /** All workers together. */
  readonly executions: number;
  readonly cpuMs: number;
  /** Failures that other workers found and this worker did not. */
  readonly findingsElsewhere: number;
  /** Tests of other workers that this worker received, and the tests among them that it kept. */
  readonly heard: number;
  readonly taken: number;
  /**
   * Own tests that were not sent, since the fleet already had their features; and own tests that wait to be
   * sent.
   */
  readonly struckOut: number;
  readonly waiting: number;
  /** The trouble that keeps this worker from sharing now. */
  readonly trouble: string | undefined;
}

/** An event for people. The listener decides how it looks. */
export type Notice =
  | { readonly type: 'progress'; readonly line: StatsLine; readonly rates: ReadonlyMap<string, number> }
  | { readonly type: 'finding'; readonly finding: FindingRecord }
  /** A message that a person should see; the campaign continues. */
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'disk-full'; readonly text: string }
  | { readonly type: 'disk-free' }
  | { readonly type: 'fleet'; readonly fleet: FleetState };

/** Kinds of work that take CPU time; the rest of the time is the engine's own. */
export type SpentOn = Exclude<keyof CpuShares, 'engine'>;

/** The fate of a test, in the words of the statistics. */
export type TestFate =
  | 'passed'
  | 'known-program'
  | 'avoided'
  | 'overrun'
  | 'generator-failed'
  | 'rejected'
  | 'cut-off'
  | 'target-failed';

/** An event for accounts: what was done, and what it cost. */
export type WorkEvent =
  | {
      readonly type: 'spent';
      readonly on: SpentOn;
      readonly ms: number;
      /** True if a program was checked in that time. */
      readonly isCheck?: boolean;
    }
  /** A test was judged on paper; the time counts as comparing. */
  | { readonly type: 'judged'; readonly isAsked: boolean; readonly ms: number }
  /** The compiler before a change was asked about a test; or the test does not reach the change. */
  | { readonly type: 'controlled'; readonly isOther: boolean }
  | { readonly type: 'kept'; readonly entry: EntryInfo; readonly newFeatures: number }
  | {
      readonly type: 'tested';
      readonly fate: TestFate;
      readonly arm: string;
      readonly operator: string | undefined;
      readonly gain: ArmStats;
    };

export type CampaignEvent = Notice | WorkEvent;

export type Tell = (event: CampaignEvent) => void;

export function isNotice(event: CampaignEvent): event is Notice {
  return !['spent', 'judged', 'controlled', 'kept', 'tested'].includes(event.type);
}
