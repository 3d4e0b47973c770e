/** The memory of a test as compiled code sees it. */

/** A number of 32 bits, or the address of a symbol or of the stack. */
export type Value = number | Address;

export interface Address {
  readonly symbol: string;
  readonly offset: number;
}

/** The symbol of the stack of the thread. */
export const STACK = '(stack)';

export interface MachineMemory {
  /** Shared locations, by the names of their symbols. */
  readonly locationOf: ReadonlyMap<string, number>;
  /** Symbols that results go to, and which local each is. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly values: readonly (readonly number[])[];
}
