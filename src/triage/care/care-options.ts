/** Work of a campaign besides searching: how much of it, and with which compilers. */
import type { CompilerConfiguration, JudgeCommand } from '../../oracle/index.ts';
import type { TargetWorld } from '../../target/index.ts';

export interface CareOptions {
  readonly world: TargetWorld;
  /** Parts of the campaign's CPU time, each from 0, for none at all, to below 1. */
  readonly compareShare: number;
  readonly truthShare: number;
  readonly irShare: number;
  readonly reduceShare: number;
  /** For compiling tests in a second way that must give the same code. */
  readonly invarianceShare: number;
  /** The judge that a person gave. */
  readonly judge?: { readonly command: JudgeCommand; readonly share: number };
  /** Crashes that are seen often are avoided, once they are reduced. The tests then depend on how fast that goes. */
  readonly avoids?: boolean;
  /** Nothing is compared, and hangs alone are looked at again: the target is no compiler. */
  readonly comparesNothing?: boolean;
  /** Whom the target is compared with; the source's own arguments are added. Empty compares nothing. */
  readonly references: readonly CompilerConfiguration[];
}
