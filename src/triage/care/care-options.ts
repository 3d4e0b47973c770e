/** The work of a campaign besides searching: its amount, and its compilers. */
import type { SpentOn } from '../../campaign/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import type { Judge, JudgeCommand } from '../../oracle/index.ts';
import type { JudgeName } from '../../oracle/judges/index.ts';
import type { TargetWorld } from '../../target/index.ts';

export interface CareOptions {
  readonly world: TargetWorld;
  /** Shares of the campaign's CPU time, each from 0 to below 1; absent is 0. */
  readonly shares: Readonly<Partial<Record<SpentOn, number>>>;
  /** The judges to ask. */
  readonly judges?: ReadonlyMap<JudgeName, Judge>;
  /** The judge that a person gave. */
  readonly command?: JudgeCommand;
  /** True if the target is no compiler: nothing is compared, and only hangs are repeated. */
  readonly comparesNothing?: boolean;
  /**
   * The configurations to compare the target with; the source's own arguments are added. Empty compares
   * nothing.
   */
  readonly references: readonly CompilerConfiguration[];
}
