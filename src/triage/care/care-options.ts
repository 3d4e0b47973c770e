/** The work of a campaign besides searching: its amount, and its compilers. */
import type { CompilerConfiguration, JudgeCommand } from '../../oracle/index.ts';
import type { TargetWorld } from '../../target/index.ts';

export interface CareOptions {
  readonly world: TargetWorld;
  /** Shares of the campaign's CPU time, each from 0 (none) to below 1. */
  readonly compareShare: number;
  readonly truthShare: number;
  readonly irShare: number;
  readonly reduceShare: number;
  /** For compiling tests in a second way that must give the same code. */
  readonly invarianceShare: number;
  /** For counting accesses to volatile data; absent for none. */
  readonly volatileShare?: number;
  /** The judge that a person gave. */
  readonly judge?: { readonly command: JudgeCommand; readonly share: number };
  /**
   * True to avoid frequent crashes and wrong code by itself. The tests then depend on the speed of the
   * reduction.
   */
  readonly avoids?: boolean;
  /** True if the target is no compiler: nothing is compared, and only hangs are repeated. */
  readonly comparesNothing?: boolean;
  /**
   * The configurations to compare the target with; the source's own arguments are added. Empty compares
   * nothing.
   */
  readonly references: readonly CompilerConfiguration[];
}
