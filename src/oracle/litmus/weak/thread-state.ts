/**
 * One thread of a machine with a weak memory model: registers, a stack, and what it did to memory, each value with the reads
 * that it depends on.
 */
import {
  type Dependencies,
  eventBits,
  type MachineEvent,
  NOWHERE,
  type Odometer,
} from '../../../litmus/index.ts';
import { type Address, type MachineMemory, STACK, type Value } from '../memory.ts';
import { NotAsked } from '../not-asked.ts';

/** A value and the reads behind it, as a mask of places in the trace. */
export interface Cell {
  readonly value: Value;
  readonly data: number;
  /** Reads that decided which value was taken, without a jump. */
  readonly choice: number;
}

export function plainCell(value: Value): Cell {
  return { value, data: 0, choice: 0 };
}

/** The bytes of an access. */
export type AccessBytes = 1 | 2 | 4 | 8;

export interface UpdateOrders {
  readonly read: number;
  readonly write: number;
}

export class ThreadState {
  readonly events: MachineEvent[] = [];
  readonly locals: Map<string, number> = new Map();
  /** The instruction that is executed. */
  text = '';
  /** Reads that decided that this place is reached. */
  control = 0;
  readonly #registers = new Map<string, Cell>();
  readonly #stack = new Map<number, Cell & { readonly bytes: AccessBytes }>();
  readonly #memory: MachineMemory;
  readonly #odometer: Odometer;

  constructor(memory: MachineMemory, odometer: Odometer, stackPointer: string) {
    this.#memory = memory;
    this.#odometer = odometer;
    this.set(stackPointer, plainCell({ symbol: STACK, offset: 0 }));
  }

  state(): string {
    const values = (cells: ReadonlyMap<string | number, Cell>): unknown[] =>
      [...cells].map(([name, { value }]) => [name, value]);
    return JSON.stringify([values(this.#registers), values(this.#stack), [...this.locals]]);
  }

  get(register: string): Cell {
    return this.#registers.get(register) ?? plainCell(0);
  }

  set(register: string, cell: Cell): void {
    this.#registers.set(register, cell);
  }

  unknown(): NotAsked {
    return new NotAsked(this.text);
  }

  number(cell: Cell): number {
    if (typeof cell.value !== 'number') throw new NotAsked(`${this.text} (of an address)`);
    return cell.value;
  }

  fence(order: number): void {
    this.#push({ kind: eventBits.fence, order, location: NOWHERE, valueRead: 0, valueWritten: 0 });
  }

  load(address: Cell, bytes: AccessBytes, order: number): Cell {
    const where = this.#where(address);
    if (where.symbol === STACK) return this.#loadStack(where, bytes);
    const output = this.#memory.outputs.get(where.symbol);
    if (output !== undefined) return plainCell(this.locals.get(output) ?? 0);
    return this.#read(this.#shared(where, bytes), address, order);
  }

  store(address: Cell, bytes: AccessBytes, cell: Cell, order: number): void {
    const where = this.#where(address);
    if (where.symbol === STACK) {
      this.#stack.set(where.offset, { ...cell, bytes });
      return;
    }
    const value = this.number(cell) | 0;
    const output = this.#memory.outputs.get(where.symbol);
    if (output !== undefined && bytes === 4 && where.offset === 0) {
      this.locals.set(output, value);
      return;
    }
    this.#write(this.#shared(where, bytes), address, { ...cell, value }, order);
  }

  /** Reads and writes as two events; undefined as the new value leaves the location as it is. Gives what was read. */
  updateInTwo(address: Cell, orders: UpdateOrders, change: (old: number) => Cell | undefined): Cell {
    const location = this.#shared(this.#where(address), 4);
    const old = this.#read(location, address, orders.read);
    const place = this.events.length - 1;
    const made = change(this.number(old));
    if (made !== undefined) this.#write(location, address, made, orders.write, place);
    return old;
  }

  /** Reads and writes as one event. */
  updateAtOnce(address: Cell, order: number, operand: Cell, change: (old: number) => number): Cell {
    const location = this.#shared(this.#where(address), 4);
    const valueRead = this.#asked(location);
    this.#push({
      kind: eventBits.update,
      order,
      location,
      valueRead,
      valueWritten: change(valueRead) | 0,
      depends: this.#depends(address, operand),
    });
    return this.#result(valueRead);
  }

  /** The second half of a pair of exclusives: the write belongs to the thread's latest read of the location. */
  storeConditional(address: Cell, cell: Cell, order: number): void {
    const location = this.#shared(this.#where(address), 4);
    const place = this.events.findLastIndex(
      (event) => event.kind === eventBits.read && event.location === location,
    );
    if (place < 0) throw this.unknown();
    this.#write(location, address, { ...cell, value: this.number(cell) | 0 }, order, place);
  }

  #read(location: number, address: Cell, order: number): Cell {
    const valueRead = this.#asked(location);
    const depends = this.#depends(address, plainCell(0));
    this.#push({ kind: eventBits.read, order, location, valueRead, valueWritten: 0, depends });
    return this.#result(valueRead);
  }

  #write(location: number, address: Cell, cell: Cell, order: number, pairedWith?: number): void {
    this.#push({
      kind: eventBits.write,
      order,
      location,
      valueRead: 0,
      valueWritten: this.number(cell) | 0,
      depends: this.#depends(address, cell),
      ...(pairedWith === undefined ? {} : { pairedWith }),
    });
  }

  /** A value that the last event read. */
  #result(value: number): Cell {
    return { value, data: 1 << (this.events.length - 1), choice: 0 };
  }

  #depends(address: Cell, cell: Cell): Dependencies {
    return {
      address: address.data,
      addressChoice: address.choice,
      data: cell.data,
      dataChoice: cell.choice,
      control: this.control,
    };
  }

  #push(event: MachineEvent): void {
    // A mask of places has 31 bits.
    if (this.events.length === 30) throw new NotAsked('over 30 events in a thread');
    const { control } = this;
    const depends = event.depends ?? { address: 0, addressChoice: 0, data: 0, dataChoice: 0, control };
    this.events.push({ ...event, depends, text: this.text });
  }

  #where({ value }: Cell): Address {
    if (typeof value === 'number') throw this.unknown();
    return value;
  }

  #shared({ symbol, offset }: Address, bytes: AccessBytes): number {
    const location = this.#memory.locationOf.get(symbol);
    if (location === undefined || offset !== 0 || bytes !== 4) throw this.unknown();
    return location;
  }

  #asked(location: number): number {
    const values = this.#memory.values[location]!;
    return values[this.#odometer.ask(values.length)]!;
  }

  #loadStack({ offset }: Address, bytes: AccessBytes): Cell {
    const slot = this.#stack.get(offset);
    if (slot === undefined || slot.bytes < bytes)
      throw new NotAsked(`${this.text} (of a slot that is not written)`);
    if (slot.bytes === bytes || typeof slot.value !== 'number') return slot;
    const mask = bytes === 1 ? 0xff : bytes === 2 ? 0xffff : -1;
    return { ...slot, value: slot.value & mask };
  }
}
