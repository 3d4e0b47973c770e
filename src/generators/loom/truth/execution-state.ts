/** What evaluation needs to know of the program around an expression. */
import type { HelperFunction } from '../ir/nodes.ts';
import type { LanguageRules } from '../rules/language.ts';
import type { Memory } from './memory.ts';

export interface ExecutionState {
  readonly memory: Memory;
  readonly rules: LanguageRules;
  /** What a function returns; undefined where that is not known to be defined. */
  readonly call: (callee: HelperFunction, values: readonly bigint[]) => bigint | undefined;
}
