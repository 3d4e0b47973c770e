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
  /** Milliseconds since 1970, for dates that people read. Somebody may set this clock at any time. */
  readonly dateMs: () => number;
  /** Never goes back. */
  readonly monotonicMs: () => number;
  /** CPU time of this process and all its children since its start. */
  readonly cpuMs: () => number;
}

export type TestLimits = Partial<Pick<ExecutionLimits, 'cpuMs' | 'memoryBytes'>>;

/** Limits for the totals of the campaign, over all its runs. */
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
  /** The build that the features belong to. */
  readonly build: string;
  readonly configurations: (source: SourceDefinition, program?: Program) => readonly Configuration[];
  readonly makeStrategy: (knowledge: Knowledge) => Strategy;
  readonly meter: Meter;
  readonly clock: Clock;
  readonly seed: number;
  readonly jobs: number;
  readonly budget: Budget;
  /** Comparing compilers and reducing findings; without this field the campaign does neither. */
  readonly care?: CareOptions;
  /** Makes a finding's files for people. */
  readonly renderFinding: Render;
  /** Bugs that nobody has to look at again. */
  readonly known?: KnownBugs;
  /** The search path for programs, such as the program that names the frames of a stack. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: CampaignEvent) => void;
  /** The exchange of the fleet that this campaign works for; the caller closes it. */
  readonly exchange?: Exchange | undefined;
  /** The part of the target that the search should reach, if a person named one. */
  readonly focus?: FocusPlace | undefined;
  /** Opens the compiler before a change: tests that it makes the same code of are looked at no further. */
  readonly openControl?: (() => Promise<Target>) | undefined;
  /** Tests that passed, if the campaign follows its compiler through versions. */
  readonly following?: AskedAgain | undefined;
  /** Limits of one test that a person chose. */
  readonly testLimits?: TestLimits;
  /**
   * True if tests that the target refused may be kept for their features: a parser's error paths are code,
   * too.
   */
  readonly keepsRefused?: boolean;
  /** True for fixed limits; otherwise limits adapt to measured times. */
  readonly fixedTimeouts?: boolean;
}
