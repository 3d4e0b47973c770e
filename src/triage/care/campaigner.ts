/** The campaign as care sees it, and the things that the side lines of care share. */
import type { SpentOn, Tell } from '../../campaign/index.ts';
import type { FindingRecord, Findings } from '../../finding/index.ts';
import { Laboratory } from '../../laboratory/index.ts';
import type { CompileArguments, Program } from '../../program/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import type { Avoidance } from '../avoid/avoidance.ts';
import type { ComparisonCandidate } from './candidates.ts';

/** The campaign that care works for. */
export interface Campaigner {
  readonly findings: Findings;
  /** Limits of one test that a person chose. */
  readonly testLimits?: Pick<FindingRecord, 'limits'>['limits'];
  readonly definitions: ReadonlyMap<string, SourceDefinition>;
  readonly build: string;
  /** The target's name, with its arguments for a source. */
  readonly target: string;
  readonly argumentsOf: (source: SourceDefinition, program?: Program) => CompileArguments;
  /** CPU time of earlier runs that counts against the shares of side lines. */
  readonly owedMs: Readonly<Record<SpentOn, number>>;
  readonly tell: Tell;
  /** True if this campaign should reduce the finding; in a fleet, one worker does. */
  readonly mayReduce: (signature: string) => Promise<boolean>;
  /** Hears of tests that showed findings, and of tests that showed nothing. */
  readonly avoidance: Avoidance;
  /** Keeps a test that shows a mistake of its source, for a person to look at. */
  readonly keepMistake: (test: ComparisonCandidate, fate: string, why: string) => void;
  /** Waits out a full disk. False if the signal came before there was room. */
  readonly roomAgain: (signal: AbortSignal) => Promise<boolean>;
}

/** One laboratory for all side lines, opened at its first use. */
export class SharedLaboratory {
  readonly #world: TargetWorld;
  #opening: Promise<Laboratory> | undefined;
  #isClosed = false;

  constructor(world: TargetWorld) {
    this.#world = world;
  }

  open(): Promise<Laboratory> {
    if (this.#isClosed) throw new Error('the laboratory is closed');
    return (this.#opening ??= Laboratory.open(this.#world));
  }

  /** Closes it; all work in it fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opening = this.#opening;
    this.#opening = undefined;
    await (await opening)?.close();
  }
}
