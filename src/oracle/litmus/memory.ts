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
  /** The width of each, in bytes. */
  readonly bytes: readonly number[];
  /** Symbols that results go to, and which local each is. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly values: readonly (readonly number[])[];
}

/** A number as an access of few bytes reads it into a register: without its sign. */
export function unsigned(value: number, bytes: number): number {
  return bytes >= 4 ? value : value & ((1 << (8 * bytes)) - 1);
}

/** The same as it is kept in memory, and as C means it. */
export function signed(value: number, bytes: number): number {
  const shift = bytes >= 4 ? 0 : 32 - 8 * bytes;
  return (value << shift) >> shift;
}
