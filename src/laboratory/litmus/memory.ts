/** The memory of a test, as compiled code sees it. */
import { eventBits, type MachineEvent } from '../../litmus/index.ts';
import type { RunsLeft } from './traces.ts';

/** A number of 32 bits, or the address of a symbol or of the stack. */
export type Value = number | Address;

export interface Address {
  readonly symbol: string;
  readonly offset: number;
}

/** The symbol for the thread's stack. */
export const STACK = '(stack)';

/** The begin of the symbol of a slot in the table of addresses. */
export const GOT = '(got)';

/** The symbol whose address the slot of the table has; undefined if it is no slot. */
export function symbolInSlot(value: Value): string | undefined {
  if (typeof value === 'number' || value.offset !== 0 || !value.symbol.startsWith(GOT)) return undefined;
  return value.symbol.slice(GOT.length);
}

export interface MachineMemory {
  /** The shared location that begins at an address; undefined if none does. */
  readonly locationAt: (address: Address) => number | undefined;
  /** The width of each location, in bytes. */
  readonly bytes: readonly number[];
  /** Symbols of the globals for results, each with its local. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly budget: RunsLeft;
  /** Values that a read may give, if the thread's own latest write to the location wrote `own`. */
  readonly readable: (location: number, own: number | undefined) => readonly number[];
}

/** The values that the next read of a thread may give. */
export function readableNext(
  { readable }: MachineMemory,
  events: readonly MachineEvent[],
  location: number,
): readonly number[] {
  const own = events.findLast((event) => event.location === location && (event.kind & eventBits.write) !== 0);
  return readable(location, own?.valueWritten);
}

/** The width of the location that begins at an address; undefined if none does. */
export function bytesAt({ locationAt, bytes }: MachineMemory, address: Address): number | undefined {
  const location = locationAt(address);
  return location === undefined ? undefined : bytes[location];
}

/**
 * The width that a load counts with. Code may load only the lower half of a 64-bit location, if it uses no
 * more. The values of tests fit into that half.
 */
export function loadedBytes(memory: MachineMemory, address: Address, width: number): number {
  const own = bytesAt(memory, address);
  return own === 8 && width === 4 ? own : width;
}

/** A number, as a narrow access reads it into a register: without its sign. */
export function unsigned(value: number, bytes: number): number {
  return bytes >= 4 ? value : value & ((1 << (8 * bytes)) - 1);
}

/** The same number with its sign, as in memory and in C. */
export function signed(value: number, bytes: number): number {
  const shift = bytes >= 4 ? 0 : 32 - 8 * bytes;
  return (value << shift) >> shift;
}
