/** Options of a campaign: the sources, the target, the budget, and the listener. */
import type { CampaignFolder, CampaignEvent } from '../campaign/index.ts';
import type { Configuration, ExecutionLimits } from '../serve/index.ts';
import type { Target } from '../target/index.ts';
import type { KnownBugs, Render } from '../finding/index.ts';
import type { Program } from '../program/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import type { CareOptions } from '../triage/index.ts';
import type { Meter } from './meter.ts';
import type { AskedAgain } from './passed-tests.ts';
import type { Exchange } from './sharing/exchange.ts';
import type { FocusPlace, Knowledge, Strategy } from '../search/index.ts';

export interface Clock {
  /** Since 1970, for dates that people read. It may be set at any time. */
  readonly dateMs: () => number;
  /** Never goes back. */
  readonly monotonicMs: () => number;
  /** CPU time of this process and all its children, since it began. */
  readonly cpuMs: () => number;
}

export type TestLimits = Partial<Pick<ExecutionLimits, 'cpuMs' | 'memoryBytes'>>;

/** Totals of the campaign, over all its runs. */
export interface Budget {
  readonly executions?: number | undefined;
  readonly cpuMs?: number | undefined;
  readonly wallMs?: number | undefined;
}

export interface CampaignOptions {
  /** Locked by the caller. */
  readonly folder: CampaignFolder;
  readonly sources: readonly SourceDefinition[];
  readonly openTarget: () => Promise<Target>;
  /** Identity of what the features belong to. */
  readonly build: string;
  readonly configurations: (source: SourceDefinition, program?: Program) => readonly Configuration[];
  readonly makeStrategy: (knowledge: Knowledge) => Strategy;
  readonly meter: Meter;
  readonly clock: Clock;
  readonly seed: number;
  readonly jobs: number;
  readonly budget: Budget;
  /** Comparing compilers and reducing findings; without it neither is done. */
  readonly care?: CareOptions;
  /** Makes the files of a finding that are for people. */
  readonly renderFinding: Render;
  /** Bugs that nobody has to look at again. */
  readonly known?: KnownBugs;
  /** The path on which programs are found, such as the one that names the frames of a stack. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: CampaignEvent) => void;
  /** The fleet that this campaign is a worker of; closed by the caller. */
  readonly exchange?: Exchange | undefined;
  /** The part of the target that the search is to reach, if a person named one. */
  readonly focus?: FocusPlace | undefined;
  /** Tests that passed, if the campaign follows its compiler through versions. */
  readonly following?: AskedAgain | undefined;
  /** Limits of one test that a person chose. */
  readonly testLimits?: TestLimits;
  /** Whether a test that the target refused may be kept for what it reached: a parser's error paths are code, too. */
  readonly keepsRefused?: boolean;
  /** Fixed limits instead of ones that adapt to measured times. */
  readonly fixedTimeouts?: boolean;
}
