/** The program around an expression, as far as evaluation needs to know it. */
import type { HelperFunction } from '../ir/nodes.ts';
import type { LanguageRules } from '../rules/language.ts';
import type { Memory } from './memory.ts';

export interface ExecutionState {
  readonly memory: Memory;
  readonly rules: LanguageRules;
  /** The value that a function returns; undefined where the call is not known to be defined. */
  readonly call: (callee: HelperFunction, values: readonly bigint[]) => bigint | undefined;
}
